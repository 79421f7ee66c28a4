import { readSweeps } from '#server/authorization/sweeps.ts'
import { type Db, inTransaction, isLockTimeout } from '#server/platform/db/database.ts'
import type { Listener } from '#server/platform/db/notify.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { findReadySweep, type SweepSettings } from './ready-sweep.ts'
import { startSweep } from './start-sweep.ts'

export type SweepDeps = SweepSettings & { db: Db; listener: Listener; log: Log }

const lookMs = 30_000

/** Starts the sweeps that may start now; a payroll that fails holds up no other. */
export async function sweepLeftovers(deps: Omit<SweepDeps, 'listener'>, now: Date): Promise<void> {
  const { db, macKey, log } = deps
  const companies = await db
    .selectFrom('change_orders')
    .select('company_id as companyId')
    .distinct()
    .where('kind', '=', 'SWEEP')
    .execute()
  for (const { companyId } of companies) {
    const { rules } = await readSweeps(db, macKey, companyId)
    for (const payrollId of rules.keys()) {
      try {
        await sweepOne(deps, { companyId, payrollId }, now)
      } catch (err) {
        // Another process plans with the payroll at this moment.
        if (isLockTimeout(err)) continue
        log.error({ err, payroll: payrollId }, 'sweeping a payroll failed; trying again')
      }
    }
  }
}

async function sweepOne(
  deps: Omit<SweepDeps, 'listener'>,
  input: { companyId: string; payrollId: string },
  now: Date,
): Promise<void> {
  const { db, log } = deps
  // A cheap look without a lock comes first.
  const look = await findReadySweep(db, deps, input, { lock: false, now })
  if ('code' in look) return
  const started = await inTransaction(db, (trx) => startSweep(trx, deps, input, now))
  if ('code' in started) return
  failpoint('sweep-planned')
  log.info({ ...started, payroll: input.payrollId }, 'what was left is swept')
}

/** The worker's loop that sweeps to each company's own address, until `signal`. */
export async function keepSweeps(deps: SweepDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const woken = deps.listener.next('chain', lookMs, signal)
    await sweepLeftovers(deps, new Date()).catch((err) =>
      deps.log.warn({ err }, 'looking for what is left failed; trying again'),
    )
    await woken
  }
}
