import type { AriaAttributes, ElementType } from 'react'
import { ExpandMoreIcon } from '#web/ui/icons/expand-more.tsx'
import { ContentCopyIcon } from './icons/content-copy.tsx'
import { fromTokens } from './style-props.ts'
import type { Lettering, Placement, TokenProps } from './style-tokens.ts'

interface IconProps
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

/** The arrow at the end of what opens: it points down, and up while it is open. */
export function OpenArrow({ open, ...props }: Omit<IconProps, 'as'> & { open: boolean }) {
  const { attributes, sx } = fromTokens({ size: 20, ...props })
  return (
    <ExpandMoreIcon
      {...attributes}
      sx={[{ transform: open ? 'rotate(180deg)' : 'none', verticalAlign: 'middle' }, sx].flat()}
    />
  )
}

/** The two sheets of a copy, a little smaller than other icons in a button. */
export function CopyIcon() {
  return <Icon as={ContentCopyIcon} size={17} />
}
