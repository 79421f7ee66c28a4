import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Money } from '#contract/http.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Btc } from '#web/ui/amount.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { AddressFull } from './address-text.tsx'
import { bitcoinUri } from './bitcoin-uri.ts'
import { QrCode } from './qr-code.tsx'

interface QrDialogProps {
  open: boolean
  onClose: () => void
  title: string
  address: string
  /** What the code asks for, exactly; null: as much as one likes. */
  amount: Money | null
}

/** A funding address large enough to be scanned across a table. */
export function QrDialog({ open, onClose, title, address, amount }: QrDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const phone = usePhone()
  return (
    <AppDialog open={open} onClose={onClose} title={title} size="wide">
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', md: 'row' },
          alignItems: 'center',
          gap: { xs: 5, md: 8 },
          pb: 2,
        }}
      >
        <QrCode
          value={bitcoinUri(address, amount?.btc)}
          label={t('ui.qr.label')}
          size={phone ? 264 : 320}
        />
        <Box sx={{ width: { xs: 264, md: 'auto' } }}>
          {amount && (
            <Box sx={{ mb: 3 }}>
              <Typography>
                {t('ui.qr.exactAmount')} <b>{format.usd(amount.usd)}</b>
              </Typography>
              <Typography variant="secondary" sx={{ color: 'ink2' }}>
                <Btc btc={amount.btc} />
              </Typography>
            </Box>
          )}
          <Typography variant="secondary" sx={{ mb: 1, color: 'ink2' }}>
            {t('transactions.column.address')}
          </Typography>
          <AddressFull address={address} perLine={4} />
          <Box sx={{ mt: 3, ml: -2 }}>
            <CopyButton value={address} text durationMs={2000} />
          </Box>
        </Box>
      </Box>
    </AppDialog>
  )
}
