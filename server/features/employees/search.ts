import { type RawBuilder, sql } from 'kysely'
import { plainLetters } from '#domain/plain-letters.ts'
import type { Db } from '#server/platform/database.ts'
import { containsText } from '#server/platform/search.ts'

/**
 * The index has, for each three letters (trigram) that stand side by side in a word, everybody who has
 * them. Asked for a whole name it walks through all of its trigrams' people, and some of them are had
 * by every third person; the rarest few find the same in a tenth of the time. So those are asked for,
 * and the whole text is looked for in what they find.
 */

/** How large a part of all people has a trigram; all of them are taken together, for one index has them. */
type Frequencies = ReadonlyMap<string, number>

const sampleSize = 1_000
/** Had by fewer of the sample, it may as well be had by nobody. */
const fewestOfSample = 5
const unseen = fewestOfSample / 2 / sampleSize
const sampledForMs = 10 * 60_000

/** Pages are taken whole, so that a sample costs the same among any number of people. */
async function sampleTrigrams(db: Db): Promise<Frequencies> {
  const { rows } = await sql<{ trigram: string; part: number }>`
    WITH size AS (
      SELECT greatest(reltuples, 1) AS people FROM pg_class WHERE oid = 'employees'::regclass
    ), sample AS MATERIALIZED (
      SELECT search FROM employees
      TABLESAMPLE SYSTEM (least(100, ${100 * sampleSize} / (SELECT people FROM size)))
      LIMIT ${sampleSize}
    )
    SELECT trigram, count(*)::float8 / (SELECT count(*) FROM sample) AS part
    FROM sample, unnest(show_trgm(search)) AS trigram
    GROUP BY trigram HAVING count(*) >= ${fewestOfSample}`.execute(db)
  return new Map(rows.map(({ trigram, part }) => [trigram, part]))
}

type Sample = { at: number; frequencies: Promise<Frequencies> }
const samples = new WeakMap<Db, Sample>()

function frequenciesOf(db: Db): Promise<Frequencies> {
  const known = samples.get(db)
  if (known && Date.now() - known.at < sampledForMs) return known.frequencies
  const frequencies = sampleTrigrams(db)
  samples.set(db, { at: Date.now(), frequencies })
  frequencies.catch(() => samples.delete(db))
  return frequencies
}

/**
 * Letters whose plain form (`plain_text`) is the same by themselves as within a text, and means nothing
 * to LIKE; at least as many as make a trigram.
 */
const words = /[0-9A-Za-zÀ-ÖØ-öø-ž]{3,}/g

/** So many keep the index from finding many that are not meant; more only take their time. */
const enough = 4
const most = 8
/** What more people than this have is walked through for longer than it spares, beside a rarer one. */
const commonPart = 0.3

type Rarest = { trigrams: string[]; part: number }

/** Of each word the rarest trigram, then the rarest of the rest; and how many people may have them. */
export function rarestTrigrams(search: string, frequencies: Frequencies): Rarest {
  const rarestFirst = (a: { part: number }, b: { part: number }) => a.part - b.part
  const ranked = [...search.matchAll(words)].map(([word]) =>
    Array.from({ length: word.length - 2 }, (_, at) => {
      const trigram = word.slice(at, at + 3)
      return { trigram, part: frequencies.get(plainLetters(trigram)) ?? unseen }
    }).sort(rarestFirst),
  )
  const ofEach = ranked.flatMap(([rarest]) => rarest ?? []).sort(rarestFirst)
  const others = ranked.flatMap(([, ...rest]) => rest).sort(rarestFirst)
  const asked = [...ofEach, ...others.slice(0, Math.max(0, enough - ofEach.length))]
    .filter(({ part }, place) => place === 0 || part <= commonPart)
    .slice(0, most)
  return {
    trigrams: [...new Set(asked.map(({ trigram }) => trigram))],
    part: ofEach.reduce((product, { part }) => product * part, 1),
  }
}

/** Above this part of all, whoever is found is counted and walked through as they come. */
const fewPart = 0.03

export type Searched = {
  condition: RawBuilder<boolean>
  /** Whether those who meet the condition are few enough to be taken together. */
  few: boolean
}

/** Whom a search finds: see `containsText` for what it takes no notice of. */
export async function searchFor(db: Db, search: string): Promise<Searched> {
  const { trigrams, part } = rarestTrigrams(search, await frequenciesOf(db))
  if (trigrams.length === 0 || part > fewPart) {
    return { condition: containsText('search', search), few: false }
  }
  const conditions = [
    ...trigrams.map((trigram) => sql`search LIKE '%' || plain_text(${trigram}) || '%'`),
    // No LIKE, which would be looked for in the index by all its trigrams again.
    sql`strpos(search, plain_text(${search})) > 0`,
  ]
  return { condition: sql<boolean>`${sql.join(conditions, sql` AND `)}`, few: true }
}
