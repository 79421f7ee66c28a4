import Box from '@mui/material/Box'
import { Link } from 'react-router'

/** 'Quincena' and the paydays as a fraction, as tall as the capital. `size` is the name's, in px. */
export function Wordmark({ size = 26, onAccess = false }: { size?: number; onAccess?: boolean }) {
  return (
    <Box
      component={Link}
      to="/"
      aria-label="Quincena"
      sx={{
        display: 'inline-flex',
        alignItems: 'baseline',
        fontFamily: '"Besley Variable", Georgia, serif',
        fontSize: size,
        lineHeight: 1.2,
        fontWeight: 500,
        letterSpacing: '-0.022em',
        color: onAccess ? 'onAccess' : 'ink',
        textDecoration: 'none',
        borderRadius: '4px',
        '&:focus-visible': { outline: '2px solid', outlineColor: 'anil', outlineOffset: 4 },
      }}
    >
      <span aria-hidden>Quincena</span>
      <Fraction onAccess={onAccess} />
    </Box>
  )
}

function Fraction({ onAccess }: { onAccess: boolean }) {
  const digits = { position: 'absolute', fontSize: '0.53em', lineHeight: 1, fontWeight: 450 }
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        position: 'relative',
        width: '1.1em',
        height: '0.86em',
        ml: '0.26em',
        letterSpacing: '-0.03em',
        color: onAccess ? 'onAccess' : 'anil',
      }}
    >
      <Box component="span" sx={{ ...digits, left: 0, top: '-0.08em' }}>
        15
      </Box>
      <Box
        component="svg"
        viewBox="0 0 11 16"
        sx={{
          position: 'absolute',
          left: '0.25em',
          top: '-0.04em',
          width: '0.62em',
          height: '0.9em',
        }}
      >
        <path d="M.6 15.4 10.4.6" stroke="currentColor" strokeWidth="0.95" fill="none" />
      </Box>
      <Box component="span" sx={{ ...digits, left: '0.58em', bottom: '-0.09em' }}>
        30
      </Box>
    </Box>
  )
}
