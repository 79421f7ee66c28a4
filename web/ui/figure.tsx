import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useFormat } from '#web/lib/use-format.ts'
import { Btc } from './amount.tsx'

const partStyle = {
  whole: {},
  // 62 % with its top at the height of the digits' tops.
  symbol: { fontSize: '0.62em', verticalAlign: '0.36em', mr: '0.06em', letterSpacing: 0 },
  cents: { fontSize: '0.62em', letterSpacing: '-0.01em' },
}

interface FigureProps {
  usd: number
  btc?: string | undefined
  /** 52 px; 'small' is 48, in narrow panels; 'answer' as large as an answer, and on phones 44; 'item' 27. */
  size?: keyof typeof sizes
}

const sizes = { normal: 3.25, small: 3, answer: 2.125, item: 1.6875 }

/** A character's share of the type size, with room to spare: cents and commas are narrower. */
const characterWidth = 0.47

/** The one great amount of a panel or a dialog. */
export function Figure({ usd, btc, size = 'normal' }: FigureProps) {
  const format = useFormat()
  const parts = format.usdParts(usd)
  const length = parts.reduce((sum, { text }) => sum + text.length, 0)
  const fitting = (100 / (length * characterWidth)).toFixed(2)
  return (
    <Box translate="no" sx={{ containerType: 'inline-size' }}>
      <Typography
        variant="figure"
        sx={{
          mt: '3px',
          whiteSpace: 'nowrap',
          // A great sum in a narrow column gets smaller and does not break.
          fontSize: {
            xs: `min(2.75rem, ${fitting}cqi)`,
            md: `min(${sizes[size]}rem, ${fitting}cqi)`,
          },
        }}
      >
        {parts.map(({ kind, text }) => (
          <Box component="span" key={kind} sx={partStyle[kind]}>
            {text}
          </Box>
        ))}
      </Typography>
      {btc !== undefined && (
        <Typography component="p" sx={{ mt: '5px', fontSize: '1rem', color: 'ink2' }}>
          <Btc btc={btc} />
        </Typography>
      )}
    </Box>
  )
}

/** A placeholder for a figure that is not known: a zero would be an amount. */
export function NoFigure() {
  return (
    <Box sx={{ color: 'ink3' }}>
      <Typography variant="figure" sx={{ mt: '3px', fontSize: { xs: '2.75rem', md: '3.25rem' } }}>
        —
      </Typography>
      <Typography component="p" sx={{ mt: '5px', fontSize: '1rem' }}>
        —
      </Typography>
    </Box>
  )
}

/** How far something is, as a great number. */
export function Percentage({ percent }: { percent: number }) {
  return (
    <Typography variant="figure" component="p" sx={{ fontSize: '3rem', lineHeight: 1.2 }}>
      {percent}
      <Box component="span" sx={{ fontSize: '0.62em', ml: '0.16em' }}>
        %
      </Box>
    </Typography>
  )
}
