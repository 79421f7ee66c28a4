import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { useNow } from '#web/lib/use-now.ts'

/** The server sends no second code earlier. */
const pauseMs = 60_000

interface ResendCodeProps {
  /** When the last one went out. */
  sentAt: number
  onResend: () => void
  pending: boolean
}

/** 'Enviar otro en 0:42', and then 'Enviar otro'. */
export function ResendCode({ sentAt, onResend, pending }: ResendCodeProps) {
  const { t } = useTranslation()
  const left = Math.ceil((sentAt + pauseMs - useNow(500)) / 1000)
  if (left > 0) {
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    return (
      <Box component="span" role="timer" sx={{ color: 'ink2', whiteSpace: 'nowrap' }}>
        {t('ui.code.resendIn', { time })}
      </Box>
    )
  }
  return (
    <Link component="button" type="button" onClick={onResend} disabled={pending}>
      {t('ui.code.resend')}
    </Link>
  )
}
