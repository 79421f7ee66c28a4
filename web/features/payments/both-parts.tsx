import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

type Split = Pick<
  PaymentPreview,
  'totalUsd' | 'bitcoinUsd' | 'dollarsUsd' | 'dollarsPeople' | 'inDollars' | 'employees'
>

/** Nothing of a run is in bitcoin: it takes no transaction, no price and no funds. */
export const hasNoBitcoin = ({ bitcoinUsd, dollarsUsd }: Split): boolean =>
  bitcoinUsd === 0 && dollarsUsd > 0

function usePeopleCount() {
  const { t } = useTranslation()
  const format = useFormat()
  return (count: number) => t('payments.peopleCount', { count, people: format.count(count) })
}

/** 'En bitcoin $8,410.00 · En dólares $3,210.55 (14 personas)'; nothing while all is in bitcoin. */
export function BothParts({ preview }: { preview: Split }) {
  const { t } = useTranslation()
  const format = useFormat()
  const people = usePeopleCount()
  if (preview.dollarsUsd === 0) return null
  return (
    <Block pt={3} pb={4}>
      <Text as="p" variant="secondary" strong>
        {t('payDollars.both', {
          bitcoin: format.usd(preview.bitcoinUsd),
          dollars: format.usd(preview.dollarsUsd),
          people: people(preview.dollarsPeople),
        })}
      </Text>
      <InDollars preview={preview} />
    </Block>
  )
}

const namedAtMost = 5

/** People who get less in bitcoin than their share says, by name, and why. */
function InDollars({ preview }: { preview: Pick<Split, 'inDollars'> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const groups = [
    { reason: 'NO_CONSENT', text: 'payDollars.noConsent' },
    { reason: 'DUST', text: 'payDollars.dust' },
  ] as const
  return groups.map(({ reason, text }) => {
    const names = preview.inDollars.filter((one) => one.reason === reason).map(({ name }) => name)
    if (names.length === 0) return null
    const named = names.slice(0, namedAtMost)
    const rest = names.length - named.length
    const list =
      rest > 0 ? t('payDollars.more', { names: named.join(', '), count: rest }) : format.list(named)
    return (
      <Text key={reason} as="p" variant="secondary" tone="amber" mt={1} breakWords>
        {t(text, { count: names.length, names: list })}
      </Text>
    )
  })
}

/** A run of dollars alone. */
export function DollarsAlone({ preview }: { preview: Split }) {
  const { t } = useTranslation()
  const people = usePeopleCount()
  return (
    <Block mt={4}>
      <Text variant="cell" as="p" tone="ink2">
        {t('payDollars.dollars', { people: people(preview.dollarsPeople) })}
      </Text>
      <Figure usd={preview.dollarsUsd} />
      <InDollars preview={preview} />
      <Block mt={3} mb={4}>
        <Text as="p" strong>
          {t('payDollars.alone')}
        </Text>
        <Text as="p" variant="secondary" tone="ink2">
          {t('payDollars.aloneNext')}
        </Text>
      </Block>
    </Block>
  )
}
