import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { AddressShort } from '#web/ui/address-text.tsx'
import { Btc } from '#web/ui/amount.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import { ScrolledRow } from '#web/ui/long-list.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { btcAt, type PaidPerson } from './preview-people.ts'

interface PersonRowProps {
  person: PaidPerson
  usdRate: number
  isUnaccepted: boolean
  narrow: boolean
}

/** Name, dollars, bitcoin and both ends of the address; on phones in two lines. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, usdRate, isUnaccepted, narrow } = props
  const { t } = useTranslation()
  const format = useFormat()
  const phone = usePhone()
  const isNarrow = narrow || phone
  return (
    <ScrolledRow narrow={isNarrow}>
      <Row area="name" minWidth={0} gap={2}>
        <Text as="span" strong truncate title={person.name} translate="no">
          {person.name}
        </Text>
        <Shares person={person} isUnaccepted={isUnaccepted} />
      </Row>
      <Text as="div" area="usd" textAlign="right" strong>
        {format.usd(person.usd)}
        {person.bitcoinUsd > 0 && person.dollarsUsd > 0 && (
          <Text as="div" size={12.5} leading={16} tone="ink2" noWrap>
            {t('payDollars.ofThem', { dollars: format.usd(person.dollarsUsd) })}
          </Text>
        )}
      </Text>
      <Text as="div" area="btc" textAlign="right" tone="ink2" size={13.5}>
        {person.bitcoinUsd > 0 ? (
          <Btc btc={btcAt(person.bitcoinUsd, usdRate)} unit={false} />
        ) : (
          t('payDollars.toBank')
        )}
      </Text>
      <Text as="div" area="address" textAlign={isNarrow ? 'left' : 'right'} minWidth={0}>
        {person.bitcoinUsd > 0 && <AddressShort address={person.cryptoAddress} tail={6} />}
      </Text>
    </ScrolledRow>
  )
})

/** A disc by somebody whose address another one of this payment has. */
function Shares({ person, isUnaccepted }: Pick<PersonRowProps, 'person' | 'isUnaccepted'>) {
  const { t } = useTranslation()
  if (person.sharedWith.length === 0) return null
  return (
    <>
      <Mark name="alert" tone={isUnaccepted ? 'brick' : 'ink2'} />
      <VisuallyHidden>{t('payments.who.shares')}</VisuallyHidden>
    </>
  )
}
