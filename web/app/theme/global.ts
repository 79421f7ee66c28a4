import type { CSSObject } from '@mui/material/styles'
import type { fontFamilies } from './tokens.ts'

export const globalStyles = (fonts: typeof fontFamilies): CSSObject => ({
  html: { WebkitTextSizeAdjust: '100%' },
  body: {
    fontFamily: fonts.sans,
    fontVariantNumeric: 'tabular-nums lining-nums',
    overflowWrap: 'break-word',
  },
  'h1, h2, h3, h4, p, figure, dl, dd': { margin: 0 },
  p: { textWrap: 'pretty' },
  'code, kbd, samp': { fontFamily: fonts.mono },
  // The main region and headings take the focus after a change of screen; they are no controls.
  '[tabindex="-1"]:focus': { outline: 'none' },
  '::selection': { backgroundColor: 'var(--q-palette-anil)', color: 'var(--q-palette-onAnil)' },
})
