import MuiLink from '@mui/material/Link'
import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'

interface FaultLinkProps {
  to: string
  label: string
  children: ReactNode
}

/** A missing value in a table's cell, leading to where it is given. */
export const FaultLink = ({ to, label, children }: FaultLinkProps) => (
  <MuiLink
    component={Link}
    to={to}
    aria-label={label}
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      height: 38,
      px: 3,
      border: '1.5px solid',
      borderColor: 'brick',
      borderRadius: '10px',
      color: 'brick',
      fontWeight: 600,
      textDecoration: 'none',
    }}
  >
    {children}
  </MuiLink>
)

interface CodeLinkProps {
  ref?: Ref<HTMLAnchorElement>
  href: string | undefined
  /** The code, cut; it is underlined, and what stands beside it is not. */
  code: string
  children: ReactNode
}

/** A code that leads out of the program, such as a txid. */
export const CodeLink = ({ code, children, ...attributes }: CodeLinkProps) => (
  <MuiLink
    {...attributes}
    target="_blank"
    rel="noopener noreferrer"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: '6px',
      maxWidth: '100%',
      fontFamily: '"Spline Sans Mono Variable", ui-monospace, monospace',
      fontSize: '0.8125rem',
      letterSpacing: '-0.01em',
      textDecoration: 'none',
    }}
  >
    <span
      translate="no"
      style={{
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        borderBottom: '1px solid color-mix(in srgb, currentColor 40%, transparent)',
      }}
    >
      {code}
    </span>
    {children}
  </MuiLink>
)
