import Box from '@mui/material/Box'
import { later } from '#web/ui/later.tsx'

/** It costs a slow phone as much as a small screen: what stands beside its place is drawn before. */
const QrDrawing = later(async () => (await import('./qr-drawing.tsx')).QrDrawing)

interface QrCodeProps {
  /** A BIP 21 URI: lib/bitcoin-uri.ts. */
  value: string
  /** The name of the code for screen readers. */
  label: string
  /** The side in px, quiet zone included: 140 on phones, 164, 225 when paying. */
  size?: number
}

/** Drawn here, never by a service, which could put another address in. Ink on white in dark mode too. */
export function QrCode({ value, label, size = 164 }: QrCodeProps) {
  return (
    <Box
      sx={{
        flex: 'none',
        width: size + 2,
        height: size + 2,
        overflow: 'hidden',
        border: 1,
        borderColor: 'line',
        borderRadius: '10px',
        bgcolor: '#FFFFFF',
        '& svg': { display: 'block' },
      }}
    >
      <QrDrawing value={value} label={label} size={size} />
    </Box>
  )
}
