import type { AriaAttributes, ElementType } from 'react'
import { fromTokens } from './style-props.ts'
import type { Lettering, Placement, TokenProps } from './style-tokens.ts'

export interface IconProps
  extends TokenProps<Placement & Pick<Lettering, 'tone' | 'size'>>,
    AriaAttributes {
  /** The drawing. */
  as: ElementType
  /** The icon stands in a line of text. */
  inText?: boolean
}

/** A drawing of Material's, in a size and a colour of the guide. */
export function Icon({ inText = false, ...props }: IconProps) {
  const base = inText ? { verticalAlign: '-2px' } : {}
  const { component: Drawing, attributes, sx } = fromTokens(props, base)
  // The doubled class outweighs the size that a button gives to its icon.
  return <Drawing {...attributes} sx={{ '&&': sx }} />
}
