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

/** The one great amount of a panel or a dialog. */
export function Figure({ usd, btc }: { usd: number; btc?: string | undefined }) {
  const format = useFormat()
  return (
    <div>
      <Typography variant="figure">
        {format.usdParts(usd).map(({ kind, text }) => (
          <Box component="span" key={kind} sx={partStyle[kind]}>
            {text}
          </Box>
        ))}
      </Typography>
      {btc !== undefined && (
        <Typography component="p" sx={{ mt: 1, fontSize: '1rem', color: 'ink2' }}>
          <Btc btc={btc} />
        </Typography>
      )}
    </div>
  )
}
