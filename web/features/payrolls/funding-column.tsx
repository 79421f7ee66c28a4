import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Money } from '#contract/http.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { bitcoinUri } from '#web/shared/address/bitcoin-uri.ts'
import { QrCode } from '#web/shared/address/qr-code.tsx'
import { AddressNotShown } from '#web/shared/funding/address-not-shown.tsx'
import { FundingRequest } from '#web/shared/funding/funding-request.tsx'
import { paths } from '#web/shared/paths.ts'
import { AddressFull } from '#web/ui/address-text.tsx'
import { Button, Link, Pressable } from '#web/ui/controls.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { QrCode2Icon } from '#web/ui/icons/qr-code-2.tsx'
import { soon } from '#web/ui/later.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { useNarrow, usePhone } from '#web/ui/use-phone.ts'
import { PriceFall } from './price-fall.tsx'

const QrDialog = soon(async () => (await import('#web/shared/address/qr-dialog.tsx')).QrDialog)

const copiedMs = 2000

/** The amount to ask for; null where nothing is. The unpaid lines of a run may lack funds as well. */
export const toAskFor = ({ status: { code }, toFund }: Payroll) =>
  (code === 'short' || code === 'paidInPart') && toFund.usd > 0 ? toFund : null

/**
 * The address to which funds are sent, to be scanned or copied; the code asks for what is missing
 * and a reserve.
 */
export function FundingColumn({ payroll }: { payroll: Payroll }) {
  const [enlarged, setEnlarged] = useState(false)
  const amount = toAskFor(payroll)
  const phone = usePhone()
  const enlarge = () => setEnlarged(true)
  if (payroll.cryptoAddress === '') return <AddressNotShown />
  const code = (size: number) => (
    <EnlargingCode address={payroll.cryptoAddress} amount={amount} size={size} onPress={enlarge} />
  )
  return (
    <>
      {amount === null ? (
        <Plain payroll={payroll} code={code} onEnlarge={enlarge} />
      ) : phone ? (
        <Narrow payroll={payroll} code={code} />
      ) : (
        <Wide payroll={payroll} code={code} onEnlarge={enlarge} />
      )}
      <DialogPresence>
        {enlarged && (
          <QrDialog
            onClose={() => setEnlarged(false)}
            title={payroll.name}
            address={payroll.cryptoAddress}
            amount={amount}
          />
        )}
      </DialogPresence>
    </>
  )
}

interface LayoutProps {
  payroll: Payroll
  code: (size: number) => ReactNode
  onEnlarge?: () => void
}

function Wide({ payroll, code, onEnlarge }: LayoutProps) {
  const { t } = useTranslation()
  return (
    <>
      <Grid columns="190px minmax(0, 1fr)" columnGap={7}>
        <div>
          {code(188)}
          <Text variant="caption" as="p" mt={2} tone="ink2" textAlign="center">
            {t('payday.fund.code')}
          </Text>
        </div>
        <FundingRequest
          payrollId={payroll._id}
          toFund={payroll.toFund}
          missingUsd={payroll.status.missing?.usd ?? 0}
        />
      </Grid>
      <Block mt={5} pt={5} lineAbove>
        <Text variant="cell" as="h2" mb={0.5} tone="ink2">
          {t('payday.fund.addressOf')}
        </Text>
        <AddressFull address={payroll.cryptoAddress} perLine={11} size={15} />
        <Row wrap justify="between" columnGap={4} mt={1} ml={-2}>
          <AddressButtons payroll={payroll} onEnlarge={onEnlarge} />
          <HowLink payroll={payroll} />
        </Row>
      </Block>
    </>
  )
}

function Narrow({ payroll, code }: LayoutProps) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const narrowest = useMediaQuery('(max-width: 379.95px)', { noSsr: true })
  const toEdges = { mx: '-18px', px: '18px' }
  return (
    <>
      <PriceFall payroll={payroll} lineBelow />
      <FundingRequest
        payrollId={payroll._id}
        toFund={payroll.toFund}
        missingUsd={payroll.status.missing?.usd ?? 0}
      />
      <Block {...toEdges} mt={5} pt={5} lineAbove>
        <Row wrap align="start" gap={narrowest ? 3 : 4}>
          {code(140)}
          <Block flex="1 1 126px" minWidth={0}>
            <Text variant="cell" as="h2" tone="ink2">
              {t('ui.address')}
            </Text>
            <AddressFull
              address={payroll.cryptoAddress}
              perLine={narrow ? 3 : 6}
              size={narrowest ? 14 : 15}
            />
            <Block ml={-2} mt={1}>
              <CopyButton value={payroll.cryptoAddress} text durationMs={copiedMs} />
            </Block>
          </Block>
        </Row>
      </Block>
      <Block {...toEdges} mt={5} pt={4} lineAbove>
        <HowLink payroll={payroll} />
      </Block>
    </>
  )
}

/** Nothing is missing: any amount may come. */
function Plain({ payroll, code, onEnlarge }: LayoutProps) {
  const { t } = useTranslation()
  // Beside the code three groups of the address must fit on a phone, and six on all else.
  const phone = useNarrow()
  const narrowest = useMediaQuery('(max-width: 379.95px)', { noSsr: true })
  return (
    // On the narrowest phones the address stands under the code.
    <Row wrap gap={narrowest ? 3 : { xs: 4, sm: 6 }}>
      {code(phone ? 140 : 164)}
      <Block flex="1 1 126px" minWidth={0}>
        <Text variant="cell" as="h2" mb={1} tone="ink2">
          {t('ui.address')}
        </Text>
        <AddressFull
          address={payroll.cryptoAddress}
          perLine={phone ? 3 : 6}
          size={narrowest ? 14 : phone ? 15 : 16}
        />
        <Row wrap columnGap={3} mt={2} ml={-2} align="stretch">
          <AddressButtons payroll={payroll} onEnlarge={phone ? undefined : onEnlarge} />
        </Row>
      </Block>
    </Row>
  )
}

interface AddressButtonsProps {
  payroll: Payroll
  onEnlarge: (() => void) | undefined
}

function AddressButtons({ payroll, onEnlarge }: AddressButtonsProps) {
  const { t } = useTranslation()
  return (
    <span>
      <CopyButton value={payroll.cryptoAddress} text durationMs={copiedMs} />
      {onEnlarge && (
        <Button variant="text" size="small" startIcon={<QrCode2Icon />} onClick={onEnlarge} ml={3}>
          {t('payrolls.details.enlargeQr')}
        </Button>
      )}
    </span>
  )
}

function HowLink({ payroll }: { payroll: Payroll }) {
  const { t } = useTranslation()
  return (
    <Link component={RouterLink} to={paths.helpGetBitcoinFor(payroll._id)} size={14.5}>
      {t('payday.fund.how')}
    </Link>
  )
}

interface EnlargingCodeProps {
  address: string
  amount: Money | null
  size: number
  onPress: () => void
}

function EnlargingCode({ address, amount, size, onPress }: EnlargingCodeProps) {
  const { t } = useTranslation()
  return (
    <Pressable
      onClick={onPress}
      aria-label={t('payrolls.details.enlargeQr')}
      flex="none"
      rounded={10}
    >
      <QrCode value={bitcoinUri(address, amount?.btc)} label={t('ui.qr.label')} size={size} />
    </Pressable>
  )
}
