import { useTranslation } from 'react-i18next'
import type { UncertainOnWire } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { ExternalTxLink } from '#web/shared/transactions/external-tx-link.tsx'
import { CheckLine } from '#web/ui/check-line.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Text } from '#web/ui/text.tsx'

interface UncertainPeriodProps {
  uncertain: UncertainOnWire
  canRepeat: boolean
  repeat: boolean
  onRepeat: (repeat: boolean) => void
  disabled: boolean
}

/** More names would hide the question. */
const namedAtMost = 10

/** Nobody knows whether these people are paid already: they are paid on purpose, or not at all. */
export function UncertainPeriod(props: UncertainPeriodProps) {
  const { uncertain, canRepeat, repeat, onRepeat, disabled } = props
  const { t } = useTranslation()
  return (
    <Notice tone="brick">
      <Text strong as="p">
        {t('payments.uncertain.title')}
      </Text>
      <p>{t('payments.uncertain.text')}</p>
      {uncertain.transactions.slice(0, namedAtMost).map(
        ({ _id, txid }) =>
          txid !== null && (
            <div key={_id}>
              <ExternalTxLink txid={txid} />
            </div>
          ),
      )}
      <PerhapsPaid {...uncertain} />
      {canRepeat && (
        <CheckLine checked={repeat} disabled={disabled} onChange={onRepeat}>
          {t('payments.uncertain.agree')}
        </CheckLine>
      )}
    </Notice>
  )
}

function PerhapsPaid({ people }: UncertainOnWire) {
  const { t } = useTranslation()
  const format = useFormat()
  const paid = people.filter(({ perhapsPaid }) => perhapsPaid)
  if (paid.length === 0) return <p>{t('payments.uncertain.nobody')}</p>
  const count = paid.length
  return (
    <Block>
      <p>{t('payments.uncertain.perhaps', { count, people: format.count(count) })}</p>
      <p>
        {paid
          .slice(0, namedAtMost)
          .map(({ name }) => name)
          .join(', ')}
        {count > namedAtMost && ` ${t('payments.uncertain.more')}`}
      </p>
    </Block>
  )
}
