import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Money } from '#contract/http.ts'
import type { Transaction } from '#contract/transactions.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Amount } from '#web/ui/amount.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Figure, NoFigure } from '#web/ui/figure.tsx'
import type { Tone } from '#web/ui/style-tokens.ts'
import { Text } from '#web/ui/text.tsx'

interface AddedCostProps {
  /** The cost; undefined until it is known. */
  cost: Money | undefined
  tone?: Tone
}

/** The addition of another version to the fee of a transaction, shown first. */
export function AddedCost({ cost, tone = 'ink' }: AddedCostProps) {
  const { t } = useTranslation()
  return (
    <>
      <Text variant="cell" as="p" tone="ink2">
        {t('transactions.bump.cost')}
      </Text>
      <Text aria-live="polite" as="div" mb={5} tone={tone}>
        {cost ? <Figure usd={cost.usd} btc={cost.btc} /> : <NoFigure />}
      </Text>
    </>
  )
}

type Facts = ComponentProps<typeof FactRows>['facts']

interface FeeFactsProps {
  transaction: Transaction
  /** The payroll's funds afterwards, where they are known. */
  rest: Money | undefined
  /** Before these. */
  first?: Facts
}

/** The fees paid so far, and the remainder. */
export function FeeFacts({ transaction, rest, first = [] }: FeeFactsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { networkFee, feeRate } = transaction
  return (
    <FactRows
      facts={[
        ...first,
        ...(networkFee
          ? [
              {
                name: t('transactions.bump.paidSoFar'),
                value: (
                  <>
                    <b style={{ fontWeight: 600 }}>{format.usd(networkFee.usd)}</b>
                    {feeRate !== null && ` · ${format.decimal(feeRate)} sat/vB`}
                  </>
                ),
              },
            ]
          : []),
        ...(rest
          ? [
              {
                name: t('transactions.bump.rest'),
                value: <Amount usd={rest.usd} btc={rest.btc} unit />,
                strong: true,
              },
            ]
          : []),
      ]}
    />
  )
}
