import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { paths } from '#web/lib/paths.ts'
import { Mark, type MarkName } from '#web/ui/marks.tsx'

interface Look {
  mark: MarkName
  tone: 'amber' | 'brick' | 'anil' | 'ink2'
  tint: string
}

const looks: Partial<Record<Transaction['state'], Look>> = {
  pendingApproval: { mark: 'clock', tone: 'amber', tint: 'amberTint' },
  signed: { mark: 'signature', tone: 'anil', tint: 'anilTint' },
  removed: { mark: 'bar', tone: 'ink2', tint: 'sunk' },
  failed: { mark: 'cross', tone: 'brick', tint: 'brickTint' },
  rejected: { mark: 'slash', tone: 'brick', tint: 'brickTint' },
}

function textKey({ state, type, waitingFor, replacedBy }: Transaction): string {
  if (state === 'pendingApproval') return `waiting.${waitingFor ?? 'node'}`
  if (state === 'removed' && replacedBy) return 'removed.replaced'
  if (state === 'removed' || state === 'failed') {
    return `${state}.${type === 'receive' ? 'receive' : 'send'}`
  }
  return state
}

/** Where a state needs words: what happened to the money, and what comes next. */
export function StateNotice({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation()
  const look = looks[transaction.state]
  const { replacedBy, failure } = transaction
  if (!look) return null
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        gap: 3,
        px: 5,
        py: 3.5,
        mb: { xs: 5, md: 6 },
        borderRadius: '12px',
        bgcolor: look.tint,
      }}
    >
      <Mark name={look.mark} sx={{ mt: '3px', color: look.tone }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography>
          {t(`transactions.state.${textKey(transaction)}`)}{' '}
          {replacedBy && (
            <Link component={RouterLink} to={paths.transaction(replacedBy._id)}>
              {t('transactions.state.seeReplacement')}
            </Link>
          )}
        </Typography>
        {failure !== null && (
          <Typography variant="secondary" sx={{ mt: 1, color: 'ink2', overflowWrap: 'anywhere' }}>
            {t('transactions.state.reason', { reason: failure })}
          </Typography>
        )}
      </Box>
    </Box>
  )
}
