import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { ApprovalDetails } from '#contract/transactions.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { CodeReasons } from './code-reasons.tsx'

/** Why it waits for an approval, a line each. */
export function ApprovalReasons({ approval }: { approval: ApprovalDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { overUsd, reasons, people } = approval
  return (
    <>
      {people === 0 && <Box>{t('approval.because.withdrawal')}</Box>}
      {overUsd !== null && <Box>{t('approval.because.over', { amount: format.usd(overUsd) })}</Box>}
      <CodeReasons reasons={reasons.filter(({ code }) => code !== 'OVER_USD')} />
    </>
  )
}
