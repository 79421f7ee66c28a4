import type { SxProps, Theme } from '@mui/material/styles'
import type { AllHTMLAttributes, ElementType, Ref } from 'react'
import type { Aligned, Responsive, StyleTokens, TokenProps } from './style-tokens.ts'

type Attributes = Omit<AllHTMLAttributes<HTMLElement>, keyof StyleTokens | 'as'>

export interface KitProps extends TokenProps, Attributes {
  /** The element; a list comes without marks and margins. */
  as?: ElementType
  ref?: Ref<HTMLElement> | undefined
}

type Style = Record<string, unknown>

const aligned = {
  start: 'flex-start',
  center: 'center',
  end: 'flex-end',
  baseline: 'baseline',
  stretch: 'stretch',
  between: 'space-between',
} as const satisfies Record<Aligned, string>

function each<Value extends string | number | boolean>(
  value: Responsive<Value>,
  change: (value: Value) => unknown,
): unknown {
  if (typeof value !== 'object') return change(value)
  return Object.fromEntries(Object.entries(value).map(([width, one]) => [width, change(one)]))
}

const keep = (name: string) => (value: unknown) => ({ [name]: value })
const when = (style: Style) => (holds: boolean) => (holds ? style : {})
const alignEach = (value: Responsive<Aligned>) => each(value, (one) => aligned[one])
/** Names the colour for each width: a line drawn at some widths alone has it reset by `border-top`. */
const line = (side: string) => (value: Responsive<boolean>) =>
  value === false
    ? {}
    : {
        [`border${side}`]: each(value, (drawn) => (drawn ? 1 : 0)),
        [`border${side}Color`]: each(value, () => 'line'),
      }

/** A rule of its own, so that elsewhere it is displayed as before. */
const hideWhere = (windows: (theme: Theme) => string) => ({
  '&': (theme: Theme) => ({ [windows(theme)]: { display: 'none' } }),
})

const styles: { [Name in keyof StyleTokens]: (value: StyleTokens[Name]) => Style } = {
  block: when({ display: 'block' }),
  gap: keep('gap'),
  rowGap: keep('rowGap'),
  columnGap: keep('columnGap'),
  align: (value) => ({ alignItems: alignEach(value) }),
  justify: (value) => ({ justifyContent: alignEach(value) }),
  wrap: (value) => ({ flexWrap: each(value, (wraps) => (wraps ? 'wrap' : 'nowrap')) }),
  m: keep('m'),
  mx: keep('mx'),
  my: keep('my'),
  mt: keep('mt'),
  mr: keep('mr'),
  mb: keep('mb'),
  ml: keep('ml'),
  p: keep('p'),
  px: keep('px'),
  py: keep('py'),
  pt: keep('pt'),
  pr: keep('pr'),
  pb: keep('pb'),
  pl: keep('pl'),
  flex: keep('flex'),
  self: (value) => ({ alignSelf: aligned[value] }),
  area: keep('gridArea'),
  column: keep('gridColumn'),
  width: keep('width'),
  minWidth: keep('minWidth'),
  maxWidth: keep('maxWidth'),
  height: keep('height'),
  minHeight: keep('minHeight'),
  unseen: when({ visibility: 'hidden' }),
  tone: keep('color'),
  size: (value) => ({ fontSize: each(value, (px) => `${px / 16}rem`) }),
  leading: (height) => ({ lineHeight: height < 4 ? height : `${height}px` }),
  strong: when({ fontWeight: 600 }),
  weight: keep('fontWeight'),
  boldInk: when({ '& b': { fontWeight: 600, color: 'ink' } }),
  mono: when({ fontFamily: '"Spline Sans Mono Variable", ui-monospace, monospace' }),
  serif: when({ fontFamily: '"Besley Variable", Georgia, serif' }),
  textAlign: keep('textAlign'),
  breakWords: when({ overflowWrap: 'anywhere' }),
  noWrap: (holds) => ({ whiteSpace: holds ? 'nowrap' : 'normal' }),
  balanced: when({ textWrap: 'balance' }),
  keepLines: (kept) =>
    kept === false ? {} : { whiteSpace: kept === 'andSpaces' ? 'pre-wrap' : 'pre-line' },
  truncate: when({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
  ground: keep('bgcolor'),
  rounded: (px) => ({ borderRadius: `${px}px` }),
  outlined: when({ border: 1, borderColor: 'line' }),
  lineAbove: line('Top'),
  lineBelow: line('Bottom'),
  lineLeft: line('Left'),
  lineBetween: when({ '& + &': { borderTop: 1, borderTopColor: 'line' } }),
  clip: when({ overflow: 'hidden' }),
  measured: when({ containerType: 'inline-size' }),
  pointer: when({ cursor: 'pointer' }),
  relative: when({ position: 'relative' }),
  hideEmpty: when({ '&:empty': { display: 'none' } }),
  hideBelow: (width) => hideWhere((theme) => theme.breakpoints.down(width)),
  hideFrom: (width) => hideWhere((theme) => theme.breakpoints.up(width)),
}

const styleOf = <Name extends keyof StyleTokens>(name: Name, value: StyleTokens[Name]): Style =>
  styles[name](value)

const names = Object.keys(styles) as (keyof StyleTokens)[]
const lists: readonly unknown[] = ['ul', 'ol']

/**
 * Separates the tokens, as a style, from the attributes that are the element's own.
 * `kept` are tokens that the element reads itself, as a button its size.
 */
export function fromTokens(
  { as: component = 'div', ...props }: KitProps,
  base: Style = {},
  kept: readonly (keyof StyleTokens)[] = [],
) {
  const list = lists.includes(component) ? { listStyle: 'none', m: 0, p: 0 } : {}
  const isToken = (name: string) => name in styles && !(kept as readonly string[]).includes(name)
  const sx: SxProps<Theme> = Object.assign(
    { ...base, ...list },
    ...names.map((name) => {
      const value = props[name]
      return value === undefined || !isToken(name) ? {} : styleOf(name, value)
    }),
  )
  const attributes = Object.fromEntries(Object.entries(props).filter(([name]) => !isToken(name)))
  return { component, attributes, sx }
}
