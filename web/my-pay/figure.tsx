import { usdParts } from '#web/lib/format.ts'
import { useWords } from './texts.ts'

/** An amount whose '$' is smaller and raised, and whose cents are smaller. */
export function PageFigure({ usd, size }: { usd: number; size: 'great' | 'half' }) {
  const { language } = useWords()
  return (
    <span className={`figure ${size}`} translate="no">
      {usdParts(usd, language).map(({ kind, text }) => (
        <span key={kind} className={kind}>
          {text}
        </span>
      ))}
    </span>
  )
}
