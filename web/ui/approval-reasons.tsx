import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { ApprovalDetails } from '#contract/transactions.ts'
import { useFormat } from '#web/lib/use-format.ts'

/** Why it waits for an approval, a line each; what has changed stands out. */
export function ApprovalReasons({ approval }: { approval: ApprovalDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { overUsd, changedAddresses, neverPaid, people } = approval
  const counted = (count: number) => ({ count, people: format.count(count) })
  return (
    <>
      {people === 0 && <Box>{t('approval.because.withdrawal')}</Box>}
      {overUsd !== null && <Box>{t('approval.because.over', { amount: format.usd(overUsd) })}</Box>}
      {changedAddresses.length > 0 && (
        <Box sx={{ fontWeight: 600, color: 'amber' }}>
          {t('approval.because.changed', counted(changedAddresses.length))}
        </Box>
      )}
      {neverPaid.length > 0 && <Box>{t('approval.because.first', counted(neverPaid.length))}</Box>}
    </>
  )
}
