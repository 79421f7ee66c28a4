import Box from '@mui/material/Box'
import { Link } from 'react-router'

interface WordmarkProps {
  /** The name's, in px. */
  size?: number | { xs: number; md: number }
  onAccess?: boolean
}

/** 'Quincena' and the paydays as a fraction, as tall as the capital. */
export function Wordmark({ size = 25, onAccess = false }: WordmarkProps) {
  return (
    <Box
      component={Link}
      to="/"
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
      <span>Quincena</span>
      <Fraction onAccess={onAccess} />
    </Box>
  )
}

/**
 * The fraction in hundredths of the name's size; its foot hangs a little below the line, its head
 * above.
 */
function Fraction({ onAccess }: { onAccess: boolean }) {
  const digits = { fontSize: 54, fontWeight: 450, fill: 'currentColor', letterSpacing: -1 }
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox="0 0 112 92"
      sx={{
        width: '1.12em',
        height: '0.92em',
        ml: '0.27em',
        mb: '-0.1em',
        overflow: 'visible',
        color: onAccess ? 'onAccess' : 'anil',
      }}
    >
      <text x="0" y="40" {...digits}>
        15
      </text>
      <path d="M26 89 86 0" stroke="currentColor" strokeWidth="5" fill="none" />
      <text x="61" y="92" {...digits}>
        30
      </text>
    </Box>
  )
}
