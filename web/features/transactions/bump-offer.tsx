import OutlinedInput from '@mui/material/OutlinedInput'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { BumpOffer } from '#contract/fee-bumps.ts'
import type { Transaction } from '#contract/transactions.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Field, helpId } from '#web/ui/field.tsx'
import { Block } from '#web/ui/layout.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { Text } from '#web/ui/text.tsx'
import { AddedCost, FeeFacts } from './added-cost.tsx'
import { useRestAfter } from './api.ts'

interface BumpOfferProps {
  offer: BumpOffer
  /** Null while one's own fee rate is not priced. */
  option: Pick<BumpOffer['options'][number], 'feeRate' | 'cost'> | null
  chosen: string
  onChoose: (chosen: string) => void
  typed: string
  onType: (typed: string) => void
  /** Why one's own fee rate cannot be had. */
  refusal: string | undefined
  transaction: Transaction
  /** The code or passkey that confirms a fee above what was ordered. */
  proof: ReactNode
}

/** The added cost, the expected speed, and the way it works. */
export function BumpOfferView(props: BumpOfferProps) {
  const { offer, option, chosen, onChoose, transaction, proof } = props
  const { t } = useTranslation()
  const format = useFormat()
  const rest = useRestAfter(transaction.payroll._id, option?.cost.btc)
  // A withdrawal without a head has nothing else to pay by: what arrives is less.
  const isLess = offer.method === 'RBF' && transaction.type === 'withdrawal'
  // For the price of the next block nobody waits for three.
  const speeds = offer.options.filter(
    ({ cost }, index) => index === 0 || cost.btc !== offer.options[0]?.cost.btc,
  )
  return (
    <>
      <AddedCost cost={option?.cost} />
      <RadioRows
        label={t('transactions.bump.speed')}
        value={chosen}
        onChange={onChoose}
        options={[
          ...speeds.map(({ blocks, cost, feeRate }, index) => ({
            value: String(index),
            title: t('transactions.bump.within', { count: blocks }),
            detail: t('transactions.bump.minutes', { count: blocks * 10 }),
            aside: (
              <>
                <Text as="div" strong leading={22}>
                  {format.usd(cost.usd)}
                </Text>
                <Text as="div" size={13.5} leading={19} tone="ink2">
                  {`${format.decimal(feeRate)} sat/vB`}
                </Text>
              </>
            ),
          })),
          {
            value: 'own',
            title: t('transactions.bump.own'),
            detail: t('transactions.bump.ownDetail'),
          },
        ]}
      />
      {chosen === 'own' && <OwnRate {...props} />}
      <Text variant="body2" mt={4} mb={4} tone="ink2">
        {t(`transactions.bump.method.${isLess ? 'withdrawal' : offer.method}`)}
      </Text>
      {offer.evictedSpends > 0 && (
        <Text variant="body2" mb={4} tone="ink2">
          {t('transactions.bump.evicted', { count: offer.evictedSpends })}
        </Text>
      )}
      {proof}
      <FeeFacts transaction={transaction} rest={isLess ? undefined : rest} />
    </>
  )
}

function OwnRate({ typed, onType, refusal }: BumpOfferProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Block mt={4}>
      <Field id={id} label={t('transactions.bump.ownRate')} error={refusal}>
        <OutlinedInput
          id={id}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          error={refusal !== undefined}
          autoComplete="off"
          autoFocus
          slotProps={{
            input: {
              inputMode: 'decimal',
              maxLength: 11,
              'aria-describedby': helpId(id, refusal, undefined),
            },
          }}
        />
      </Field>
    </Block>
  )
}
