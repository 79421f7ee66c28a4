import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { transactionList } from '#contract/transactions.ts'
import { runState, type TransactionState } from '#domain/transaction-state.ts'
import { isCurrent } from '#server/features/transactions/shown-version.ts'
import { aCompany, aPayroll, expectAccepted } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { factsOf } from '#server/testing/transaction-facts.ts'

const t = await appForFile()

const states: TransactionState[] = [
  'pendingApproval',
  'rejected',
  'signed',
  'unconfirmed',
  'confirmed',
  'removed',
  'failed',
]
const rate_usd_cents_per_btc = 9_100_000n

/** All facts of a state, so that a row can be moved into it; `was_mined` stays. */
const columnsOf = (state: TransactionState) => ({
  waiting_for: null,
  ended: null,
  txid: null,
  raw: null,
  height: null,
  in_mempool: false,
  sent_at: null,
  ...factsOf(state),
})

type Owner = { company_id: string; payroll_id: string }

async function aRun(owner: Owner, userId: string): Promise<string> {
  const now = new Date()
  const { id } = await t.db
    .insertInto('sheets')
    .values({
      ...owner,
      requested_by: userId,
      note: '',
      bitcoin_usd_cents: 100n,
      dollars_usd_cents: 0n,
      total_sats: 1_000n,
      rate_usd_cents_per_btc,
      rate_sources: 3,
      rate_at: now,
      closed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function aTransaction(owner: Owner, run: string, state: TransactionState) {
  const values = {
    ...owner,
    sheet_id: run,
    usd_cents: 100n,
    sats: 1_000n,
    rate_usd_cents_per_btc,
  }
  const { id } = await t.db
    .insertInto('transactions')
    .values({ ...values, type: 'send', ...columnsOf(state) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function aReplacement(owner: Owner, run: string, of: string, cancels: boolean) {
  const values = { ...owner, sheet_id: run, usd_cents: 100n, sats: 900n, rate_usd_cents_per_btc }
  const replacing = {
    root_id: of,
    version: sql<number>`(SELECT max(version) + 1 FROM transactions WHERE root_id = ${of})`,
    type: cancels ? 'cancel' : 'send',
  } as const
  await t.db
    .insertInto('transactions')
    .values({ ...values, ...replacing, ...columnsOf('unconfirmed') })
    .execute()
}

const setState = (id: string, state: TransactionState) =>
  t.db
    .updateTable('transactions')
    .set(columnsOf(state))
    .where('id', '=', id)
    // The way in which a plan ended is final.
    .where('ended', 'is', null)
    .where(sql<boolean>`(state = ${state} OR ${state} = ANY(allowed_moves(state)))`)
    .execute()

/** Counts states by reading every transaction that people see. */
async function counted(companyId: string) {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(usd_cents), 0)::integer AS cents FROM transactions
    WHERE company_id = ${companyId} AND type = 'send' AND state IN ('unconfirmed', 'confirmed')
  `.execute(t.db)
  const seen = await t.db
    .selectFrom('transactions as t')
    .select(['t.state', 't.type', 't.live', 't.sheet_id'])
    .where('t.company_id', '=', companyId)
    .where(isCurrent)
    .execute()
  const runs = [...Map.groupBy(seen, ({ sheet_id }) => sheet_id).values()].filter(
    (parts) => !['rejected', 'failed'].includes(runState(parts)),
  )
  return { runs: runs.length, cents: rows[0]?.cents, seen }
}

test('any states and replacements → runs, spending and lists count what people see', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          run: fc.nat(1),
          part: fc.nat(3),
          state: fc.constantFrom(...states),
          replaced: fc.constantFrom('no', 'no', 'same', 'cancel'),
        }),
        { minLength: 1, maxLength: 14 },
      ),
      async (steps) => {
        const company = await aCompany(t)
        const { _id } = await aPayroll(company)
        const owner = { company_id: company.companyId, payroll_id: _id }
        const runs = new Map<number, string>()
        const parts = new Map<string, string>()
        for (const step of steps) {
          const run = runs.get(step.run) ?? (await aRun(owner, company.user._id))
          runs.set(step.run, run)
          const key = `${run} ${step.part}`
          const part = parts.get(key)
          if (!part) parts.set(key, await aTransaction(owner, run, step.state))
          else if (step.replaced === 'no') await setState(part, step.state)
          else {
            // Earlier replacements have ended.
            await t.db
              .updateTable('transactions')
              .set({ ...columnsOf('failed') })
              .where('root_id', '=', part)
              .where('id', '!=', part)
              .execute()
            await aReplacement(owner, run, part, step.replaced === 'cancel')
          }
        }
        const { runs: expected, cents, seen } = await counted(company.companyId)
        const { activity, spending } = expectAccepted(
          dashboard,
          await company.call('GET', '/users/dashboard'),
        )
        expect(activity.payments).toBe(expected)
        expect(spending.at(-1)?.usd).toBe((cents ?? 0) / 100)
        for (const query of ['', ...states.map((state) => `&state=${state}`), '&type=cancel']) {
          const [, name, value] = /&(\w+)=(\w+)/.exec(query) ?? []
          const matching = seen.filter((row) => !name || row[name as 'state' | 'type'] === value)
          const list = expectAccepted(
            transactionList,
            await company.call('GET', `/payrolls/${_id}/transactions?limit=3&page=1${query}`),
          )
          expect(list.totalTransactions).toBe(matching.length)
          expect(list.transactions).toHaveLength(Math.min(3, matching.length))
        }
      },
    ),
    { numRuns: 12 },
  )
})
