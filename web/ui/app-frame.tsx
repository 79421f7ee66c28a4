import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import MuiLink from '@mui/material/Link'
import type { ElementType, ReactNode } from 'react'
import { Link } from 'react-router'

const bar = {
  display: 'flex',
  alignItems: 'center',
  bgcolor: 'page',
  borderBottom: 1,
  borderColor: 'line',
}

const bars = {
  /** Stays at the window's top. */
  wide: { position: 'sticky', top: 0, zIndex: 'appBar', height: 68, px: 9, gap: 3.5 },
  phone: { height: 60, pl: '10px', pr: 2, gap: 1 },
  /** A line of its own under a phone's. */
  strip: { justifyContent: 'center', height: 38, px: 2, overflow: 'hidden' },
}

interface TopBarProps {
  as?: 'header' | 'div'
  look: keyof typeof bars
  children: ReactNode
}

export function TopBar({ as = 'div', look, children }: TopBarProps) {
  return (
    <Box component={as} sx={[bar, bars[look]]}>
      {children}
    </Box>
  )
}

/** The bar at the left of the window, as tall as it. */
export function SideBar({ children }: { children: ReactNode }) {
  return (
    <Box
      component="aside"
      sx={{
        position: 'sticky',
        top: 0,
        flex: 'none',
        display: 'flex',
        flexDirection: 'column',
        width: 232,
        height: '100vh',
        pt: 6,
        borderRight: 1,
        borderColor: 'line',
        overflowY: 'auto',
      }}
    >
      {children}
    </Box>
  )
}

interface SideLinkProps {
  to: string
  icon: ElementType
  /** The open page stands under it. */
  current: boolean
  onFollow?: (() => void) | undefined
  children: ReactNode
}

export function SideLink({ to, icon: Icon, current, onFollow, children }: SideLinkProps) {
  return (
    <ButtonBase
      component={Link}
      to={to}
      aria-current={current ? 'page' : undefined}
      onClick={onFollow}
      sx={{
        position: 'relative',
        justifyContent: 'flex-start',
        gap: '12px',
        width: '100%',
        height: 44,
        pl: 7,
        fontSize: '0.96875rem',
        color: 'ink2',
        transition: 'color 150ms ease-out',
        '&:hover': { color: 'ink' },
        '&:focus-visible': { outlineOffset: -3 },
        '&[aria-current]': { color: 'anil', fontWeight: 600 },
        '&[aria-current]::before': {
          content: '""',
          position: 'absolute',
          left: 0,
          width: 3,
          height: 24,
          bgcolor: 'anil',
        },
      }}
    >
      <Icon sx={{ fontSize: 21 }} />
      {children}
    </ButtonBase>
  )
}

/** How many wait, at the end of a SideLink. */
export function SideCount({ children }: { children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'grid',
        placeItems: 'center',
        minWidth: 22,
        height: 22,
        ml: 'auto',
        mr: 6,
        px: '6px',
        borderRadius: '11px',
        bgcolor: 'anil',
        color: 'onAnil',
        fontSize: '0.78125rem',
        fontWeight: 600,
        lineHeight: 1,
      }}
    >
      {children}
    </Box>
  )
}

/** The first thing that the keyboard reaches; seen while it has the focus. */
export const SkipLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <MuiLink
    href={to}
    sx={{
      position: 'fixed',
      top: 8,
      left: 8,
      zIndex: 'tooltip',
      px: 4,
      py: 2.5,
      borderRadius: '10px',
      bgcolor: 'surface',
      fontWeight: 600,
      '&:not(:focus)': { transform: 'translateY(-200%)' },
    }}
  >
    {children}
  </MuiLink>
)
