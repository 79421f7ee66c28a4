import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/**
 * How many people there are, and how large a part of them has a trigram or a landmark. All companies are
 * taken together, for one index has them.
 */
export type Sample = { people: number; parts: ReadonlyMap<string, number> }

const sampleSize = 1_000
/** Had by fewer of the sample, it may as well be had by nobody. */
const fewestOfSample = 5
const unseen = fewestOfSample / 2 / sampleSize

export const partOf = ({ parts }: Sample, piece: string): number => parts.get(piece) ?? unseen

/** Pages are taken whole, so that a sample costs the same among any number of people. */
async function takeSample(db: Db): Promise<Sample> {
  const { rows } = await sql<{ piece: string; part: number; people: number }>`
    WITH size AS (
      SELECT greatest(reltuples, 1)::float8 AS people
      FROM pg_class WHERE oid = 'employees'::regclass
    ), sample AS MATERIALIZED (
      SELECT search FROM employees
      TABLESAMPLE SYSTEM (least(100, ${100 * sampleSize} / (SELECT people FROM size)))
      LIMIT ${sampleSize}
    )
    SELECT piece, count(*)::float8 / (SELECT count(*) FROM sample) AS part,
      (SELECT people FROM size) AS people
    FROM sample, unnest(show_trgm(search) || landmarks(search)) AS piece
    GROUP BY piece HAVING count(*) >= ${fewestOfSample}`.execute(db)
  return {
    people: rows[0]?.people ?? 1,
    parts: new Map(rows.map(({ piece, part }) => [piece, part])),
  }
}

const sampledForMs = 10 * 60_000
const samples = new WeakMap<Db, { at: number; sample: Promise<Sample> }>()

export function sampleOf(db: Db): Promise<Sample> {
  const known = samples.get(db)
  if (known && Date.now() - known.at < sampledForMs) return known.sample
  const sample = takeSample(db)
  samples.set(db, { at: Date.now(), sample })
  sample.catch(() => samples.delete(db))
  return sample
}
