import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { fromTokens } from './style-props.ts'
import type { Placement, StyleTokens, TokenProps } from './style-tokens.ts'

interface PanelProps
  extends TokenProps<Placement & Pick<StyleTokens, 'clip' | 'measured' | 'relative'>> {
  children: ReactNode
  /** Without padding, for tables and for panels of several columns. */
  flush?: boolean
  /** A flush one of several parts, with hairlines between them. */
  divided?: boolean
  /** The element: 'section' with `labelledBy`, else a plain block. */
  labelledBy?: string
}

/** How far in everything in a panel stands on phones; elsewhere a table a little less than text. */
const phoneInset = '18px'
/** Beside the text of a flush panel. */
export const textInset = { xs: phoneInset, md: 7 }
/** Beside the rows of a flush panel's cards or table. */
export const rowInset = { xs: phoneInset, md: 6 }

/**
 * A surface with a hairline around it, for one subject. Inside only hairlines and columns, no
 * boxes.
 */
export function Panel(props: PanelProps) {
  const { children, flush = false, divided = false, labelledBy, ...tokens } = props
  const { sx } = fromTokens(tokens)
  return (
    <Box
      component={labelledBy ? 'section' : 'div'}
      aria-labelledby={labelledBy}
      sx={[
        {
          bgcolor: 'surface',
          border: 1,
          borderColor: 'line',
          borderRadius: '12px',
          minWidth: 0,
          ...(!flush && { px: { xs: phoneInset, md: '28px' }, py: { xs: phoneInset, md: '24px' } }),
        },
        divided && {
          '& > *': { px: rowInset, py: 4.5 },
          '& > * + *': { borderTop: 1, borderColor: 'line' },
        },
        sx,
      ].flat()}
    >
      {children}
    </Box>
  )
}

/** The first line of a flush panel: its name and something grey at the right. */
export function PanelHead({ id, title, aside }: { id?: string; title: string; aside?: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        flexWrap: 'wrap',
        columnGap: 4,
        minHeight: 60,
        py: 2,
        px: rowInset,
      }}
    >
      <Typography id={id} variant="h3" component="h2">
        {title}
      </Typography>
      <Typography variant="body2" component="div" sx={{ color: 'ink2' }}>
        {aside}
      </Typography>
    </Box>
  )
}

/** Words of a flush panel before its table. */
export function PanelIntro({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        justifyContent: 'space-between',
        alignItems: { md: 'flex-end' },
        columnGap: 8,
        rowGap: 4,
        px: textInset,
        pt: { xs: phoneInset, md: '24px' },
        pb: { xs: 4, md: 5.5 },
        '& + table': { borderTop: '1px solid var(--q-palette-line)' },
      }}
    >
      {children}
    </Box>
  )
}
