import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/controls.tsx'
import { CopyIcon } from '#web/ui/copy-icon.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** Copies a text to forward; for 2 s the button says so. */
export function CopyMessage({ message, children }: { message: string; children: string }) {
  const { t } = useTranslation()
  const { outcome, copy } = useCopy(message, 2000)
  const said = outcome === null ? '' : t(`ui.copy.${outcome}`)
  return (
    <>
      <Button
        variant="outlined"
        onClick={copy}
        startIcon={outcome === 'copied' ? <Mark name="tick" tone="jade" /> : <CopyIcon />}
        width={{ xs: '100%', sm: 'auto' }}
      >
        {said || children}
      </Button>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}
