import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { AddressFull } from '#web/shared/address/address-text.tsx'
import { paths } from '#web/shared/paths.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Panel } from '#web/ui/panel.tsx'

function titleOf({ type, state }: Transaction): string {
  // Until a block has it, nothing was withdrawn.
  if (type === 'withdrawal' && state !== 'confirmed') return 'withdrawalAsked'
  return type === 'send' ? 'cancel' : type
}

/** What has no recipients among the employees: where it came from, or went to. */
export function OwnAddress({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation()
  const { cryptoAddress, payroll, type } = transaction
  return (
    <Panel>
      <Typography variant="h3" component="h2">
        {t(`transactions.detail.address.${titleOf(transaction)}`)}
      </Typography>
      <Typography variant="body2" sx={{ mt: 1, mb: 4, color: 'ink2', overflowWrap: 'anywhere' }}>
        {t(`transactions.detail.${type === 'withdrawal' ? 'leaves' : 'addressOf'}`, {
          name: payroll.name,
        })}
      </Typography>
      <AddressFull address={cryptoAddress} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mt: 3, ml: -2 }}>
        <CopyButton value={cryptoAddress} text durationMs={2000} />
        <Button component={Link} to={paths.payroll(payroll._id)} variant="text" size="small">
          {t('transactions.detail.toPayroll')}
        </Button>
      </Box>
    </Panel>
  )
}
