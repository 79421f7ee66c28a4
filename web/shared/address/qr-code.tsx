import { later } from '#web/ui/later.tsx'
import { QrFrame } from '#web/ui/qr-frame.tsx'

/**
 * A QR code costs a slow phone as much as a small screen: what stands beside its place is drawn
 * before.
 */
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
    <QrFrame size={size}>
      <QrDrawing value={value} label={label} size={size} />
    </QrFrame>
  )
}
