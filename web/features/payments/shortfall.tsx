import { useTranslation } from 'react-i18next'
import type { Money } from '#contract/http.ts'
import type { PaymentPreview } from '#contract/payments.ts'
import type { ToFund } from '#contract/payroll-status.ts'
import { minimumHeadSats } from '#domain/fees.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { bitcoinUri } from '#web/shared/address/bitcoin-uri.ts'
import { QrCode } from '#web/shared/address/qr-code.tsx'
import { AddressNotShown } from '#web/shared/funding/address-not-shown.tsx'
import { FundingRequest } from '#web/shared/funding/funding-request.tsx'
import { AddressFull } from '#web/ui/address-text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { Payability } from './payability.ts'

interface ShortfallProps {
  payrollId: string
  preview: PaymentPreview
  payability: Payability
  short: NonNullable<Payability['short']>
  address: string
}

/** The shortfall, its parts, and a code for the amount to send, which has a reserve. */
export function Shortfall(props: ShortfallProps) {
  const { payrollId, short, address, preview } = props
  return (
    <Grid
      columns={{
        xs: 'minmax(0, 1fr)',
        md: short.toDeposit ? 'minmax(0, 1fr) 227px' : 'minmax(0, 1fr)',
      }}
      columnGap={15}
      align="start"
    >
      <div>
        {short.toDeposit ? (
          <Missing amount={short.toDeposit} />
        ) : address === '' ? (
          <AddressNotShown />
        ) : (
          <AllIncoming short={short} />
        )}
        <Sum {...props} />
      </div>
      {short.toDeposit && (
        <Deposit
          payrollId={payrollId}
          address={address}
          toFund={preview.toFund}
          missingUsd={short.toDeposit.usd}
        />
      )}
    </Grid>
  )
}

function Missing({ amount }: { amount: Money }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Row as="p" gap={2} strong tone="brick">
        <Mark name="alert" />
        {t('payments.short.title')}
      </Row>
      <Figure usd={amount.usd} btc={amount.btc} />
      <Text variant="secondary" mb={4} tone="ink2">
        {t('payments.short.head', { sats: format.count(Number(minimumHeadSats)) })}
      </Text>
    </>
  )
}

/** Enough has been sent: asking for more would fund it twice. */
function AllIncoming({ short }: { short: NonNullable<Payability['short']> }) {
  const { t } = useTranslation()
  return (
    <>
      <Row as="p" gap={2} strong tone="amber">
        <Mark name="half" />
        {t('payments.short.allIncoming')}
      </Row>
      <Block mb={4}>
        <Figure usd={short.incoming.usd} btc={short.incoming.btc} />
      </Block>
    </>
  )
}

function Sum({ preview, payability, short }: ShortfallProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const people = t('payments.peopleCount', {
    count: preview.employees,
    people: format.count(preview.employees),
  })
  const amount = ({ usd, btc }: { usd: number; btc: string }) => <Amount usd={usd} btc={btc} unit />
  const isSomeIncoming = short.toDeposit !== null && short.incoming.btc !== '0.00000000'
  return (
    <FactRows
      facts={[
        {
          name:
            preview.dollarsUsd > 0
              ? t('payDollars.bitcoin')
              : t('payments.short.total', { people }),
          value: amount({ usd: preview.bitcoinUsd, btc: preview.totalBtc }),
        },
        { name: t('payments.fee'), value: amount(preview.networkFee) },
        { name: t('payments.short.available'), value: amount(payability.available) },
        ...(isSomeIncoming
          ? [{ name: t('payments.short.incoming'), value: amount(short.incoming) }]
          : []),
      ]}
    />
  )
}

interface DepositProps {
  payrollId: string
  address: string
  toFund: ToFund
  missingUsd: number
}

function Deposit({ payrollId, address, toFund, missingUsd }: DepositProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  return (
    <Grid lineAbove={{ xs: true, md: false }} gap={4} pt={{ xs: 5, md: 0 }}>
      <FundingRequest payrollId={payrollId} toFund={toFund} missingUsd={missingUsd} />
      <Row stackFrom="md" align={{ xs: 'center', md: 'start' }} gap={{ xs: 4, md: 3 }}>
        <QrCode
          value={bitcoinUri(address, toFund.btc)}
          label={t('ui.qr.label')}
          size={phone ? 140 : 225}
        />
        <Grid minWidth={0}>
          <AddressFull address={address} perLine={phone ? 3 : 4} size={15} />
          <Block mt={1} ml={-2}>
            <CopyButton value={address} text durationMs={2000} />
          </Block>
          <Text variant="secondary" tone="ink2">
            {t('payday.fund.code')}
          </Text>
        </Grid>
      </Row>
    </Grid>
  )
}
