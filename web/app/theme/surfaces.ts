import type { Components, CssVarsTheme, Theme } from '@mui/material/styles'

type Overrides = Components<Omit<Theme, 'components'> & CssVarsTheme>

export const surfaces: Overrides = {
  MuiPaper: {
    defaultProps: { elevation: 0 },
    // MUI lightens papers in dark mode with a gradient; the guide has none.
    styleOverrides: { root: { backgroundImage: 'none' } },
  },
  MuiBackdrop: {
    styleOverrides: {
      root: ({ theme }) => ({
        '&:not(.MuiBackdrop-invisible)': { backgroundColor: theme.vars.palette.backdrop },
      }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: 16,
        border: `1px solid ${theme.vars.palette.line}`,
        boxShadow: theme.vars.palette.dialogShadow,
        backgroundColor: theme.vars.palette.surface,
      }),
    },
  },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: 12,
        border: `1px solid ${theme.vars.palette.line}`,
        boxShadow: theme.vars.palette.popShadow,
        backgroundColor: theme.vars.palette.surface,
      }),
    },
  },
  MuiMenu: { styleOverrides: { list: { padding: '6px 0' } } },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 44,
        [theme.breakpoints.up('sm')]: { minHeight: 40 },
        padding: '0 16px',
        '&:hover, &.Mui-focusVisible': { backgroundColor: theme.vars.palette.anilTint },
        '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible': {
          backgroundColor: theme.vars.palette.anilTint,
          color: theme.vars.palette.anil,
          fontWeight: 600,
        },
      }),
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 300 },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        padding: '5px 9px',
        borderRadius: 6,
        fontSize: '0.78125rem',
        lineHeight: 1.4,
        fontWeight: 500,
        maxWidth: 420,
        overflowWrap: 'anywhere',
        backgroundColor: theme.vars.palette.ink,
        color: theme.vars.palette.page,
      }),
    },
  },
  MuiDivider: {
    styleOverrides: { root: ({ theme }) => ({ borderColor: theme.vars.palette.line }) },
  },
  MuiTabs: {
    styleOverrides: {
      root: { minHeight: 48 },
      list: { gap: 28 },
      indicator: ({ theme }) => ({ height: 2, backgroundColor: theme.vars.palette.anil }),
    },
  },
  MuiTab: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        minWidth: 0,
        minHeight: 48,
        padding: '0 2px',
        fontSize: '0.9375rem',
        fontWeight: 500,
        color: theme.vars.palette.ink2,
        '&.Mui-selected': { color: theme.vars.palette.ink, fontWeight: 600 },
        '&:focus-visible': { outlineOffset: -2 },
      }),
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: false },
    styleOverrides: {
      root: ({ theme }) => ({ backgroundColor: theme.vars.palette.skeleton, borderRadius: 6 }),
    },
  },
}
