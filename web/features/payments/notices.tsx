import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Mark, type MarkName } from '#web/ui/marks.tsx'

const tones = {
  amber: { mark: 'half', tint: 'amberTint' },
  brick: { mark: 'alert', tint: 'brickTint' },
} satisfies Record<string, { mark: MarkName; tint: string }>

interface NoticeProps {
  tone: keyof typeof tones
  children: ReactNode
  /** 'alert' for what has just happened, none for what has been so. */
  role?: 'alert' | 'status'
}

/** A tinted line in the dialog. */
export function Notice({ tone, children, role }: NoticeProps) {
  const { mark, tint } = tones[tone]
  const box = useRef<HTMLDivElement>(null)
  // On a phone it may come beneath the fold of a dialog that scrolls.
  useEffect(() => {
    if (role) box.current?.scrollIntoView({ block: 'nearest' })
  }, [role])
  return (
    <Box
      ref={box}
      role={role}
      sx={{
        display: 'flex',
        gap: 3,
        p: '12px 16px',
        mt: 4,
        borderRadius: '10px',
        bgcolor: tint,
        fontSize: '0.90625rem',
        lineHeight: 1.5,
      }}
    >
      <Mark name={mark} sx={{ mt: '3px', color: tone }} />
      <Box sx={{ minWidth: 0, flex: 1 }}>{children}</Box>
    </Box>
  )
}

interface PaidBeforeProps {
  at: string
  canRepeat: boolean
  repeat: boolean
  onRepeat: (repeat: boolean) => void
  disabled: boolean
}

/** Paid less than 72 hours ago: a second time only on purpose. */
export function PaidBefore(props: PaidBeforeProps) {
  const { at, canRepeat, repeat, onRepeat, disabled } = props
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  return (
    <Notice tone="amber">
      <Typography sx={{ fontSize: 'inherit' }}>
        {t('payments.paidBefore.text', { date: format.dateTime(at), age: format.age(at, now) })}
      </Typography>
      {canRepeat && (
        <Box
          component="label"
          sx={{
            display: 'flex',
            alignItems: 'center',
            ml: '-10px',
            fontWeight: 600,
            cursor: 'pointer',
          }}
        >
          <Checkbox checked={repeat} disabled={disabled} onChange={(_event, on) => onRepeat(on)} />
          {t('payments.paidBefore.repeat')}
        </Box>
      )}
    </Notice>
  )
}
