import { keyframes } from '@mui/material/styles'
import { ArrowDownwardIcon } from './icons/arrow-downward.tsx'
import { ArrowUpwardIcon } from './icons/arrow-upward.tsx'

const moveFrom = (y: string) =>
  keyframes({
    from: { opacity: 1, transform: `translateY(${y})` },
    '6%': { transform: 'none' },
    '70%': { opacity: 1 },
    to: { opacity: 0 },
  })
const looks = {
  rise: { Arrow: ArrowUpwardIcon, color: 'jade', movement: moveFrom('4px') },
  fall: { Arrow: ArrowDownwardIcon, color: 'brick', movement: moveFrom('-4px') },
}

interface TrendArrowProps {
  /** null keeps the room for it. */
  trend: keyof typeof looks | null
  /** Milliseconds until it is gone. */
  fadesMs: number
}

/** Whether a number rose or fell, for a moment; a new key begins it again. */
export function TrendArrow({ trend, fadesMs }: TrendArrowProps) {
  const { Arrow, color, movement } = looks[trend ?? 'rise']
  return (
    <Arrow
      sx={{
        fontSize: 16,
        mr: 1.5,
        ml: '-1px',
        visibility: trend === null ? 'hidden' : 'visible',
        color,
        animation: `${movement} ${fadesMs}ms ease-out both`,
        '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
      }}
    />
  )
}
