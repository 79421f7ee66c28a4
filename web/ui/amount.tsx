import Box from '@mui/material/Box'
import SvgIcon from '@mui/material/SvgIcon'
import type { SxProps, Theme } from '@mui/material/styles'
import { btcGroups } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/use-format.ts'

function BtcGlyph() {
  return (
    <SvgIcon
      viewBox="0 0 12 16"
      sx={{
        width: '0.72em',
        height: '0.96em',
        mr: '0.4em',
        verticalAlign: '-0.1em',
        color: 'btcMarker',
        fontSize: '1em',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 1.7,
      }}
    >
      <path d="M1 3.6h5.9a2.15 2.15 0 0 1 0 4.3H3m0 0h4.5a2.3 2.3 0 0 1 0 4.6H1M3 3.6v8.9M4.4 1.2v2.4m2.4-2.4v2.4m-2.4 8.9v2.4m2.4-2.4v2.4" />
    </SvgIcon>
  )
}

interface BtcProps {
  btc: string
  unit?: boolean
  /** A glyph is enough for two amounts in a line. */
  glyph?: boolean
}

/**
 * An amount of BTC, its 8 decimals in groups of 2, 3 and 3. The gaps are margins, so that a copied
 * amount has no spaces in it and wallets accept it.
 */
export function Btc({ btc, unit = true, glyph = true }: BtcProps) {
  const [head, ...groups] = btcGroups(btc)
  return (
    <Box component="span" translate="no" sx={{ whiteSpace: 'nowrap' }}>
      {glyph && <BtcGlyph />}
      {head}
      {groups.map((group, index) => (
        <Box component="span" key={index === 0 ? 'middle' : 'end'} sx={{ ml: '0.17em' }}>
          {group}
        </Box>
      ))}
      {unit && ' BTC'}
    </Box>
  )
}

interface AmountProps {
  usd: number
  btc?: string | undefined
  align?: 'left' | 'right'
  /** 'BTC' written out: everywhere but in table cells. */
  unit?: boolean
  sx?: SxProps<Theme>
}

/** USD first, BTC beneath, smaller. */
export function Amount({ usd, btc, align = 'right', unit = false, sx }: AmountProps) {
  const format = useFormat()
  return (
    <Box
      component="span"
      translate="no"
      sx={[{ display: 'block', textAlign: align }, sx ?? null].flat()}
    >
      <Box
        component="span"
        sx={{ display: 'block', fontSize: '0.9375rem', lineHeight: '20px', fontWeight: 600 }}
      >
        {format.usd(usd)}
      </Box>
      {btc !== undefined && (
        <Box
          component="span"
          sx={{ display: 'block', fontSize: '0.78125rem', lineHeight: '18px', color: 'ink2' }}
        >
          <Btc btc={btc} unit={unit} />
        </Box>
      )}
    </Box>
  )
}
