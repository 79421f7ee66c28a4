import type { KeyObject } from 'node:crypto'
import { hourMs, minuteMs } from '#domain/durations.ts'
import type { Db } from '../platform/db/database.ts'
import { inTurns } from '../platform/db/turns.ts'
import {
  countAllowed,
  type Limit,
  type RateLimitDeps,
  tooMany,
} from '../platform/http/rate-limits.ts'
import type { Log } from '../platform/observe/log.ts'
import { isTrue, macOf } from './mac.ts'
import { type MacRow, macColumns } from './registry.ts'

/** Counts of wrong passwords, codes and links. No role of the database lowers one: `guess_counts`. */

export type GuessDeps = RateLimitDeps & { macKey: KeyObject; log: Pick<Log, 'error'> }

type Row = MacRow<'guess_counts'>
type Counted = Pick<Row, 'count' | 'since' | 'until'>

const read = (db: Db, key: string): Promise<Row | undefined> =>
  db
    .selectFrom('guess_counts')
    .select(macColumns.guess_counts)
    .where('key', '=', key)
    .executeTakeFirst()

/** Stores the next version of a row; false where another process was quicker. */
async function store(db: Db, macKey: KeyObject, row: Row | undefined, next: Omit<Row, 'mac'>) {
  const mac = macOf(macKey, 'guess_counts', next)
  if (!row) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('guess_counts')
      .values({ ...next, mac })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { count, since, until, version } = next
  const { numUpdatedRows } = await db
    .updateTable('guess_counts')
    .set({ count, since, until, version, mac })
    .where('key', '=', row.key)
    .where('version', '=', row.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** More than any limit, in the sandbox too. */
const beyondAll = 1_000_000_000

const turns = inTurns()

/**
 * Moves a count on by `step`, which throws where its subject has to wait. Attempts of one process come one
 * at a time, and leave the connections to others. A row that was changed past the program counts as the
 * most guesses there can be, now.
 */
function move(
  { db, macKey, clock, log }: GuessDeps,
  key: string,
  step: (before: Counted | undefined, now: Date) => Counted,
): Promise<Counted> {
  return turns(key, async () => {
    for (;;) {
      const now = clock.now()
      const row = await read(db, key)
      const isOwn = !row || isTrue(macKey, 'guess_counts', row)
      if (!isOwn) log.error({ key }, 'a count of wrong guesses was changed past the program')
      const next = isOwn
        ? step(row && row.until > now ? row : undefined, now)
        : { count: beyondAll, since: now, until: new Date(now.getTime() + hourMs) }
      const version = (row?.version ?? 0) + 1
      const stored = await store(db, macKey, row, {
        key,
        ...next,
        born_at: row?.born_at ?? now,
        version,
      })
      if (stored && isOwn) return next
    }
  })
}

/**
 * Counts a guess of `subject`, or throws 429. Answers a function that takes it back, because a guess is
 * counted before it is looked at: a hundred at once are a hundred.
 */
export async function takeGuess(
  deps: GuessDeps,
  { name, count: most, windowMs }: Limit,
  subject: string,
): Promise<() => Promise<void>> {
  const key = `${name} ${subject}`
  const taken = await move(deps, key, (before, now) => {
    const until = before?.until ?? new Date(now.getTime() + windowMs)
    const count = (before?.count ?? 0) + 1
    if (count > countAllowed(deps.config, most)) throw tooMany(now, until)
    return { count, since: before?.since ?? now, until }
  })
  return async () => {
    await move(deps, key, (before, now) => {
      const isSame = before?.until.getTime() === taken.until.getTime()
      return { ...(before ?? fresh(now)), count: (before?.count ?? 0) - (isSame ? 1 : 0) }
    })
  }
}

/** `isRight`, of whose answers only the wrong ones are counted; what it throws says nothing. */
export async function countWrong(
  deps: GuessDeps,
  limit: Limit,
  subject: string,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const forgive = await takeGuess(deps, limit, subject)
  let wrong = false
  try {
    wrong = !(await isRight())
    return !wrong
  } finally {
    if (!wrong) await forgive()
  }
}

const free = 6
const memoryMs = 15 * minuteMs
const firstDelayMs = 5_000
const longestDelayMs = 5 * minuteMs

/** The wait of a subject after so many failures in a row: longer each time, and never for good. */
const delayMs = (failures: number) =>
  failures < free ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - free))

/** A count that has ended. */
const fresh = (now: Date): Counted => ({ count: 0, since: now, until: now })

/**
 * Looks at a password by `isRight`, or throws 429 while its subject has to wait: an account, tried from
 * one network. A wrong one is a failure, a right one forgets those before; what `isRight` throws says
 * nothing of the password. An unknown e-mail is counted alike.
 */
export async function attemptPassword(
  deps: GuessDeps,
  subject: string,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const key = `password ${subject}`
  await move(deps, key, (before, now) => {
    const failures = before?.count ?? 0
    const extra = Math.max(0, failures - countAllowed(deps.config, free) + free)
    const delay = delayMs(extra)
    const next = new Date((before?.since.getTime() ?? 0) + delay)
    // An attempt that began a moment later may have been counted first.
    if (delay > 0 && next > now) throw tooMany(now, next)
    return { count: failures + 1, since: now, until: new Date(now.getTime() + memoryMs) }
  })
  let right: boolean
  try {
    right = await isRight()
  } catch (cause) {
    await move(deps, key, (before, now) => {
      const { count, since, until } = before ?? fresh(now)
      return { count: Math.max(count - 1, 0), since, until }
    })
    throw cause
  }
  if (right) await move(deps, key, (_, now) => fresh(now))
  return right
}

/** Deletes counts that nobody has touched for a day: no window is longer. */
export async function sweepGuessCounts(db: Db): Promise<void> {
  await db.selectNoFrom(({ fn }) => fn('delete_old_guess_counts').as('done')).execute()
}
