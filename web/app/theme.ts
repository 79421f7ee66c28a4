import { createTheme } from '@mui/material/styles'
import { buttons } from './theme/buttons.ts'
import { globalStyles } from './theme/global.ts'
import { inputs } from './theme/inputs.ts'
import { surfaces } from './theme/surfaces.ts'
import { dark, fontFamilies, light, type Tokens } from './theme/tokens.ts'
import { typography } from './theme/typography.ts'

/** The key and the attribute that public/color-scheme.js reads and sets before the first paint. */
export const colorSchemeKey = 'quincena-color-scheme'
const colorSchemeAttribute = 'data-color-scheme'

function palette(tokens: Tokens) {
  return {
    ...tokens,
    primary: { main: tokens.anil, dark: tokens.anilHover, contrastText: tokens.onAnil },
    success: { main: tokens.jade, contrastText: tokens.onJadeFill },
    warning: { main: tokens.amber, contrastText: tokens.page },
    error: { main: tokens.brick, dark: tokens.brickHover, contrastText: tokens.onBrick },
    info: { main: tokens.anil, contrastText: tokens.onAnil },
    background: { default: tokens.page, paper: tokens.surface },
    text: { primary: tokens.ink, secondary: tokens.ink2, disabled: tokens.ink3 },
    divider: tokens.line,
  }
}

const md = 960

export const theme = createTheme({
  cssVariables: { cssVarPrefix: 'q', colorSchemeSelector: colorSchemeAttribute },
  colorSchemes: { light: { palette: palette(light) }, dark: { palette: palette(dark) } },
  breakpoints: { values: { xs: 0, sm: 600, md, lg: 1280, xl: 1920 } },
  spacing: 4,
  shape: { borderRadius: 10 },
  typography: typography(`@media (max-width: ${md - 0.05}px)`),
  transitions: {
    duration: { enteringScreen: 200, leavingScreen: 150, standard: 200, shorter: 150, short: 150 },
  },
  components: {
    ...buttons,
    ...inputs,
    ...surfaces,
    MuiCssBaseline: { styleOverrides: globalStyles(fontFamilies) },
    MuiTypography: {
      defaultProps: {
        variantMapping: {
          figure: 'p',
          answer: 'p',
          count: 'span',
          cell: 'span',
          secondary: 'p',
          label: 'span',
          mono: 'span',
        },
      },
    },
  },
})
