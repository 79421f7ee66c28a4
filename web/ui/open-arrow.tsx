import type { IconProps } from './icon.tsx'
import { ExpandMoreIcon } from './icons/expand-more.tsx'
import { fromTokens } from './style-props.ts'

/** Points down at the end of something that opens, and up while it is open. */
export function OpenArrow({ open, ...props }: Omit<IconProps, 'as'> & { open: boolean }) {
  const { attributes, sx } = fromTokens({ size: 20, ...props })
  return (
    <ExpandMoreIcon
      {...attributes}
      sx={[{ transform: open ? 'rotate(180deg)' : 'none', verticalAlign: 'middle' }, sx].flat()}
    />
  )
}
