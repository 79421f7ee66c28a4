import ButtonBase, { type ButtonBaseTypeMap, type ExtendButtonBase } from '@mui/material/ButtonBase'
import type { ElementType, ReactNode, Ref } from 'react'

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

interface MenuButtonProps {
  ref: Ref<HTMLButtonElement>
  onClick: () => void
  label: string
  open: boolean
  /** The entry shows the initials alone. */
  short: boolean
  children: ReactNode
}

/** Opens the user's menu. */
export const MenuButton = ({ label, open, short, ...button }: MenuButtonProps) => (
  <ButtonBase
    {...button}
    aria-haspopup="dialog"
    aria-expanded={open}
    aria-label={label}
    sx={{
      gap: '10px',
      height: 44,
      px: short ? 1.5 : 2,
      borderRadius: '10px',
      fontSize: '0.90625rem',
      fontWeight: 600,
      maxWidth: 320,
      transition: 'background-color 150ms ease-out',
      '&:hover': { bgcolor: 'anilTint' },
    }}
  />
)
