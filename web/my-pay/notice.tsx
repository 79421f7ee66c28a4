import { PageMark } from './marks.tsx'

const marks = { brick: 'alert', jade: 'tick', amber: 'half' } as const

/** Says in a sentence how something went; a screen reader reads it when it comes. */
export function PageNotice({ tone, sentence }: { tone: keyof typeof marks; sentence: string }) {
  return (
    <p className={`notice ${tone}`} role={tone === 'brick' ? 'alert' : 'status'}>
      <PageMark name={marks[tone]} />
      <span>{sentence}</span>
    </p>
  )
}
