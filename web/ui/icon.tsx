import type { AriaAttributes, ElementType } from 'react'
import { ExpandMoreIcon } from '#web/ui/icons/expand-more.tsx'
import { fromTokens } from './style-props.ts'
import type { Lettering, Placement, TokenProps } from './style-tokens.ts'

interface IconProps
  extends TokenProps<Placement & Pick<Lettering, 'tone' | 'size'>>,
    AriaAttributes {
  /** The drawing. */
  as: ElementType
}

/** A drawing of Material's, in a size and a colour of the guide. */
export function Icon(props: IconProps) {
  const { component: Drawing, attributes, sx } = fromTokens(props)
  return <Drawing {...attributes} sx={sx} />
}

/** At the end of what opens: it points down, and up while it is open. */
export function OpenArrow({ open, ...props }: Omit<IconProps, 'as'> & { open: boolean }) {
  const { attributes, sx } = fromTokens({ size: 20, ...props })
  return (
    <ExpandMoreIcon
      {...attributes}
      sx={[{ transform: open ? 'rotate(180deg)' : 'none', verticalAlign: 'middle' }, sx].flat()}
    />
  )
}
