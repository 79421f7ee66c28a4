import Box from '@mui/material/Box'
import Typography, { type TypographyProps } from '@mui/material/Typography'
import { translateOf } from '#web/lib/translate-of.ts'
import { fromTokens, type KitProps } from './style-props.ts'

interface TextProps extends KitProps {
  /** A style of the guide. Without it a paragraph has the usual one, any other element what is around it. */
  variant?: TypographyProps['variant']
}

export function Text({ variant, ...props }: TextProps) {
  const { component, attributes, sx } = fromTokens({
    translate: translateOf(props.children),
    ...props,
  })
  const style = variant ?? (props.as === undefined || props.as === 'p' ? 'body1' : undefined)
  if (style === undefined) return <Box component={component} {...attributes} sx={sx} />
  return (
    <Typography
      variant={style}
      {...(props.as !== undefined && { component })}
      {...attributes}
      sx={sx}
    />
  )
}
