import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { Amount, Btc } from '#web/ui/amount.tsx'
import { FactRows, LinelessStart } from '#web/ui/fact-rows.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { PayFacts, type PayFactsProps } from './pay-facts.tsx'

interface PaySumProps extends PayFactsProps {
  /** The payroll's name, where nothing is said before. */
  children: ReactNode
}

/** 'Sale en total' as the figure, its parts beside it. */
export function PaySum({ preview, payability, children }: PaySumProps) {
  return (
    <Grid columns="minmax(0, 1fr) minmax(0, 318px)" columnGap={10} align="start" mb={3}>
      <div>
        {children}
        <Leaves payability={payability} />
      </div>
      {/* The facts stand beside the name, where no line begins them. */}
      <LinelessStart>
        <PayFacts preview={preview} payability={payability} />
      </LinelessStart>
    </Grid>
  )
}

/**
 * The sum on phones, where changes are looked at first: the figure, and what it is made of beside
 * it.
 */
export function BriefSum({ preview, payability: { leaves } }: PayFactsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const people = t('payments.peopleCount', {
    count: preview.employees,
    people: format.count(preview.employees),
  })
  return (
    <Grid columns="minmax(0, 1fr) auto" columnGap={3} align="end" mt={2} mb={3}>
      <div>
        <Text variant="cell" as="p" tone="ink2">
          {t('payments.leaves.title')}
        </Text>
        <Figure usd={leaves.usd} size="answer" />
      </div>
      <Text as="div" size={12.5} leading={18} tone="ink2" textAlign="right">
        <div>
          <Btc btc={leaves.btc} />
        </div>
        {t('payments.leaves.brief', { people, fee: format.usd(preview.networkFee.usd) })}
      </Text>
    </Grid>
  )
}

/** 'Sale en total' and its figure. */
export function Leaves({ payability: { leaves } }: Pick<PayFactsProps, 'payability'>) {
  const { t } = useTranslation()
  return (
    <>
      <Text variant="cell" as="p" mt={4} tone="ink2">
        {t('payments.leaves.title')}
      </Text>
      <Figure usd={leaves.usd} btc={leaves.btc} />
    </>
  )
}

/** Beneath a choice of people: the fee, what leaves, what stays. */
export function ShortFacts({ preview, payability }: PayFactsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { networkFee } = preview
  const { leaves, rest } = payability
  return (
    <FactRows
      facts={[
        { name: t('payments.fee'), value: <Text strong>{format.usd(networkFee.usd)}</Text> },
        {
          name: t('payments.leaves.title'),
          value: <Amount usd={leaves.usd} btc={leaves.btc} unit />,
          strong: true,
        },
        { name: t('payments.rest'), value: <Text strong>{format.usd(rest.usd)}</Text> },
      ]}
    />
  )
}
