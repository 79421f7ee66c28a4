import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ArrowForwardIcon } from '#web/ui/icons/arrow-forward.tsx'
import { Icon } from './icon.tsx'

const wide = '@container (min-width: 660px)'

/**
 * Name · bar · % · state · action in one line. Where it is narrow the bar takes a line of its own, and
 * amounts, percent and action share the one beneath: as wide as the row, whatever the state needs.
 */
const grid = {
  display: 'grid',
  position: 'relative',
  py: 3.5,
  borderTop: 1,
  borderColor: 'line',
  columnGap: '12px',
  rowGap: '6px',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateAreas: '"name state" "bar bar" "foot foot"',
  [wide]: {
    rowGap: '3px',
    gridTemplateColumns: '176px minmax(0, 1fr) 44px 184px 60px',
    // A name of many lines lengthens the row under the amounts, not between them and their bar.
    gridTemplateRows: 'auto 1fr',
    gridTemplateAreas: '"name bar percent state action" "name amounts amounts state action"',
  },
}

/**
 * A place in the last line where it is narrow, and in one of its own where there is room. 72 px at
 * the line's end belong to the percent or the action.
 */
const inFoot = (area: string, wideToo: Record<string, string | number> = {}) => ({
  gridArea: 'foot',
  [wide]: { gridArea: area, ...wideToo },
})

interface BarRowProps {
  /** A placeholder for a row that is awaited. */
  awaited?: boolean
  children: ReactNode
}

export function BarRow({ awaited = false, children }: BarRowProps) {
  return (
    <Box
      component={awaited ? 'div' : 'li'}
      aria-hidden={awaited || undefined}
      sx={{ ...grid, ...(awaited && { py: 5 }), '&:hover .row-arrow': { color: 'ink' } }}
    >
      {children}
    </Box>
  )
}

/** The link covers its row, so that a press anywhere follows it. */
export function BarRowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <MuiLink
      component={Link}
      to={to}
      underline="hover"
      sx={{
        fontWeight: 600,
        color: 'ink',
        overflowWrap: 'anywhere',
        '&::after': { content: '""', position: 'absolute', inset: 0 },
      }}
    >
      {children}
    </MuiLink>
  )
}

/** The arrow of a row that leads somewhere, where nothing is to be pressed. */
export function BarRowArrow() {
  return (
    <Box
      className="row-arrow"
      sx={{
        display: 'none',
        justifyContent: 'end',
        alignItems: 'center',
        alignSelf: 'start',
        height: 36,
        color: 'ink2',
        ...inFoot('action', { display: 'flex' }),
      }}
    >
      <Icon as={ArrowForwardIcon} size={20} />
    </Box>
  )
}

/** The row's own button lies above its link. */
export function BarRowAction({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifySelf: 'end',
        alignSelf: 'start',
        position: 'relative',
        zIndex: 1,
        ...inFoot('action'),
      }}
    >
      {children}
    </Box>
  )
}

export function BarRowAmounts({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ pr: '72px', minWidth: 0, color: 'ink2', ...inFoot('amounts', { pr: 0 }) }}>
      {children}
    </Box>
  )
}

interface BarRowPercentProps {
  /** An action has its place where the row is narrow. */
  wideAlone: boolean
  children: ReactNode
}

export function BarRowPercent({ wideAlone, children }: BarRowPercentProps) {
  return (
    <Box
      sx={{
        justifySelf: 'end',
        fontSize: '0.90625rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        display: wideAlone ? 'none' : 'block',
        ...inFoot('percent', { display: 'block' }),
      }}
    >
      {children}
    </Box>
  )
}

interface BarRowTextProps {
  /** A button stands at the end of the last line where the row is narrow. */
  isBesideAction: boolean
  children: ReactNode
}

/** A sentence in the place of bar and percent. */
export function BarRowText({ isBesideAction, children }: BarRowTextProps) {
  return (
    <Box
      sx={{
        ...(isBesideAction
          ? { gridArea: 'foot', pr: '72px', alignSelf: 'center' }
          : { gridArea: 'bar' }),
        fontSize: '0.84375rem',
        lineHeight: '20px',
        color: 'ink2',
        minWidth: 0,
        '& b': { fontWeight: 600, color: 'ink' },
        [wide]: { gridRow: '1 / -1', gridColumn: 'bar / percent', alignSelf: 'start', pr: 0 },
      }}
    >
      {children}
    </Box>
  )
}
