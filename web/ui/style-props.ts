import type { SxProps, Theme } from '@mui/material/styles'
import type { AllHTMLAttributes, ElementType, Ref } from 'react'

type Responsive<Value> = Value | { xs?: Value; sm?: Value; md?: Value; lg?: Value }

/** Steps of 4 px, or a length of its own. */
type Space = Responsive<number | string>

/** The guide's colours of text. */
export type Tone =
  | 'ink'
  | 'ink2'
  | 'ink3'
  | 'anil'
  | 'jade'
  | 'amber'
  | 'brick'
  | 'onAccess'
  | 'inherit'

const aligned = {
  start: 'flex-start',
  center: 'center',
  end: 'flex-end',
  baseline: 'baseline',
  stretch: 'stretch',
  between: 'space-between',
} as const
type Aligned = keyof typeof aligned

/** How an element of the layout looks and where it stands, in the guide's words. */
interface Tokens {
  gap: Space
  rowGap: Space
  columnGap: Space
  align: Responsive<Exclude<Aligned, 'between'>>
  justify: Responsive<Aligned>
  wrap: Responsive<boolean>
  m: Space
  mt: Space
  mr: Space
  mb: Space
  ml: Space
  mx: Space
  my: Space
  p: Space
  pt: Space
  pr: Space
  pb: Space
  pl: Space
  px: Space
  py: Space
  flex: Responsive<number | string>
  /** Its place in a Grid whose areas have names. */
  area: string
  width: Space
  minWidth: Space
  maxWidth: Space
  height: Space
  minHeight: Space
  tone: Tone
  /** In px. */
  size: Responsive<number>
  /** The height of a line, in px. */
  leading: number
  /** 600. */
  strong: boolean
  /** Bold words in it are in ink, as in a grey sentence with a name. */
  boldInk: boolean
  /** For addresses, txids and codes. */
  mono: boolean
  textAlign: 'left' | 'center' | 'right'
  /** Long words without a space, such as names of people and files, take a second line. */
  breakWords: boolean
  noWrap: boolean
  /** One line that ends in an ellipsis. */
  truncate: boolean
  /** Hairlines. */
  lineAbove: boolean
  lineBelow: boolean
}

type TokenProps = { [Name in keyof Tokens]?: Tokens[Name] | undefined }

type Attributes = Omit<AllHTMLAttributes<HTMLElement>, keyof Tokens | 'as'>

export interface KitProps extends TokenProps, Attributes {
  /** The element; a list comes without marks and margins. */
  as?: ElementType
  ref?: Ref<HTMLElement> | undefined
}

type Style = Record<string, unknown>

function each<Value extends string | number | boolean>(
  value: Responsive<Value>,
  change: (value: Value) => string,
): unknown {
  if (typeof value !== 'object') return change(value)
  return Object.fromEntries(Object.entries(value).map(([width, one]) => [width, change(one)]))
}

const keep = (name: string) => (value: unknown) => ({ [name]: value })
const when = (style: Style) => (holds: boolean) => (holds ? style : {})
const placed = (value: Responsive<Aligned>) => each(value, (one) => aligned[one])

const styles: { [Name in keyof Tokens]: (value: Tokens[Name]) => Style } = {
  gap: keep('gap'),
  rowGap: keep('rowGap'),
  columnGap: keep('columnGap'),
  align: (value) => ({ alignItems: placed(value) }),
  justify: (value) => ({ justifyContent: placed(value) }),
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
  area: keep('gridArea'),
  width: keep('width'),
  minWidth: keep('minWidth'),
  maxWidth: keep('maxWidth'),
  height: keep('height'),
  minHeight: keep('minHeight'),
  tone: keep('color'),
  size: (value) => ({ fontSize: each(value, (px) => `${px / 16}rem`) }),
  leading: (px) => ({ lineHeight: `${px}px` }),
  strong: when({ fontWeight: 600 }),
  boldInk: when({ '& b': { fontWeight: 600, color: 'ink' } }),
  mono: when({ fontFamily: '"Spline Sans Mono Variable", ui-monospace, monospace' }),
  textAlign: keep('textAlign'),
  breakWords: when({ overflowWrap: 'anywhere' }),
  noWrap: when({ whiteSpace: 'nowrap' }),
  truncate: when({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
  lineAbove: when({ borderTop: 1, borderTopColor: 'line' }),
  lineBelow: when({ borderBottom: 1, borderBottomColor: 'line' }),
}

const styleOf = <Name extends keyof Tokens>(name: Name, value: Tokens[Name]): Style =>
  styles[name](value)

const names = Object.keys(styles) as (keyof Tokens)[]
const lists: readonly unknown[] = ['ul', 'ol']

/** Separates the tokens, as a style, from the attributes that are the element's own. */
export function fromTokens({ as: component = 'div', ...props }: KitProps, base: Style = {}) {
  const list = lists.includes(component) ? { listStyle: 'none', m: 0, p: 0 } : {}
  const sx: SxProps<Theme> = Object.assign(
    { ...base, ...list },
    ...names.map((name) => {
      const value = props[name]
      return value === undefined ? {} : styleOf(name, value)
    }),
  )
  const attributes = Object.fromEntries(Object.entries(props).filter(([name]) => !(name in styles)))
  return { component, attributes, sx }
}
