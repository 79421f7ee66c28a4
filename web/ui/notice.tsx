import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useRef } from 'react'
import { Mark, type MarkName } from './inline-icons.tsx'

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

/** A tinted line in a dialog. */
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
