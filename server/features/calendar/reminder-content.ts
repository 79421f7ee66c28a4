import { coverAtLowerPrices } from '#domain/cover.ts'
import { amountToFund } from '#domain/funding-reserve.ts'
import { centsFromSatsRoundedUp } from '#domain/money.ts'
import type { ReminderKind } from '#domain/occurrence-state.ts'
import { deriveFundingAddresses } from '#server/features/chain/index.ts'
import type { ParamsOf } from '#server/features/notifications/index.ts'
import {
  type PaydayCoverage,
  type PaydayDeps,
  readNeededOthers,
  readPaydayChanges,
  readPreparedSheets,
} from '#server/features/payments/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { readCoverageOf } from './coverage-of.ts'
import { type NotReady, readNotReady } from './not-ready.ts'
import { toMailedPayday } from './notices.ts'
import { isPaidElsewhere } from './read-calendar.ts'
import type { OccurrenceRow } from './rows.ts'

type Deps = PaydayDeps & { config: { publicUrl: string } }
type Params = ParamsOf<'paydayReminder'>
type Run = NonNullable<PaydayCoverage['run']>

/** Reads the content of a reminder of a payday; null: it needs no mail at this time. */
export async function readReminder(
  trx: Trx,
  deps: Deps,
  row: OccurrenceRow,
  reminder: ReminderKind,
): Promise<Params | null> {
  const cover = await readCoverageOf(trx, deps, row)
  if (!cover) return null
  const notReady = await readNotReady(trx, deps, row)
  const { companyId, payrollId, payroll } = row
  const address = (await deriveFundingAddresses(trx, [payrollId])).get(payrollId) ?? ''
  // A payday that nobody prepares asks as it is paid, unless it would look empty until then.
  const mayAsk = cover.asksElsewhere && (row.mode !== 'REMIND' || isPaidElsewhere(cover))
  const asks = mayAsk && !(await isPrepared(trx, row))
  const way =
    cover.run && address === ''
      ? 'ADDRESS'
      : (wayOf(cover, reminder) ?? (asks ? 'PAID_ELSEWHERE' : null))
  const stage = stageOf(cover, notReady, way)
  // A ready or empty payday needs nothing urgent, so one reminder is enough.
  if ((stage === 'ready' || stage === 'empty') && reminder !== 'DAYS_2') return null
  const { reservePercent } = cover
  // No sum is named where nobody can be told the address.
  const run = way === 'ADDRESS' ? null : cover.run
  const isShort = stage === 'short' && run !== null
  return {
    ...toMailedPayday(row, deps.config.publicUrl),
    stage,
    address,
    notReady,
    way,
    needed: await readNeeded(trx, deps, row),
    missing: run && missingOf(run),
    missingLower: run && lowerOf(run),
    hasCover: run !== null,
    toFund: isShort
      ? amountToFund(run.missingAfterDepositsSats, run.rateUsdCentsPerBtc, reservePercent)
      : null,
    changes:
      row.kind === 'REGULAR' && stage !== 'empty'
        ? await readPaydayChanges(
            trx,
            { companyId, macKey: deps.macKey },
            { id: payrollId, name: payroll },
          )
        : null,
  }
}

/** Whose approval or press it needs beside those who changed it; nobody's once it has its approvals. */
async function readNeeded(
  trx: Trx,
  { macKey, clock }: Deps,
  { id, companyId, payrollId, mode }: OccurrenceRow,
): Promise<Params['needed']> {
  const now = clock.now()
  const sheets = await readPreparedSheets(trx, macKey, companyId, [id], now)
  if (sheets.get(id)?.approval === 'APPROVED') return []
  return (await readNeededOthers(trx, macKey, { companyId, payrollId, mode }, now)).missing
}

/** A prepared payday has the answers about people who were paid elsewhere. */
async function isPrepared(trx: Trx, { companyId, id }: OccurrenceRow): Promise<boolean> {
  const sheet = await trx
    .selectFrom('payday_sheets')
    .select('id')
    .where('company_id', '=', companyId)
    .where('occurrence_id', '=', id)
    .executeTakeFirst()
  return sheet !== undefined
}

function stageOf(
  { people, run }: PaydayCoverage,
  notReady: NotReady,
  way: Params['way'],
): Params['stage'] {
  if (people === 0) return way === 'PAID_ELSEWHERE' ? 'check' : 'empty'
  if (way !== 'ADDRESS' && run && run.missingAfterDepositsSats > 0n) return 'short'
  if (way !== null || notReady.count > 0) return 'check'
  return run && run.missingSats > 0n ? 'onTheWay' : 'ready'
}

/**
 * An old price or an unreachable node mostly recovers by the day, so only the last reminders
 * mention them.
 */
function wayOf({ hindrance, run }: PaydayCoverage, reminder: ReminderKind): Params['way'] {
  const mayPass = hindrance === 'PRICE' || hindrance === 'NODE'
  return mayPass && run !== null && reminder !== 'HOURS_4' ? null : hindrance
}

function missingOf({ missingAfterDepositsSats: sats, rateUsdCentsPerBtc: rate }: Run) {
  return sats > 0n ? { sats, usdCents: centsFromSatsRoundedUp(sats, rate) } : null
}

const fallPercent = 5

function lowerOf(run: Run) {
  const row = coverAtLowerPrices(run).rows.find((one) => one.fallPercent === fallPercent)
  if (!row || row.missingSats === 0n) return null
  return { sats: row.missingSats, usdCents: row.missingUsdCents }
}
