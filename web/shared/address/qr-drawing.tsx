import { QRCodeSVG } from 'qrcode.react'

/** Ink on white in dark mode too. */
export function QrDrawing({ value, label, size }: { value: string; label: string; size: number }) {
  return (
    <QRCodeSVG
      value={value}
      size={size}
      level="M"
      // The quiet zone that ISO/IEC 18004 asks for, in modules.
      marginSize={4}
      bgColor="#FFFFFF"
      fgColor="#1C1A26"
      title={label}
      role="img"
    />
  )
}
