import { useDatabaseAway } from '#web/lib/database-away.ts'
import { PageNotice } from './notice.tsx'
import { useWords } from './texts.ts'

/** Under the head while the server's database is away: what was typed stays, and nothing need be pressed again. */
export function Away() {
  const { texts } = useWords()
  if (!useDatabaseAway()) return null
  return (
    <div className="strip">
      <PageNotice tone="amber" sentence={texts.failed.away} />
    </div>
  )
}
