import ButtonBase from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'

interface FootChoiceProps {
  lang: string
  chosen: boolean
  onClick: () => void
  children: ReactNode
}

/** One of a few words in a row, the chosen one bold. */
export const FootChoice = ({ chosen, ...button }: FootChoiceProps) => (
  <ButtonBase
    {...button}
    aria-pressed={chosen}
    sx={{
      height: 44,
      px: { xs: 2.5, sm: 3.25 },
      borderRadius: '10px',
      fontSize: '0.875rem',
      color: 'ink2',
      '&:hover': { color: 'ink' },
      ...(chosen && { color: 'ink', fontWeight: 600 }),
    }}
  />
)
