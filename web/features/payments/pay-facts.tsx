import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Amount } from '#web/ui/amount.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Text } from '#web/ui/text.tsx'
import type { Payability } from './payability.ts'

/** The facts of the payment: people, rate, fee, and remainder. */
export function PayFacts({
  preview,
  payability,
}: {
  preview: PaymentPreview
  payability: Payability
}) {
  const { t } = useTranslation()
  const { networkFee } = preview
  return (
    <FactRows
      facts={[
        { name: t('payments.people'), value: <People preview={preview} /> },
        { name: t('payments.rate'), value: <Rate preview={preview} /> },
        {
          name: t('payments.fee'),
          value: <Amount usd={networkFee.usd} btc={networkFee.btc} unit />,
        },
        {
          name: t('payments.rest'),
          value: <Amount usd={payability.rest.usd} btc={payability.rest.btc} unit />,
          strong: true,
        },
      ]}
    />
  )
}

function People({ preview: { employees, transactions } }: { preview: PaymentPreview }) {
  const { t } = useTranslation()
  const format = useFormat()
  return t('payments.peopleIn', { people: format.count(employees), count: transactions })
}

/** The rate is locked when the payment is made; until then it ages. */
function Rate({ preview: { usdRate, rateAt } }: { preview: PaymentPreview }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(1000)
  return (
    <>
      <Text as="div" leading={20} strong>{`1 BTC = ${format.usd(usdRate)}`}</Text>
      {rateAt !== null && (
        <Text as="div" size={12.5} leading={18} tone="ink2">
          {t('payments.rateAge', { age: format.age(rateAt, now) })}
        </Text>
      )}
    </>
  )
}
