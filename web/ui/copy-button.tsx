import Check from '@mui/icons-material/Check'
import ContentCopy from '@mui/icons-material/ContentCopyOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from './use-copy.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

interface CopyButtonProps {
  value: string
  /** The copied thing, for screen readers: 'Copiar la dirección de Ana'. */
  label?: string
  /** How long the copied state shows: 1.5 s in lists, 2 s on a payroll's page. */
  durationMs?: number
  /** With 'Copiar' written beside the icon. */
  text?: boolean
}

export function CopyButton({ value, label, durationMs = 1500, text = false }: CopyButtonProps) {
  const { t } = useTranslation()
  const { outcome, copy } = useCopy(value, durationMs)
  const [hovered, setHovered] = useState(false)

  const name = label ?? t('ui.copy.copy')
  const said = outcome === null ? '' : t(`ui.copy.${outcome}`)
  const icon =
    outcome === 'copied' ? (
      <Check color="success" />
    ) : (
      <ContentCopy sx={{ '&&': { fontSize: 17 } }} />
    )
  return (
    <>
      <Tooltip
        title={said || (text ? '' : name)}
        open={outcome !== null || (hovered && !text)}
        onOpen={() => setHovered(true)}
        onClose={() => setHovered(false)}
        placement="top"
      >
        {text ? (
          <Button variant="text" size="small" startIcon={icon} onClick={copy} aria-label={label}>
            {t('ui.copy.copy')}
          </Button>
        ) : (
          <IconButton size="small" onClick={copy} aria-label={name}>
            {icon}
          </IconButton>
        )}
      </Tooltip>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}
