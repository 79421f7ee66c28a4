import Box from '@mui/material/Box'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { AddressShort } from '#web/shared/address/address-text.tsx'
import { Btc } from '#web/ui/amount.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
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

/** In two lines, and in one. */
const shapes = {
  narrow: {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gridTemplateAreas: '"name usd" "address btc"',
    minHeight: 62,
    py: 2,
    containIntrinsicSize: 'auto 62px',
  },
  wide: {
    gridTemplateColumns: 'minmax(0, 1fr) 104px 128px 152px',
    gridTemplateAreas: '"name usd btc address"',
    minHeight: 42,
    containIntrinsicSize: 'auto 42px',
  },
}

/** Name, dollars, bitcoin and both ends of the address; on phones in two lines. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, usdRate, isUnaccepted, narrow } = props
  const { t } = useTranslation()
  const format = useFormat()
  const phone = usePhone()
  const isNarrow = narrow || phone
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        ...shapes[isNarrow ? 'narrow' : 'wide'],
        alignItems: 'center',
        columnGap: 3,
        fontSize: '0.875rem',
        '& + &': { borderTop: 1, borderColor: 'line' },
        // Thousands of rows are laid out only where they are seen.
        contentVisibility: 'auto',
      }}
    >
      <Row area="name" minWidth={0} gap={2}>
        <Text as="span" strong truncate title={person.name}>
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
    </Box>
  )
})

/** A disc by somebody whose address another one of this payment has. */
function Shares({ person, isUnaccepted }: Pick<PersonRowProps, 'person' | 'isUnaccepted'>) {
  const { t } = useTranslation()
  if (person.sharedWith.length === 0) return null
  return (
    <>
      <Mark name="alert" sx={{ flex: 'none', color: isUnaccepted ? 'brick' : 'ink2' }} />
      <VisuallyHidden>{t('payments.who.shares')}</VisuallyHidden>
    </>
  )
}
