import type { Language } from '#contract/languages.ts'
import type { SweepAddressEdit } from '#contract/sweep-address-edit.ts'
import type { SweepAddress } from '#contract/sweeps.ts'
import type { FieldText } from '#contract/texts/keys.ts'
import { type Network, parseBtcAddress } from '#domain/address.ts'
import { sweepOnTrial } from '#domain/sweep-rules.ts'
import {
  type ApprovedSweepAddress as Registered,
  readSweeps,
} from '#server/authorization/sweeps.ts'
import { readHoldHours } from '#server/features/address-holds/index.ts'
import { isWalletScript } from '#server/features/chain/index.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import { type CodeDeps, refuseNewAddress } from '#server/features/payments/index.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { askChange, emptyPayload, lockSweeps, makeChange, type SweepActor } from './change.ts'
import { readPending } from './pending.ts'

type AddressActor = SweepActor & { language: Language; network: Network }
type AddressDeps = NotifyDeps & CodeDeps

/**
 * Asks for the company's own address. The present one stays in force until the new one is approved.
 */
export async function registerAddress(
  trx: Trx,
  deps: AddressDeps,
  actor: AddressActor,
  { address }: SweepAddressEdit,
  now: Date,
): Promise<void> {
  const { companyId, userId } = actor
  await lockSweeps(trx, deps, companyId)
  await refuseForeign(trx, actor, address)
  const { current } = await readAddress(trx, deps, companyId, now)
  const parsed = parseBtcAddress(address, actor.network)
  if (parsed.ok) {
    const user = { companyId, userId, ...deps, sandbox: actor.sandbox, now }
    await refuseNewAddress(trx, user, Buffer.from(parsed.script))
  }
  const payload = {
    ...emptyPayload,
    what: 'ADDRESS' as const,
    address,
    previousAddress: current?.address ?? null,
    holdHours: await readHoldHours(trx, deps.macKey, companyId),
  }
  await askChange(trx, deps, actor, payload, now)
}

/**
 * Refuses addresses of people whom the company pays, and of its own payrolls: its money goes there
 * unattended.
 */
async function refuseForeign(
  db: Db,
  { companyId, network, language }: AddressActor,
  address: string,
): Promise<void> {
  const refuse = (text: FieldText): never => {
    const message = faultText(text, language)
    throw new Refusal('VALIDATION', { faults: [{ path: 'address', message }] })
  }
  const parsed = parseBtcAddress(address, network)
  if (!parsed.ok) return refuse('address')
  const script = Buffer.from(parsed.script)
  if (await isWalletScript(db, script)) refuse('sweepToWallet')
  const { employee } = await db
    .selectNoFrom(({ exists, selectFrom, or }) =>
      or([
        exists(
          selectFrom('employees')
            .select('id')
            .where('company_id', '=', companyId)
            .where('script_pubkey', '=', script),
        ),
        exists(
          selectFrom('employee_destinations')
            .select('id')
            .where('company_id', '=', companyId)
            .where('script_pubkey', '=', script),
        ),
      ]).as('employee'),
    )
    .executeTakeFirstOrThrow()
  if (employee) refuse('sweepToEmployee')
}

/** Notes that an administrator saw the trial arrive. */
export async function markArrived(
  trx: Trx,
  deps: NotifyDeps,
  actor: SweepActor,
  now: Date,
): Promise<void> {
  const { companyId } = actor
  await lockSweeps(trx, deps, companyId)
  const { address } = await readSweeps(trx, deps.macKey, companyId)
  if (!address) throw new Refusal('SWEEP_ADDRESS_MISSING')
  if (address.arrivedAt) return
  const trial = await findTrial(trx, companyId, address)
  if (trial?.state !== 'confirmed') throw new Refusal('SWEEP_NOT_TRIED')
  const of = { what: 'ARRIVED' as const, address: address.address, addressId: address.id }
  await makeChange(trx, deps, actor, { ...emptyPayload, ...of }, now)
}

/** Finds the newest version of the trial of an address; null: none was sent. */
async function findTrial(db: Db, companyId: string, { id }: Pick<Registered, 'id'>) {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('transactions as t', 't.order_id', 'o.id')
    .select('t.id')
    .where('o.company_id', '=', companyId)
    .where('o.claims_period', '=', sweepOnTrial(id))
    .where('t.type', '=', 'withdrawal')
    .orderBy('o.requested_at', 'desc')
    .orderBy((eb) => eb('t.state', '=', 'confirmed'), 'desc')
    .orderBy('t.version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? findTransaction(db, companyId, row.id) : null
}

const isOver = (state: string | undefined) => state === 'failed' || state === 'rejected'

/** Reads the address in force with the state of its trial, and the one that waits for approvals. */
export async function readAddress(
  db: Db,
  { macKey }: Pick<NotifyDeps, 'macKey'>,
  companyId: string,
  now: Date,
): Promise<SweepAddress> {
  const { address } = await readSweeps(db, macKey, companyId)
  const pending = await readPending(db, macKey, companyId, now, ({ what }) => what === 'ADDRESS')
  return {
    current: address && (await onWire(db, companyId, address, now)),
    pending: pending && { ...pending.waiting, address: pending.payload.address },
  }
}

async function onWire(db: Db, companyId: string, registered: Registered, now: Date) {
  const { address, from, arrivedAt } = registered
  const trial = await findTrial(db, companyId, registered)
  const sent = trial && isOver(trial.state) ? ('TRIAL_FAILED' as const) : ('TRIAL_SENT' as const)
  const untried = from > now ? ('HELD' as const) : trial ? sent : ('READY' as const)
  return {
    address,
    state: arrivedAt ? ('ARRIVED' as const) : untried,
    from: from.toISOString(),
    arrivedAt: arrivedAt?.toISOString() ?? null,
    trial,
  }
}
