import { useTranslation } from 'react-i18next'
import type { ApprovalDetails } from '#contract/transactions.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Block } from '#web/ui/layout.tsx'
import { CodeReasons } from './code-reasons.tsx'

/** Why it waits for an approval, a line each. */
export function ApprovalReasons({
  approval,
}: {
  approval: Pick<ApprovalDetails, 'overUsd' | 'reasons' | 'people'>
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { overUsd, reasons, people } = approval
  return (
    <>
      {people === 0 && <Block>{t('approval.because.withdrawal')}</Block>}
      {overUsd !== null && (
        <Block>{t('approval.because.over', { amount: format.usd(overUsd) })}</Block>
      )}
      <CodeReasons reasons={reasons.filter(({ code }) => code !== 'OVER_USD')} />
    </>
  )
}
