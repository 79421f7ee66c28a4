import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import { minimumHeadSats } from '#domain/fees.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AddressFull } from '#web/shared/address/address-text.tsx'
import { bitcoinUri } from '#web/shared/address/bitcoin-uri.ts'
import { QrCode } from '#web/shared/address/qr-code.tsx'
import { Amount, Btc } from '#web/ui/amount.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { Payability } from './payability.ts'

interface ShortfallProps {
  preview: PaymentPreview
  payability: Payability
  short: NonNullable<Payability['short']>
  address: string
}

/** The shortfall, its parts, and a code for exactly that amount. */
export function Shortfall(props: ShortfallProps) {
  const { short, address } = props
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
        {short.toDeposit ? <Missing amount={short.toDeposit} /> : <AllIncoming short={short} />}
        <Sum {...props} />
      </div>
      {short.toDeposit && <Deposit address={address} btc={short.toDeposit.btc} />}
    </Grid>
  )
}

function Missing({ amount }: { amount: { usd: number; btc: string } }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Row as="p" gap={2} strong tone="brick">
        <Mark name="alert" />
        {t('payments.short.title')}
      </Row>
      <Figure usd={amount.usd} />
      <Row gap={1} mt={0.5} size={17} strong>
        <Btc btc={amount.btc} />
        <CopyButton value={amount.btc} label={t('payments.short.copyAmount')} />
      </Row>
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
          name: t('payments.short.total', { people }),
          value: amount({ usd: preview.totalUsd, btc: preview.totalBtc }),
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

function Deposit({ address, btc }: { address: string; btc: string }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const caption = (
    <Text variant="secondary" tone="ink2">
      {t(phone ? 'payments.short.exactShort' : 'payments.short.exact')}
    </Text>
  )
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row', md: 'column' },
        alignItems: 'center',
        gap: { xs: 4, md: 3 },
        pt: { xs: 5, md: 0 },
        borderTop: { xs: 1, md: 0 },
        borderColor: { xs: 'line', md: 'line' },
      }}
    >
      <QrCode value={bitcoinUri(address, btc)} label={t('ui.qr.label')} size={phone ? 140 : 225} />
      {!phone && caption}
      <Box sx={{ display: 'grid', justifyItems: { md: 'center' }, minWidth: 0 }}>
        <AddressFull address={address} perLine={phone ? 3 : 4} size={15} />
        <Block mt={1} ml={{ xs: -2, md: 0 }}>
          <CopyButton value={address} text durationMs={2000} />
        </Block>
        {phone && caption}
      </Box>
    </Box>
  )
}
