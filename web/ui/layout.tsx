import Box from '@mui/material/Box'
import { fromTokens, type KitProps } from './style-props.ts'
import type { Responsive } from './style-tokens.ts'

/** A plain block with room around it. */
export function Block(props: KitProps) {
  const { component, attributes, sx } = fromTokens(props)
  return <Box component={component} {...attributes} sx={sx} />
}

interface StackProps extends KitProps {
  /** The last one stands first. */
  reversed?: boolean
}

/** Things beneath each other. */
export function Stack({ reversed = false, ...props }: StackProps) {
  const base = { display: 'flex', flexDirection: reversed ? 'column-reverse' : 'column' }
  const { component, attributes, sx } = fromTokens(props, base)
  return <Box component={component} {...attributes} sx={sx} />
}

interface RowProps extends KitProps {
  /** Within a line of text. */
  inline?: boolean
  /** Beneath each other on windows narrower than this. */
  stackBelow?: 'sm' | 'md'
  /** Beneath each other on windows of this width and wider. */
  stackFrom?: 'sm' | 'md'
}

/** Things side by side, their middles on one line. */
export function Row({ inline = false, stackBelow, stackFrom, ...props }: RowProps) {
  const { component, attributes, sx } = fromTokens(props, {
    display: inline ? 'inline-flex' : 'flex',
    alignItems: 'center',
    ...(stackBelow && { flexDirection: { xs: 'column', [stackBelow]: 'row' } }),
    ...(stackFrom && { flexDirection: { xs: 'row', [stackFrom]: 'column' } }),
  })
  return <Box component={component} {...attributes} sx={sx} />
}

interface GridProps extends KitProps {
  columns?: Responsive<string>
  /** Names of areas, line by line. */
  areas?: Responsive<string>
}

/** Columns of given widths; without, one. */
export function Grid({ columns, areas, ...props }: GridProps) {
  const { component, attributes, sx } = fromTokens(props, {
    display: 'grid',
    ...(columns !== undefined && { gridTemplateColumns: columns }),
    ...(areas !== undefined && { gridTemplateAreas: areas }),
  })
  return <Box component={component} {...attributes} sx={sx} />
}
