import type { Components, CssVarsTheme, Theme } from '@mui/material/styles'

type Overrides = Components<Omit<Theme, 'components'> & CssVarsTheme>

export const inputs: Overrides = {
  MuiOutlinedInput: {
    defaultProps: { notched: false, fullWidth: true },
    styleOverrides: {
      root: ({ theme }) => {
        const colour = theme.vars.palette
        const edge = '& .MuiOutlinedInput-notchedOutline'
        return {
          minHeight: 46,
          borderRadius: 10,
          backgroundColor: colour.surface,
          fontSize: '0.96875rem',
          // Below 16 px Safari on iPhones zooms the page when a field takes the focus.
          [theme.breakpoints.down('md')]: { fontSize: '1rem' },
          [edge]: { borderColor: colour.lineStrong, transition: 'border-color 150ms ease-out' },
          [`&:hover ${edge.slice(2)}`]: { borderColor: colour.ink },
          [`&.Mui-focused ${edge.slice(2)}`]: { borderColor: colour.anil, borderWidth: 2 },
          [`&.Mui-error:not(.Mui-focused) ${edge.slice(2)}`]: {
            borderColor: colour.brick,
            borderWidth: 1.5,
          },
          '&.Mui-disabled, &.Mui-readOnly': { backgroundColor: colour.sunk },
          [`&.Mui-disabled ${edge.slice(2)}`]: { borderColor: colour.line },
          '&.MuiInputBase-multiline': { padding: '11px 14px' },
        }
      },
      input: ({ theme }) => ({
        boxSizing: 'border-box',
        height: 46,
        padding: '0 14px',
        textOverflow: 'ellipsis',
        // The dots of the text's own font are small squares.
        '&[type="password"]': { fontFamily: 'system-ui, sans-serif', letterSpacing: '0.06em' },
        '&::placeholder': { color: theme.vars.palette.ink3, opacity: 1 },
        '&:-webkit-autofill': {
          WebkitBoxShadow: `0 0 0 100px ${theme.vars.palette.surface} inset`,
          WebkitTextFillColor: theme.vars.palette.ink,
          caretColor: theme.vars.palette.ink,
          borderRadius: 10,
        },
        '&.MuiInputBase-inputMultiline': { padding: 0, height: 'auto' },
        '.MuiInputBase-root:has(> .MuiInputAdornment-positionStart) > &': { paddingLeft: 0 },
        '.MuiInputBase-root:has(> .MuiInputAdornment-positionEnd) > &': { paddingRight: 0 },
      }),
    },
  },
  MuiInputAdornment: {
    styleOverrides: {
      root: ({ theme }) => ({
        color: theme.vars.palette.ink2,
        variants: [
          { props: { position: 'start' }, style: { marginRight: 8 } },
          { props: { position: 'end' }, style: { marginLeft: 8 } },
        ],
      }),
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.label,
        color: theme.vars.palette.ink,
        '&.Mui-focused, &.Mui-error': { color: theme.vars.palette.ink },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({
        margin: '6px 0 0',
        fontSize: '0.8125rem',
        lineHeight: 1.4,
        color: theme.vars.palette.ink2,
        '&.Mui-error': { color: theme.vars.palette.brick },
      }),
    },
  },
  MuiSelect: {
    styleOverrides: {
      select: { display: 'flex', alignItems: 'center', minHeight: 46 },
      icon: ({ theme }) => ({ color: theme.vars.palette.ink2, right: 12, fontSize: 20 }),
    },
  },
  MuiSwitch: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: { width: 44, height: 26, padding: 0, overflow: 'visible' },
      switchBase: ({ theme }) => ({
        padding: 0,
        margin: 5,
        transitionDuration: '150ms',
        color: theme.vars.palette.lineStrong,
        '&.Mui-checked': {
          margin: 4,
          transform: 'translateX(18px)',
          color: theme.vars.palette.onAnil,
          '& .MuiSwitch-thumb': { width: 18, height: 18 },
          '& + .MuiSwitch-track': {
            opacity: 1,
            backgroundColor: theme.vars.palette.anil,
            borderColor: theme.vars.palette.anil,
          },
        },
        '&.Mui-focusVisible + .MuiSwitch-track': {
          outline: `2px solid ${theme.vars.palette.anil}`,
          outlineOffset: 2,
        },
      }),
      thumb: { width: 16, height: 16, boxShadow: 'none' },
      track: ({ theme }) => ({
        boxSizing: 'border-box',
        borderRadius: 13,
        opacity: 1,
        backgroundColor: theme.vars.palette.surface,
        border: `1px solid ${theme.vars.palette.lineStrong}`,
      }),
    },
  },
  MuiCheckbox: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        padding: 10,
        color: theme.vars.palette.lineStrong,
        '&.Mui-checked, &.MuiCheckbox-indeterminate': { color: theme.vars.palette.anil },
        // The focus is on an input that nobody sees: its box shows it.
        '&:has(:focus-visible)': {
          outline: `2px solid ${theme.vars.palette.anil}`,
          outlineOffset: -5,
          borderRadius: 10,
        },
        '& svg': { fontSize: 20 },
      }),
    },
  },
  MuiRadio: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        color: theme.vars.palette.lineStrong,
        '&.Mui-checked': { color: theme.vars.palette.anil },
      }),
    },
  },
}
