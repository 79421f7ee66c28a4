import QrCode2 from '@mui/icons-material/QrCode2'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Money } from '#contract/http.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AddressFull } from '#web/shared/address/address-text.tsx'
import { bitcoinUri } from '#web/shared/address/bitcoin-uri.ts'
import { QrCode } from '#web/shared/address/qr-code.tsx'
import { QrDialog } from '#web/shared/address/qr-dialog.tsx'
import { Btc } from '#web/ui/amount.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { useNarrow } from '#web/ui/use-phone.ts'

const copiedMs = 2000

interface FundingColumnProps {
  payroll: Payroll
  toDeposit: Money | null
}

/** Where funds are sent, to be scanned or copied; the code asks for what is missing. */
export function FundingColumn({ payroll, toDeposit }: FundingColumnProps) {
  const { t } = useTranslation()
  const format = useFormat()
  // Beside the code three groups of the address must fit on a phone, and six on all else.
  const phone = useNarrow()
  const narrowest = useMediaQuery('(max-width: 379.95px)', { noSsr: true })
  const [enlarged, setEnlarged] = useState(false)
  const { cryptoAddress: address, name } = payroll
  return (
    <Row
      // On the narrowest phones the address stands under the code.
      wrap
      gap={narrowest ? 3 : { xs: 4, sm: 6 }}
    >
      <ButtonBase
        onClick={() => setEnlarged(true)}
        aria-label={t('payrolls.details.enlargeQr')}
        sx={{ flex: 'none', borderRadius: '10px' }}
      >
        <QrCode
          value={bitcoinUri(address, toDeposit?.btc)}
          label={t('ui.qr.label')}
          size={phone ? 140 : 164}
        />
      </ButtonBase>
      <Block flex="1 1 126px" minWidth={0}>
        <Text variant="cell" as="h2" mb={1} tone="ink2">
          {t('transactions.column.address')}
        </Text>
        <AddressFull
          address={address}
          perLine={phone ? 3 : 6}
          size={narrowest ? 14 : phone ? 15 : 16}
        />
        {toDeposit && (
          <Text variant="secondary" mt={1} tone="ink2">
            {t('payrolls.details.qrAmount')}{' '}
            <Text as="b" strong tone="ink">
              {format.usd(toDeposit.usd)}
            </Text>
            <Box component="span" sx={{ display: 'block', fontSize: '0.78125rem' }}>
              <Btc btc={toDeposit.btc} />
            </Box>
          </Text>
        )}
        <Row wrap columnGap={3} mt={2} ml={-2} align="stretch">
          <CopyButton value={address} text durationMs={copiedMs} />
          {!phone && (
            <Button
              variant="text"
              size="small"
              startIcon={<QrCode2 />}
              onClick={() => setEnlarged(true)}
            >
              {t('payrolls.details.enlargeQr')}
            </Button>
          )}
        </Row>
      </Block>
      <DialogPresence>
        {enlarged && (
          <QrDialog
            onClose={() => setEnlarged(false)}
            title={name}
            address={address}
            amount={toDeposit}
          />
        )}
      </DialogPresence>
    </Row>
  )
}
