import type { TypographyVariantsOptions } from '@mui/material/styles'
import { fontFamilies } from './tokens.ts'

const px = (size: number) => `${size / 16}rem`

const display = (size: number, lineHeight: number, weight: number) => ({
  fontFamily: fontFamilies.display,
  fontSize: px(size),
  lineHeight,
  fontWeight: weight,
  textTransform: 'none' as const,
  // No single word or number on the last line.
  textWrap: 'balance' as const,
})
const sans = (size: number, lineHeight: number, weight: number) => ({
  fontFamily: fontFamilies.sans,
  fontSize: px(size),
  lineHeight,
  fontWeight: weight,
  letterSpacing: 'normal',
  textTransform: 'none' as const,
})

/** Sizes that shrink below md, as a rule inside the variant. */
const onPhones = (phone: string, size: number) => ({ [phone]: { fontSize: px(size) } })

export function typography(phone: string): TypographyVariantsOptions {
  return {
    fontFamily: fontFamilies.sans,
    fontSize: 15,
    htmlFontSize: 16,
    figure: { ...display(52, 1.15, 420), letterSpacing: '-0.028em', ...onPhones(phone, 44) },
    answer: { ...display(34, 1.15, 440), letterSpacing: '-0.01em', ...onPhones(phone, 28) },
    count: { ...display(24, 1.2, 440), letterSpacing: '-0.01em' },
    h1: { ...display(30, 1.2, 440), letterSpacing: '-0.008em', ...onPhones(phone, 26) },
    h2: { ...display(22, 1.3, 460), letterSpacing: '-0.008em' },
    h3: sans(16, 1.4, 600),
    body1: sans(15, 1.5, 400),
    body2: sans(14, 1.5, 400),
    cell: sans(14.5, 1.4, 400),
    secondary: sans(13.5, 1.45, 400),
    caption: sans(12.5, 1.4, 500),
    label: sans(13.5, 1.4, 600),
    button: sans(14.5, 1.2, 600),
    mono: {
      fontFamily: fontFamilies.mono,
      fontSize: px(13),
      lineHeight: 1.5,
      letterSpacing: '-0.01em',
    },
  }
}
