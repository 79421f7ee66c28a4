import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { PrimaryClient } from './primary.ts'

const mark = '/* keeps its plan */'

/**
 * Marks a statement of many tables and few rows, which PostgreSQL plans ten times as long as it runs it. A
 * connection plans it once, for whatever values. Not for a statement whose best plan depends on them, or whose
 * text does: a list of ids is one value, as an array.
 */
export const keepPlan = sql.raw(`${mark} `)

const isMarked = (text: unknown): text is string => typeof text === 'string' && text.includes(mark)

const nameOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)

type Query = (statement: string | pg.QueryConfig) => Promise<pg.QueryResult>

/**
 * By itself PostgreSQL would plan it each time all the same: it expects ten ids of an array, and finds the plan
 * for one id cheaper (plan_cache_mode, since PostgreSQL 12).
 */
async function runByKeptPlan(query: Query, text: string, values: unknown[]) {
  await query('SET plan_cache_mode = force_generic_plan')
  try {
    return await query({ name: nameOf(text), text, values })
  } finally {
    // A transaction that has failed hears nothing but its roll-back, which takes the setting back too.
    await query('RESET plan_cache_mode').catch(() => undefined)
  }
}

/** A client of a pool that keeps the plans of marked statements. Not behind a pooler of connections. */
class PlanKeepingClient extends PrimaryClient {
  constructor(config: ConstructorParameters<typeof PrimaryClient>[0]) {
    super(config)
    const query = this.query.bind(this) as (...form: unknown[]) => unknown
    this.query = ((...form: unknown[]) => {
      const [text, values = [], done] = form
      return isMarked(text) && done === undefined
        ? runByKeptPlan(query as Query, text, values as unknown[])
        : query(...form)
    }) as pg.Client['query']
  }
}

/** For a pool, which gives it the pool's own options. */
export const keepingPlans = PlanKeepingClient as unknown as new () => pg.ClientBase
