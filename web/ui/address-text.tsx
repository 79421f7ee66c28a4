import Box from '@mui/material/Box'
import { Fragment } from 'react'
import { HoverTip } from './hover-tip.tsx'

const mono = { fontFamily: '"Spline Sans Mono Variable", ui-monospace, monospace' }

interface AddressShortProps {
  address: string
  wide?: boolean
  /** How much of its end is shown. */
  tail?: 4 | 6
}

/** `bcrt1qvw…fz5s`, or `bcrt1qvwwf…8mfz5s` where there is room; the whole one as a tooltip. */
export function AddressShort({ address, wide = false, tail = 4 }: AddressShortProps) {
  const more = (text: string) =>
    wide && (
      <Box component="span" sx={{ '@media (max-width: 359.95px)': { display: 'none' } }}>
        {text}
      </Box>
    )
  return (
    <HoverTip title={address}>
      <Box
        component="span"
        translate="no"
        sx={{ ...mono, fontSize: '0.8125rem', letterSpacing: '-0.01em', whiteSpace: 'nowrap' }}
      >
        {address.slice(0, 8)}
        {more(address.slice(8, 10))}…{more(address.slice(-6, -4))}
        {address.slice(-tail)}
      </Box>
    </HoverTip>
  )
}

interface AddressFullProps {
  address: string
  /** Groups of four in a line: 4 or 6, on phones beside a QR code 3. */
  perLine?: number
  /** All in the secondary colour: the old one of two. */
  quiet?: boolean
  /** The place of a character that is wrong. */
  wrongAt?: number | undefined
  size?: number
}

/**
 * An address to be compared by eye: groups of four, the first two and the last two stronger. The
 * gaps are margins, so that what is copied has no spaces.
 */
export function AddressFull(props: AddressFullProps) {
  const { address, perLine = 6, quiet = false, wrongAt, size = 16 } = props
  const groups = address.match(/.{1,4}/g) ?? []
  const strong = (index: number) => !quiet && (index < 2 || index >= groups.length - 2)
  const gap = '0.75em'
  const groupsWide = (count: number) => `${count} * (4ch + ${gap})`
  // A narrower line has half as many groups, or else four, so that none is left for the last.
  const step = perLine > 6 ? Math.ceil(perLine / 2) : 2
  return (
    <Box
      component="span"
      translate="no"
      sx={{
        ...mono,
        display: 'block',
        fontSize: size,
        lineHeight: 1.65,
        color: 'ink2',
        maxWidth: `calc(${groupsWide(perLine)} + 1px)`,
        // A whole address in one line has no half to fall back to: it breaks where it must.
        ...(perLine > 4 &&
          perLine % 2 === 0 && {
            '@supports (width: round(down, 1px, 1px))': {
              maxWidth: `calc(min(${groupsWide(perLine)}, max(${groupsWide(4)}, round(down, 100%, ${groupsWide(step)}))) + 1px)`,
            },
          }),
      }}
    >
      {groups.map((group, index) => (
        // Two groups may be equal; a group's place is what it is known by.
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Fragment key={index}>
          <Box
            component="span"
            sx={{
              mr: gap,
              ...(strong(index) && { fontWeight: 600, color: 'ink' }),
            }}
          >
            {wrongAt !== undefined && Math.floor(wrongAt / 4) === index ? (
              <WrongCharacter group={group} at={wrongAt % 4} />
            ) : (
              group
            )}
          </Box>
          <wbr />
        </Fragment>
      ))}
    </Box>
  )
}

function WrongCharacter({ group, at }: { group: string; at: number }) {
  return (
    <>
      {group.slice(0, at)}
      <Box
        component="mark"
        sx={{
          color: 'brick',
          bgcolor: 'transparent',
          fontWeight: 700,
          borderBottom: 2,
          borderColor: 'brick',
        }}
      >
        {group[at]}
      </Box>
      {group.slice(at + 1)}
    </>
  )
}

/** Over the letters of an input, the one by which its text is no address. */
export function MarkedAt({ before }: { before: string }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        position: 'absolute',
        left: 14,
        whiteSpace: 'pre',
        color: 'transparent',
        pointerEvents: 'none',
      }}
    >
      {before}
      <Box component="span" sx={{ color: 'brick', boxShadow: '0 2px 0 currentColor' }}>
        @
      </Box>
    </Box>
  )
}
