import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'
import type { Tone } from './style-tokens.ts'

export const onDisc = { stroke: 'var(--q-palette-surface)', strokeWidth: 1.8, fill: 'none' }
export const disc = <circle cx="8" cy="8" r="7.5" fill="currentColor" />
export const alert = (
  <>
    {disc}
    <path d="M8 4.3v4.4" {...onDisc} strokeLinecap="round" />
    <circle cx="8" cy="11.4" r="1.05" fill="var(--q-palette-surface)" />
  </>
)

export interface MarkLook extends SvgIconProps {
  /** In px. */
  size?: number
  tone?: Tone
  /** Level with the first line of the text beside it. */
  mt?: number | string
  align?: 'center'
}

/** A drawing of 16 px beside a text. */
export function MarkFrame({ size = 16, tone, mt, align, sx, ...icon }: MarkLook) {
  const look = {
    flex: 'none',
    overflow: 'visible',
    fontSize: size,
    ...(tone !== undefined && { color: tone }),
    ...(mt !== undefined && { mt }),
    ...(align !== undefined && { alignSelf: align }),
  }
  return <SvgIcon viewBox="0 0 16 16" {...icon} sx={[look, sx ?? null].flat()} />
}

/** The Mark 'alert' for the fields of the login, which loads no other sign. */
export const AlertMark = (look: MarkLook) => <MarkFrame {...look}>{alert}</MarkFrame>
