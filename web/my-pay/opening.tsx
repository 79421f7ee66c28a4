import { useWords } from './texts.ts'

/** The placeholder of what comes, as high as it will be. */
export function Opening() {
  const { texts } = useWords()
  return (
    <main className="columns" aria-busy>
      <h1 className="unseen">{texts.loading}</h1>
      <div className="column">
        <section className="panel blank tall" />
        <section className="panel blank" />
      </div>
      <div className="column">
        <section className="panel blank tall" />
      </div>
    </main>
  )
}
