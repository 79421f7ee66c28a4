import { payPayday } from '#server/features/payments/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Engine } from './engine.ts'

/** The worker of the calendar, without its duty: one try to pay a payday that is due. */
export function tryPayday(
  engine: Engine,
  payday: { id: string; companyId: string; payrollId: string; periodKey: string },
  now = new Date(),
  db: Db = engine.worker,
) {
  const { network, feeCeilings } = engine
  const deps = {
    macKey: engine.macKey,
    log: engine.log,
    smsConfigured: true,
    isSandbox: true,
    clock: { now: () => now },
    config: { ...engine.config, network, feeCeilings },
  }
  return payPayday(db, deps, payday, async () => true)
}
