import Box from '@mui/material/Box'
import { fromTokens, type KitProps } from './style-props.ts'

/** A plain block with room around it. */
export function Block(props: KitProps) {
  const { component, attributes, sx } = fromTokens(props)
  return <Box component={component} {...attributes} sx={sx} />
}

/** Things beneath each other. */
export function Stack(props: KitProps) {
  const base = { display: 'flex', flexDirection: 'column' }
  const { component, attributes, sx } = fromTokens(props, base)
  return <Box component={component} {...attributes} sx={sx} />
}

interface RowProps extends KitProps {
  /** Within a line of text. */
  inline?: boolean
  /** Beneath each other on windows narrower than this. */
  stackBelow?: 'sm' | 'md'
}

/** Things side by side, their middles on one line. */
export function Row({ inline = false, stackBelow, ...props }: RowProps) {
  const { component, attributes, sx } = fromTokens(props, {
    display: inline ? 'inline-flex' : 'flex',
    alignItems: 'center',
    ...(stackBelow && { flexDirection: { xs: 'column', [stackBelow]: 'row' } }),
  })
  return <Box component={component} {...attributes} sx={sx} />
}

interface GridProps extends KitProps {
  columns?: string | { xs?: string; sm?: string; md?: string; lg?: string }
}

/** Columns of given widths; without, one. */
export function Grid({ columns, ...props }: GridProps) {
  const { component, attributes, sx } = fromTokens(props, {
    display: 'grid',
    ...(columns !== undefined && { gridTemplateColumns: columns }),
  })
  return <Box component={component} {...attributes} sx={sx} />
}
