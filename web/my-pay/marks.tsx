import type { ReactNode } from 'react'

/** Decoration: a word stands beside each, or its button has a name. */
function Icon({ size = 20, children }: { size?: number; children: ReactNode }) {
  return (
    <svg className="icon" aria-hidden width={size} height={size} viewBox="0 0 24 24">
      {children}
    </svg>
  )
}

export const Chevron = () => (
  <Icon size={16}>
    <path d="m6 9 6 6 6-6" />
  </Icon>
)
export const Back = () => (
  <Icon size={16}>
    <path d="m15 5-7 7 7 7" />
  </Icon>
)
export const Exit = () => (
  <Icon>
    <path d="M10 4H5v16h5M10 12h10m-4-4 4 4-4 4" />
  </Icon>
)
export const Pen = () => (
  <Icon size={18}>
    <path d="M4 20v-4L16 4l4 4L8 20zM13 7l4 4" />
  </Icon>
)
export const Copy = () => (
  <Icon size={18}>
    <path d="M8 7h12v14H8zM16 3H4v14" />
  </Icon>
)
export const Download = () => (
  <Icon>
    <path d="M12 4v11m-5-5 5 5 5-5M4 16v4h16v-4" />
  </Icon>
)
export const LetterIcon = () => (
  <Icon size={34}>
    <path d="M3 5h18v14H3zM3 6l9 7 9-7" />
  </Icon>
)

const onDisc = 'on-disc'

const drawings = {
  tick: (
    <>
      <circle cx="8" cy="8" r="7.5" />
      <path className={onDisc} d="M4.8 8.2 7 10.3l4.2-4.5" />
    </>
  ),
  alert: (
    <>
      <circle cx="8" cy="8" r="7.5" />
      <path className={onDisc} d="M8 4.3v4.4m0 2.6v.1" />
    </>
  ),
  half: (
    <>
      <circle className="ring" cx="8" cy="8" r="6.75" />
      <path d="M8 3.6a4.4 4.4 0 0 1 0 8.8z" />
    </>
  ),
  clock: (
    <>
      <circle className="ring dashed" cx="8" cy="8" r="6.75" />
      <path className="ring" d="M8 4.6V8l2 1.9" />
    </>
  ),
}

export type PageMarkName = keyof typeof drawings

/** The guide's signs of a state, in the colour of the word beside them. */
export const PageMark = ({ name }: { name: PageMarkName }) => (
  <svg className="state-mark" aria-hidden viewBox="0 0 16 16">
    {drawings[name]}
  </svg>
)

export const BtcGlyph = () => (
  <svg className="btc" aria-hidden viewBox="0 0 12 16">
    <path d="M1 3.6h5.9a2.15 2.15 0 0 1 0 4.3H3m0 0h4.5a2.3 2.3 0 0 1 0 4.6H1M3 3.6v8.9M4.4 1.2v2.4m2.4-2.4v2.4m-2.4 8.9v2.4m2.4-2.4v2.4" />
  </svg>
)
