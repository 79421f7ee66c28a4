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
  /** 52 px; 'small' is 48, in narrow panels. */
  size?: 'normal' | 'small'
}

/** The one great amount of a panel or a dialog. */
export function Figure({ usd, btc, size = 'normal' }: FigureProps) {
  const format = useFormat()
  return (
    <div>
      <Typography
        variant="figure"
        sx={{ mt: '3px', ...(size === 'small' && { fontSize: { md: '3rem' } }) }}
      >
        {format.usdParts(usd).map(({ kind, text }) => (
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
    </div>
  )
}
