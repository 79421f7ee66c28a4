import { type RawBuilder, sql } from 'kysely'
import { plainLetters } from '#domain/plain-letters.ts'
import type { Db } from '#server/platform/db/database.ts'
import { containsText } from '#server/platform/db/search.ts'
import { partOf, type Sample, sampleOf } from './sample.ts'

/**
 * Two indexes know pieces of what is searched. One has, for each three letters (trigram) that stand side
 * by side in a word, everybody who has them. Asked for a whole text it walks through all of its
 * trigrams' people, and some of them are had by every third person; the rarest few find the same in a
 * tenth of the time. The other has landmarks (server/migrations/0001_schema.sql): whole names, addresses and
 * numbers are found by these in a tenth of that. So the rarest pieces are asked for, and the whole text
 * is looked for in what they find.
 */

/**
 * Letters whose plain form (`plain_text`) is the same by themselves as within a text, and means nothing
 * to LIKE.
 */
const letter = '[0-9A-Za-zÀ-ÖØ-öø-ž]'
const words = new RegExp(`${letter}{3,}`, 'g')
const meetings = new RegExp(`(${letter}{3})[@.\\-_+/ ](?=(${letter}{3}))`, 'g')
const fiveDigits = /(?=([0-9]{5}))/g

/** How many people have the rarest landmark of a text; null: it has none. */
export function partOfLandmarks(search: string, sample: Sample): number | null {
  const landmarks = [
    ...[...search.matchAll(meetings)].map(
      ([, end = '', start = '']) => `${plainLetters(end)} ${plainLetters(start)}`,
    ),
    ...[...search.matchAll(fiveDigits)].map(([, digits = '']) => digits),
  ]
  if (landmarks.length === 0) return null
  return Math.min(...landmarks.map((landmark) => partOf(sample, landmark)))
}

/** So many who are not meant cost less to look at than another trigram to ask for. */
const fewNotMeant = 50
const most = 8
/** What more people than this have is walked through for longer than it spares, beside a rarer one. */
const commonPart = 0.3

type Rarest = { trigrams: string[]; part: number }

/** Of each word the rarest trigram, then the rarest of the rest; and how many people may have them. */
export function rarestTrigrams(search: string, sample: Sample): Rarest {
  const rarestFirst = (a: { part: number }, b: { part: number }) => a.part - b.part
  const ranked = [...search.matchAll(words)].map(([word]) =>
    Array.from({ length: word.length - 2 }, (_, at) => {
      const trigram = word.slice(at, at + 3)
      return { trigram, part: partOf(sample, plainLetters(trigram)) }
    }).sort(rarestFirst),
  )
  const ofEach = ranked.flatMap(([rarest]) => rarest ?? []).sort(rarestFirst)
  const others = ranked.flatMap(([, ...rest]) => rest).sort(rarestFirst)
  const part = ofEach.reduce((product, one) => product * one.part, 1)
  let notMeant = part * sample.people
  const asked = [...ofEach]
  for (const other of others) {
    if (notMeant <= fewNotMeant) break
    asked.push(other)
    notMeant *= other.part
  }
  const rare = asked.filter((one, place) => place === 0 || one.part <= commonPart).slice(0, most)
  return { trigrams: [...new Set(rare.map(({ trigram }) => trigram))], part }
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
  const sample = await sampleOf(db)
  // No LIKE, which would be looked for in the index by all its trigrams again.
  const whole = sql<boolean>`strpos(search, plain_text(${search})) > 0`
  const few = (part: RawBuilder<unknown>) => ({
    condition: sql<boolean>`${part} AND ${whole}`,
    few: true,
  })
  const ofLandmarks = partOfLandmarks(search, sample)
  if (ofLandmarks !== null && ofLandmarks <= fewPart) {
    return few(sql`landmarks(search) @> landmarks(plain_text(${search}))`)
  }
  const { trigrams, part } = rarestTrigrams(search, sample)
  if (trigrams.length === 0 || part > fewPart) {
    return { condition: containsText('search', search), few: false }
  }
  const likes = trigrams.map((trigram) => sql`search LIKE '%' || plain_text(${trigram}) || '%'`)
  return few(sql.join(likes, sql` AND `))
}
