import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { TransactionState } from '#domain/transaction-state.ts'
import { Mark, type MarkName } from '#web/ui/inline-icons.tsx'

type Tone = 'jade' | 'amber' | 'brick' | 'anil' | 'ink2'

const looks: Record<TransactionState, { mark: MarkName; tone: Tone; tint: string }> = {
  confirmed: { mark: 'tick', tone: 'jade', tint: 'jadeTint' },
  unconfirmed: { mark: 'half', tone: 'amber', tint: 'amberTint' },
  pendingApproval: { mark: 'clock', tone: 'amber', tint: 'amberTint' },
  signed: { mark: 'signature', tone: 'anil', tint: 'anilTint' },
  failed: { mark: 'cross', tone: 'brick', tint: 'brickTint' },
  rejected: { mark: 'slash', tone: 'brick', tint: 'brickTint' },
  removed: { mark: 'bar', tone: 'ink2', tint: 'sunk' },
}

/** A transaction's state by colour, sign and word: in tables and rows. */
export function StateLabel({ state }: { state: TransactionState }) {
  const { t } = useTranslation()
  const { mark, tone } = looks[state]
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'baseline',
        gap: 2,
        color: tone,
        fontWeight: 600,
        lineHeight: 1.25,
      }}
    >
      <Mark name={mark} align="center" />
      {t(`transactionState.${state}`)}
    </Box>
  )
}

/** The same on its tint: beside the title of a screen. */
export function StateChip({ state }: { state: TransactionState }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        height: 30,
        px: 2.5,
        borderRadius: '8px',
        bgcolor: looks[state].tint,
        fontSize: '0.90625rem',
        whiteSpace: 'nowrap',
      }}
    >
      <StateLabel state={state} />
    </Box>
  )
}
