import type {} from '@mui/material/themeCssVarsAugmentation'
import type { Tokens } from './tokens.ts'

// The guide's names beside MUI's own in the palette: `sx={{ color: 'ink2' }}`,
// `theme.vars.palette.lineStrong`.
declare module '@mui/material/styles' {
  interface Palette extends Tokens {}
  interface PaletteOptions extends Partial<Tokens> {}

  interface TypographyVariants {
    figure: React.CSSProperties
    answer: React.CSSProperties
    count: React.CSSProperties
    cell: React.CSSProperties
    secondary: React.CSSProperties
    label: React.CSSProperties
    mono: React.CSSProperties
  }
  interface TypographyVariantsOptions {
    figure?: React.CSSProperties
    answer?: React.CSSProperties
    count?: React.CSSProperties
    cell?: React.CSSProperties
    secondary?: React.CSSProperties
    label?: React.CSSProperties
    mono?: React.CSSProperties
  }
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    figure: true
    answer: true
    count: true
    cell: true
    secondary: true
    label: true
    mono: true
  }
}
