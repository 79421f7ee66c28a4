import type { PayrollFacts } from '#domain/payroll-status.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { readHoldUntilHeight } from '#server/authorization/restorations.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'
import type { Facts } from '../run/read-facts.ts'
import { readNodeAndPrice } from './node-and-price.ts'
import type { MoneyFacts } from './read-money.ts'

/** The dependencies for judging a payday, for any reader. */
export type PaydayDeps = Pick<Deps, 'macKey' | 'clock'> & {
  config: Pick<Deps['config'], 'network' | 'feeCeilings'>
}

/** The facts that all payrolls of a company share. */
export type CompanyFacts = Pick<
  Facts,
  'price' | 'feeRateSatsPerKvb' | 'feeRates' | 'feeCeilings' | 'network' | 'node' | 'tipAt'
> & {
  reservePercent: number
  stop: PayrollFacts['stop']
  /** After a restore the chain may still show spends that the records lack. */
  isHeld: boolean
  now: Date
}

export async function readCompanyFacts(
  db: Db,
  { config: { network, feeCeilings }, clock, macKey }: PaydayDeps,
  companyId: string,
): Promise<CompanyFacts> {
  const company = await db
    .selectFrom('companies')
    .select(macColumns.companies)
    .select('funding_reserve_percent')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  // A row that was changed past the program can still be read, but nothing is paid by it.
  const isTampered = !isTrue(macKey, 'companies', company)
  return {
    reservePercent: company.funding_reserve_percent,
    stop: isTampered
      ? { reason: 'ACCOUNT_TAMPERED', since: null }
      : company.frozen_at && { reason: 'COMPANY_FROZEN', since: company.frozen_at },
    ...(await readNodeAndPrice(db, network)),
    feeCeilings,
    isHeld: (await readHoldUntilHeight(db)) !== null,
    now: clock.now(),
  }
}

/**
 * Why nothing of a payroll is paid, whatever its balance. `isBroken`: an invariant of its money is
 * breached.
 */
export function stopOf(
  { stop, isHeld }: CompanyFacts,
  { untracked, hasUnknownSpend }: MoneyFacts,
  isBroken: boolean,
): PayrollFacts['stop'] {
  if (stop) return stop
  if (isBroken) return { reason: 'PAYMENTS_STOPPED', since: null }
  const hasUntracked = untracked.length > 0 || hasUnknownSpend || isHeld
  return hasUntracked ? { reason: 'WALLET_AHEAD_OF_RECORDS', since: null } : null
}
