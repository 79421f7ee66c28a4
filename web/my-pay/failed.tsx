import { PageNotice } from './notice.tsx'
import { useWords } from './texts.ts'

export function Failed({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  const { texts } = useWords()
  return (
    <main className="narrow">
      <h1>{texts.failed.title}</h1>
      <PageNotice tone="brick" sentence={sentence} />
      <button type="button" className="button outlined" onClick={onRetry}>
        {texts.retry}
      </button>
    </main>
  )
}
