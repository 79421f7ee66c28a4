import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from './copy-icon.tsx'
import { HoverTip } from './hover-tip.tsx'
import { CheckIcon } from './icons/check.tsx'
import { useCopy } from './use-copy.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

interface CopyButtonProps {
  value: string
  /** The copied thing, for screen readers: 'Copiar la dirección de Ana'. */
  label?: string
  /** How long the copied state shows: 1.5 s in lists, 2 s on a payroll's page. */
  durationMs?: number
  /** The button has 'Copiar' written beside the icon. */
  text?: boolean
}

export function CopyButton({ value, label, durationMs = 1500, text = false }: CopyButtonProps) {
  const { t } = useTranslation()
  const { outcome, copy } = useCopy(value, durationMs)

  const name = label ?? t('ui.copy.copy')
  const said = outcome === null ? '' : t(`ui.copy.${outcome}`)
  const sign = outcome === 'copied' ? <CheckIcon color="success" /> : <CopyIcon />
  const icon =
    outcome === null ? (
      sign
    ) : (
      <Tooltip open title={said} placement="top">
        {sign}
      </Tooltip>
    )
  return (
    <>
      {text ? (
        <Button variant="text" size="small" startIcon={icon} onClick={copy} aria-label={label}>
          {t('ui.copy.copy')}
        </Button>
      ) : (
        <HoverTip title={outcome === null ? name : ''} placement="top">
          <IconButton size="small" onClick={copy} aria-label={name}>
            {icon}
          </IconButton>
        </HoverTip>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}
