import { useTranslation } from 'react-i18next'
import type { Money } from '#contract/http.ts'
import type { PaymentPreview } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useOccurrenceWords } from '#web/shared/calendar/use-occurrence-words.ts'
import { Amount } from '#web/ui/amount.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Text } from '#web/ui/text.tsx'
import type { Payability } from './payability.ts'

export interface PayFactsProps {
  preview: PaymentPreview
  payability: Payability
  /** The bitcoin of fee and remainder too, where the column has room. */
  withBtc?: boolean
}

/** The facts beside the sum that leaves: people, fee, rate, and remainder. */
export function PayFacts({ preview, payability, withBtc = false }: PayFactsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const rateName = useRateName(preview)
  const words = useOccurrenceWords()
  const { period, paidBefore: before = [] } = preview
  const { networkFee, usdRate, employees, transactions, dollarsUsd } = preview
  const people = t('payments.leaves.to', { count: employees, people: format.count(employees) })
  return (
    <FactRows
      facts={[
        ...(period
          ? [
              {
                name: t('payments.period.name'),
                value: (
                  <>
                    {words.period(period.key)}
                    {period.dueAt !== null && (
                      <Text as="div" size={12.5} leading={18} tone="ink2">
                        {format.weekdayAndDay(period.dueAt)}
                      </Text>
                    )}
                    {before.length > 0 && (
                      <Text as="div" size={12.5} leading={18} tone="ink2">
                        {t('payments.period.before', { count: before.length })}
                      </Text>
                    )}
                  </>
                ),
              },
            ]
          : []),
        {
          // The line of both parts counts people where some get no bitcoin.
          name: dollarsUsd > 0 ? t('payDollars.bitcoin') : people,
          value: (
            <>
              <Amount usd={preview.bitcoinUsd} />
              <Text as="div" size={12.5} leading={18} tone="ink2">
                {t('payments.leaves.in', { count: transactions })}
              </Text>
            </>
          ),
        },
        { name: t('payments.fee'), value: <Shown amount={networkFee} withBtc={withBtc} /> },
        {
          name: rateName,
          value: <Text as="div" leading={20} strong>{`1 BTC = ${format.usd(usdRate)}`}</Text>,
        },
        {
          name: t('payments.rest'),
          value: <Shown amount={payability.rest} withBtc={withBtc} />,
          strong: true,
        },
      ]}
    />
  )
}

function Shown({ amount: { usd, btc }, withBtc }: { amount: Money; withBtc: boolean }) {
  return withBtc ? <Amount usd={usd} btc={btc} unit /> : <Amount usd={usd} />
}

/** The rate is locked when the payment is made; until then it ages. */
function useRateName({ rateAt }: PaymentPreview): string {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(1000)
  if (rateAt === null) return t('payments.rate')
  return t('payments.leaves.rate', { age: format.age(rateAt, now) })
}
