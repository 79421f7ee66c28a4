import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api.ts'
import { download } from '#web/lib/download.ts'
import { FileDownloadIcon } from './icons/file-download.tsx'
import { toastError } from './toasts.tsx'

interface ExportButtonsProps {
  /** Without its ending: `/payrolls/…/transactions`. */
  path: string
  /** The file's, without its ending. */
  name: string
  /** The content of the files, for screen readers. */
  label: string
}

const kinds = [
  { ending: 'csv', text: 'CSV' },
  { ending: 'xlsx', text: 'Excel' },
] as const

/** The whole list as a file, for the accountant. */
export function ExportButtons({ path, name, label }: ExportButtonsProps) {
  const { t } = useTranslation()
  const [pending, setPending] = useState(false)

  async function save(ending: string) {
    setPending(true)
    try {
      await download(`${path}.${ending}`, `${name}.${ending}`)
    } catch (error) {
      const known = error instanceof ApiError
      if (!known || !error.isAboutSession) {
        toastError(known ? error.message : t('errors.unexpected'))
      }
    } finally {
      setPending(false)
    }
  }

  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1, mr: -2 }}>
      {kinds.map(({ ending, text }) => (
        <Button
          key={ending}
          variant="text"
          size="small"
          startIcon={<FileDownloadIcon />}
          disabled={pending}
          onClick={() => save(ending)}
          aria-label={t('ui.export', { what: label, kind: text })}
        >
          {text}
        </Button>
      ))}
    </Box>
  )
}
