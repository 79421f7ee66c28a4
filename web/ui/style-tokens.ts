/** A value, or one from each width of the window on. */
export type Responsive<Value> = Value | { xs?: Value; sm?: Value; md?: Value; lg?: Value }

/** Steps of 4 px, or a length of its own. */
export type Space = Responsive<number | string>

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

/** The guide's colours of surfaces. */
export type Ground =
  | 'page'
  | 'surface'
  | 'sunk'
  | 'anil'
  | 'line'
  | 'access'
  | 'anilTint'
  | 'jadeTint'
  | 'amberTint'
  | 'brickTint'

export type Aligned = 'start' | 'center' | 'end' | 'baseline' | 'stretch' | 'between'

/** Tokens of where an element stands and how much room it takes. */
export interface Placement {
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
  /** Place of this one child across a Row or a Stack. */
  self: Exclude<Aligned, 'between'>
  /** Place in a Grid whose areas have names. */
  area: string
  /** Column of a Grid. */
  column: Responsive<number | 'auto'>
  width: Space
  minWidth: Space
  maxWidth: Space
  height: Space
  minHeight: Space
  /** Hidden on windows narrower than this. */
  hideBelow: 'sm' | 'md'
  /** Hidden on windows of this width and wider. */
  hideFrom: 'sm' | 'md'
  /** Hidden while it holds nothing. */
  hideEmpty: boolean
  /** Takes its room and is not seen. */
  unseen: boolean
}

export interface Lettering {
  tone: Tone
  /** In px. */
  size: Responsive<number>
  /** The height of a line: in px, or below 4 so many times the size. */
  leading: number
  /** 600. */
  strong: boolean
  weight: 400 | 500 | 700
  /** Bold words in it are in ink, as in a grey sentence with a name. */
  boldInk: boolean
  /** The face of addresses, txids and codes. */
  mono: boolean
  /** The display face of headings and great amounts. */
  serif: boolean
  textAlign: Responsive<'left' | 'center' | 'right'>
  /** Long words without a space, such as names of people and files, take a second line. */
  breakWords: boolean
  /** `false` inside of what is not wrapped, such as a table's cell. */
  noWrap: boolean
  /** No single word on the last line. */
  balanced: boolean
  /** Line breaks in the text are kept; 'andSpaces': each space, too. */
  keepLines: boolean | 'andSpaces'
  /** The text is one line that ends in an ellipsis. */
  truncate: boolean
}

/** How an element of the layout looks, where it stands and how it holds its children. */
export interface StyleTokens extends Placement, Lettering {
  gap: Space
  rowGap: Space
  columnGap: Space
  align: Responsive<Exclude<Aligned, 'between'>>
  justify: Responsive<Aligned>
  wrap: Responsive<boolean>
  ground: Ground
  /** The radius of the corners, in px. */
  rounded: 6 | 8 | 10 | 12
  /** A hairline around it. */
  outlined: boolean
  /** Hairlines at its sides. */
  lineAbove: Responsive<boolean>
  lineBelow: Responsive<boolean>
  lineLeft: Responsive<boolean>
  /** A hairline above each but the first of its kind. */
  lineBetween: boolean
  /** Cuts off all that reaches over its edges. */
  clip: boolean
  /** Children lay themselves out by this element's width. */
  measured: boolean
  /** A line of its own where it stands in a text. */
  block: boolean
  /** The hand over what can be pressed, such as a label. */
  pointer: boolean
  /** Children with a place of their own start from its edges. */
  relative: boolean
}

export type TokenProps<Names = StyleTokens> = { [Name in keyof Names]?: Names[Name] | undefined }
