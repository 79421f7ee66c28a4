import { useTranslation } from 'react-i18next'
import type { Money } from '#contract/http.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AddressFull } from '#web/ui/address-text.tsx'
import { Btc } from '#web/ui/amount.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { bitcoinUri } from './bitcoin-uri.ts'
import { QrCode } from './qr-code.tsx'

interface QrDialogProps {
  onClose: () => void
  title: string
  address: string
  /** The exact amount in the code; null: any. */
  amount: Money | null
}

/** A funding address large enough to be scanned across a table. */
export function QrDialog({ onClose, title, address, amount }: QrDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const phone = usePhone()
  return (
    <AppDialog onClose={onClose} title={title} size="wide">
      <Row stackBelow="md" gap={{ xs: 5, md: 8 }} pb={2}>
        <QrCode
          value={bitcoinUri(address, amount?.btc)}
          label={t('ui.qr.label')}
          size={phone ? 264 : 320}
        />
        <Block width={{ xs: 264, md: 'auto' }}>
          {amount && (
            <Block mb={3}>
              <Text>
                {t('ui.qr.exactAmount')} <b>{format.usd(amount.usd)}</b>
              </Text>
              <Text variant="secondary" tone="ink2">
                <Btc btc={amount.btc} />
              </Text>
            </Block>
          )}
          <Text variant="secondary" mb={1} tone="ink2">
            {t('ui.address')}
          </Text>
          <AddressFull address={address} perLine={4} />
          <Block mt={3} ml={-2}>
            <CopyButton value={address} text durationMs={2000} />
          </Block>
        </Block>
      </Row>
    </AppDialog>
  )
}
