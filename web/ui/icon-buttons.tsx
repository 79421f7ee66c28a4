import type { IconButtonProps } from '@mui/material/IconButton'
import IconButton from '@mui/material/IconButton'

type ButtonProps = Pick<IconButtonProps, 'onClick' | 'aria-label' | 'children'> & {
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

/** A button at the upper right corner of a panel that is `relative`. */
export const CornerButton = (props: ButtonProps) => (
  <IconButton
    {...props}
    sx={{ position: 'absolute', top: { xs: 6, md: 12 }, right: { xs: 6, md: 10 } }}
  />
)

/** A button as tall as those beside it, and outlined as they are. */
export const SquareButton = (props: ButtonProps) => (
  <IconButton
    {...props}
    sx={{ '&&': { flex: 'none' }, width: 44, height: 44, border: 1, borderColor: 'lineStrong' }}
  />
)
