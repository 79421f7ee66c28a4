import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Block } from './layout.tsx'
import { dayPosition, MonthRuler } from './month-ruler.tsx'
import { Wordmark } from './wordmark.tsx'

const display = '"Besley Variable", Georgia, serif'

interface BrandPanelProps {
  promise: string
  product: string
}

/**
 * The one dyed surface: the sign, the promise, and the month that it is kept in. By style alone it is as wide as
 * the window has it: the build draws it before the window is known (app/login-page.tsx).
 */
export function BrandPanel({ promise, product }: BrandPanelProps) {
  return (
    <Box
      component="header"
      sx={{
        position: { xs: 'relative', md: 'sticky' },
        top: 0,
        flex: 'none',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: { xs: '100%', md: 'clamp(380px, 38.9vw, 620px)' },
        height: { xs: 200, md: '100vh' },
        px: { xs: 5, md: 14 },
        pt: { xs: 5, md: '45px' },
        bgcolor: 'access',
        color: 'onAccess',
        overflow: 'hidden',
      }}
    >
      <div>
        <Wordmark size={{ xs: 25, md: 32 }} onAccess />
        <Typography
          sx={{
            display: { xs: 'none', md: 'block' },
            mt: 'clamp(32px, 11.4vh, 96px)',
            maxWidth: 420,
            fontFamily: display,
            fontSize: 'clamp(1.75rem, 3.15vw, 2.8125rem)',
            fontWeight: 420,
            lineHeight: 1.21,
            letterSpacing: '-0.012em',
            whiteSpace: 'pre-line',
          }}
        >
          {promise}
        </Typography>
        <Typography
          sx={{
            mt: { xs: 2.5, md: 4 },
            maxWidth: { xs: 520, md: 400 },
            fontSize: { xs: '0.875rem', md: '1.0625rem' },
            lineHeight: 1.5,
            textWrap: 'pretty',
            opacity: 0.82,
          }}
        >
          {product}
        </Typography>
      </div>
      <Month />
    </Box>
  )
}

function Month() {
  const number = (day: number) => (
    <Box
      component="span"
      sx={{
        position: 'absolute',
        top: { xs: '-0.16em', md: '-0.17em' },
        right: `calc(100% - ${dayPosition(day)})`,
        pr: { xs: 2, md: '7px' },
        fontFamily: display,
        fontSize: { xs: '1.4375rem', md: '2.8125rem' },
        fontWeight: 420,
        lineHeight: 1,
        letterSpacing: '-0.028em',
      }}
    >
      {day}
    </Box>
  )
  return (
    <Block aria-hidden relative mr={{ md: '1px' }}>
      <MonthRuler tall={330} height={{ xs: 72, md: '36.7vh' }} short={96} onAccess />
      {number(15)}
      {number(30)}
    </Block>
  )
}
