import type { ReactNode } from 'react'
import { alert, disc, MarkFrame, type MarkLook, onDisc } from './alert-mark.tsx'

const line = { stroke: 'currentColor', strokeWidth: 1.5, fill: 'none' }
const round = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const

const ring = <circle cx="8" cy="8" r="6.75" {...line} />

const drawings = {
  tick: (
    <>
      {disc}
      <path d="M4.8 8.2 7 10.3l4.2-4.5" {...onDisc} {...round} />
    </>
  ),
  cross: (
    <>
      {disc}
      <path d="m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6" {...onDisc} {...round} />
    </>
  ),
  alert,
  info: (
    <>
      {disc}
      <path d="M8 7.4v4.2" {...onDisc} strokeLinecap="round" />
      <circle cx="8" cy="4.7" r="1.05" fill="var(--q-palette-surface)" />
    </>
  ),
  warning: (
    <>
      <path d="M8 .9 15.8 14.6H.2z" fill="currentColor" stroke="none" />
      <path d="M8 6v3.9" {...onDisc} strokeLinecap="round" />
      <circle cx="8" cy="12.3" r="1" fill="var(--q-palette-surface)" />
    </>
  ),
  half: (
    <>
      {ring}
      <path d="M8 3.6a4.4 4.4 0 0 1 0 8.8z" fill="currentColor" stroke="none" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="6.75" {...line} strokeDasharray="2.6 1.64" />
      <path d="M8 4.6V8l2 1.9" {...line} {...round} />
    </>
  ),
  question: (
    <>
      <circle cx="8" cy="8" r="6.75" {...line} strokeDasharray="2.6 1.64" />
      <path d="M6.1 6.3a1.9 1.9 0 1 1 2.8 1.7c-.6.3-.9.7-.9 1.3" {...line} {...round} />
      <circle cx="8" cy="11.6" r=".9" fill="currentColor" />
    </>
  ),
  ahead: <circle cx="8" cy="8" r="6.75" {...line} strokeDasharray="2.6 1.64" />,
  signature: (
    <>
      {ring}
      <path
        d="M4.3 9.9c1-1.8 1.7-3.4 2.3-3.4.7 0-.1 3.2.6 3.2.5 0 .9-1.5 1.4-1.5.4 0 .4 1 1 1h2"
        {...line}
        strokeWidth={1.2}
        {...round}
      />
    </>
  ),
  slash: (
    <>
      {ring}
      <path d="m3.4 12.6 9.2-9.2" {...line} />
    </>
  ),
  bar: (
    <>
      {ring}
      <path d="M5 8h6" {...line} strokeLinecap="round" />
    </>
  ),
  equal: (
    <>
      {ring}
      <path d="M5 6.5h6M5 9.5h6" {...line} strokeLinecap="round" />
    </>
  ),
  pause: (
    <>
      {ring}
      <path d="M6.3 5.6v4.8M9.7 5.6v4.8" {...line} strokeLinecap="round" />
    </>
  ),
  node: (
    <>
      <circle cx="8" cy="8" r="6.75" {...line} strokeDasharray="1.4 1.63" />
      <circle cx="8" cy="8" r="1.7" fill="currentColor" stroke="none" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type MarkName = keyof typeof drawings

interface MarkProps extends MarkLook {
  name: MarkName
}

/** The guide's small signs, in the colour of the text beside them. Decoration: a word always stands beside. */
export const Mark = ({ name, ...look }: MarkProps) => (
  <MarkFrame {...look}>{drawings[name]}</MarkFrame>
)
