import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Text } from '#web/ui/text.tsx'
import { moneyOf } from './use-approval-words.ts'

export interface SignedSum {
  people: number
  usd: number
}

interface SignedSentenceProps {
  approval: Approval
  signed?: SignedSum | undefined
  /** A code signs nothing: the hash alone is to be compared. */
  isKey: boolean
}

/** All that a passkey signs, and the beginning and end of its hash, as in the mail. */
export function SignedSentence({ approval, signed, isKey }: SignedSentenceProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { kind, sheetHash, feeCeilingUsd, payment, occurrence } = approval
  const people = signed?.people ?? occurrence?.people ?? payment?.lines ?? 0
  const values = {
    count: people,
    people: format.count(people),
    amount: format.usd(signed?.usd ?? moneyOf(approval)?.usd ?? 0),
    fee: format.usd(feeCeilingUsd ?? 0),
  }
  const ceiling = format.usd(occurrence?.ceilingUsd ?? 0)
  return (
    <>
      {isKey && (
        <Text variant="secondary" tone="ink2" mt={3}>
          {payment?.bitcoinUsd === 0
            ? t('approvals.signs.DOLLARS', values)
            : kind === 'PAYMENT' || kind === 'WITHDRAWAL' || kind === 'CONSOLIDATION'
              ? t(`approvals.signs.${kind}`, values)
              : occurrence
                ? t('approvals.payday.signs', { ...values, ceiling })
                : t('approvals.signs.change')}
        </Text>
      )}
      <Text variant="secondary" tone="ink2" mt={isKey ? 1 : 3}>
        {t('approvals.sheet')}{' '}
        <Text as="span" mono size={13} noWrap>
          {sheetHash.slice(0, 8)}…{sheetHash.slice(-8)}
        </Text>
      </Text>
    </>
  )
}
