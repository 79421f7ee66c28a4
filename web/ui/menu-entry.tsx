import ButtonBase, { type ButtonBaseTypeMap, type ExtendButtonBase } from '@mui/material/ButtonBase'
import type { ElementType, ReactNode } from 'react'

interface MenuEntryProps {
  /** The drawing at its left. */
  icon: ElementType
  /** Two of them stand beside each other. */
  half?: boolean
  /** The one of a choice that holds. */
  chosen?: boolean
  children?: ReactNode
}

/** A line of the user's menu. */
export const MenuEntry = ((props: MenuEntryProps) => {
  const { icon: Drawing, half = false, chosen, children, ...rest } = props
  const isChoice = chosen !== undefined
  return (
    <ButtonBase
      {...rest}
      {...(isChoice && { 'aria-pressed': chosen })}
      sx={{
        justifyContent: 'flex-start',
        width: '100%',
        height: half ? 40 : 44,
        pl: 5,
        pr: half ? 0 : 5,
        gap: half ? 2 : 3,
        fontSize: '0.9375rem',
        ...(chosen && { color: 'anil', fontWeight: 600 }),
        '&:hover': { bgcolor: 'anilTint', color: 'anil' },
        '&:focus-visible': { outlineOffset: -2 },
        '& svg': isChoice
          ? { fontSize: 18, visibility: chosen ? 'visible' : 'hidden' }
          : { fontSize: 20, color: 'ink2' },
        ...(!isChoice && { '&:hover svg': { color: 'anil' } }),
      }}
    >
      <Drawing />
      {children}
    </ButtonBase>
  )
}) as ExtendButtonBase<ButtonBaseTypeMap<MenuEntryProps>>
