import { useTranslation } from 'react-i18next'
import type { PaymentPeople } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Btc } from '#web/ui/amount.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

/** The sums in bitcoin and in dollars, and how many people get each; undefined while not known. */
export interface SumsToPay {
  bitcoinUsd: number
  dollarsUsd: number
  /** Undefined: the price of its hour decides. */
  btc?: string | undefined
  totals: Pick<PaymentPeople['totals'], 'bitcoinPeople' | 'dollarsPeople'> | undefined
}

/** The two halves of a sum side by side; nothing where all of it is in bitcoin. */
export function BothPartsOfSum({ bitcoinUsd, dollarsUsd, btc, totals }: SumsToPay) {
  const { t } = useTranslation()
  const format = useFormat()
  if (dollarsUsd === 0) return null
  const to = (count: number | undefined) => ({
    count: count ?? 0,
    people: format.count(count ?? 0),
  })
  const inBitcoin = bitcoinUsd > 0
  return (
    <Grid columns={inBitcoin ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)'} gap={4} mb={4}>
      {inBitcoin && (
        <Part
          name={
            totals ? t('payDollars.bitcoinTo', to(totals.bitcoinPeople)) : t('payDollars.bitcoin')
          }
          usd={bitcoinUsd}
          detail={btc !== undefined && <Btc btc={btc} />}
        />
      )}
      <Part
        name={totals ? t('payDollars.dollarsTo', to(totals.dollarsPeople)) : t('payDollars.toBank')}
        usd={dollarsUsd}
        detail={t('payDollars.byBank')}
        isSecond={inBitcoin}
      />
    </Grid>
  )
}

interface PartProps {
  name: string
  usd: number
  detail: React.ReactNode
  isSecond?: boolean
}

function Part({ name, usd, detail, isSecond = false }: PartProps) {
  const format = useFormat()
  return (
    <Text as="div" size={13.5} leading={20} tone="ink2" lineLeft={isSecond} pl={isSecond ? 4 : 0}>
      {name}
      <Text as="div" size={16} leading={24} strong tone="ink">
        {format.usd(usd)}
      </Text>
      <Text as="div" size={12.5} leading={20}>
        {detail}
      </Text>
    </Text>
  )
}
