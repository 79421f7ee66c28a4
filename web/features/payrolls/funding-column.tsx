import QrCode2 from '@mui/icons-material/QrCode2'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { bitcoinUri } from '#web/lib/bitcoin-uri.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AddressFull } from '#web/ui/address-text.tsx'
import { Btc } from '#web/ui/amount.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { QrDialog } from '#web/ui/qr-dialog.tsx'

const copiedMs = 2000

/** Beside the code three groups of the address must fit on a phone, and six on all else. */
function useRoom() {
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const narrow = useMediaQuery('(max-width: 379.95px)', { noSsr: true })
  return { phone, narrow }
}

/** Where funds are sent, to be scanned or copied; the code asks for `amount` where one is missing. */
export function FundingColumn({
  payroll,
  amount,
  usd,
}: {
  payroll: Payroll
  amount: string | undefined
  /** The same in dollars. */
  usd: number | undefined
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { phone, narrow } = useRoom()
  const [enlarged, setEnlarged] = useState(false)
  const { cryptoAddress: address, name } = payroll
  return (
    <Box
      sx={{
        display: 'flex',
        // On the narrowest phones the address stands under the code.
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: narrow ? 3 : { xs: 4, sm: 6 },
      }}
    >
      <ButtonBase
        onClick={() => setEnlarged(true)}
        aria-label={t('payrolls.details.enlargeQr')}
        sx={{ flex: 'none', borderRadius: '10px' }}
      >
        <QrCode
          value={bitcoinUri(address, amount)}
          label={t('ui.qr.label')}
          size={phone ? 140 : 164}
        />
      </ButtonBase>
      <Box sx={{ flex: '1 1 126px', minWidth: 0 }}>
        <Typography variant="cell" component="h2" sx={{ mb: 1, color: 'ink2' }}>
          {t('transactions.column.address')}
        </Typography>
        <AddressFull
          address={address}
          perLine={phone ? 3 : 6}
          size={narrow ? 14 : phone ? 15 : 16}
        />
        {amount !== undefined && (
          <Typography variant="secondary" sx={{ mt: 1, color: 'ink2' }}>
            {t('payrolls.details.qrAmount')}{' '}
            {usd !== undefined && (
              <Box component="b" sx={{ fontWeight: 600, color: 'ink' }}>
                {format.usd(usd)}
              </Box>
            )}
            <Box component="span" sx={{ display: 'block', fontSize: '0.78125rem' }}>
              <Btc btc={amount} />
            </Box>
          </Typography>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, mt: 2, ml: -2 }}>
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
        </Box>
      </Box>
      <QrDialog
        open={enlarged}
        onClose={() => setEnlarged(false)}
        title={name}
        address={address}
        {...(amount !== undefined && { btc: amount, usd })}
      />
    </Box>
  )
}
