import type { Components, CssVarsTheme, Theme } from '@mui/material/styles'

type Overrides = Components<Omit<Theme, 'components'> & CssVarsTheme>

export const buttons: Overrides = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true, disableTouchRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        fontFamily: 'inherit',
        '&:focus-visible': {
          outline: `2px solid ${theme.vars.palette.anil}`,
          outlineOffset: 2,
        },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'outlined', color: 'primary' },
    styleOverrides: {
      root: ({ theme }) => {
        const colour = theme.vars.palette
        return {
          height: 44,
          minWidth: 0,
          padding: '0 18px',
          borderRadius: 10,
          whiteSpace: 'nowrap',
          transition: 'background-color 150ms ease-out, border-color 150ms ease-out',
          variants: [
            { props: { size: 'small' }, style: { height: 36, padding: '0 12px' } },
            {
              props: { size: 'large' },
              style: { height: 52, padding: '0 26px', fontSize: '0.96875rem' },
            },
            {
              props: { variant: 'contained', color: 'primary' },
              style: { '&:hover': { backgroundColor: colour.anilHover } },
            },
            {
              // 'success' is the paying action: a fill of its own, brighter than jade text in dark.
              props: { variant: 'contained', color: 'success' },
              style: {
                backgroundColor: colour.jadeFill,
                color: colour.onJadeFill,
                '&:hover': { backgroundColor: colour.jadeFillHover },
              },
            },
            {
              props: { variant: 'contained', color: 'error' },
              style: {
                color: colour.onBrick,
                '&:hover': { backgroundColor: colour.brickHover },
              },
            },
            {
              props: { variant: 'outlined' },
              style: {
                borderColor: colour.lineStrong,
                color: colour.ink,
                '&:hover': { borderColor: colour.ink, backgroundColor: 'transparent' },
              },
            },
            {
              props: { variant: 'text' },
              style: {
                padding: '0 8px',
                '&:hover': { backgroundColor: colour.anilTint },
              },
            },
          ],
          // The doubled class outweighs the variants above, whose order MUI decides.
          '&&.Mui-disabled': {
            color: colour.ink3,
            borderColor: colour.line,
          },
          '&&.Mui-disabled:not(.MuiButton-text)': { backgroundColor: colour.sunk },
        }
      },
      startIcon: { marginLeft: 0, '& > *:nth-of-type(1)': { fontSize: 18 } },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: 40,
        height: 40,
        padding: 0,
        borderRadius: 10,
        color: theme.vars.palette.ink2,
        transition: 'background-color 150ms ease-out, color 150ms ease-out',
        '&:hover': {
          backgroundColor: theme.vars.palette.anilTint,
          color: theme.vars.palette.ink,
        },
        '& svg': { fontSize: 20 },
        variants: [
          {
            // Small in a table's row; for fingers it is as large as any other.
            props: { size: 'small' },
            style: {
              '& svg': { fontSize: 18 },
              [theme.breakpoints.up('md')]: { width: 32, height: 32 },
            },
          },
        ],
      }),
    },
  },
  MuiLink: {
    defaultProps: { underline: 'always' },
    styleOverrides: {
      root: ({ theme }) => ({
        color: theme.vars.palette.anil,
        textDecorationThickness: 1,
        textUnderlineOffset: 3,
        textDecorationColor: 'color-mix(in srgb, currentColor 40%, transparent)',
        transition: 'color 150ms ease-out',
        borderRadius: 2,
        // A link that is a button would stand lower than its sentence.
        verticalAlign: 'baseline',
        '&:hover': { color: theme.vars.palette.anilHover, textDecorationColor: 'currentColor' },
        '&:focus-visible': {
          outline: `2px solid ${theme.vars.palette.anil}`,
          outlineOffset: 2,
        },
      }),
    },
  },
}
