import { sql } from 'kysely'
import type { PayoutBody } from '#contract/employee-page.ts'
import type { Language } from '#contract/languages.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import { macOf } from '#server/authorization/mac.ts'
import {
  noteDestinationChanges,
  type OwnChanging,
  readHoldHours,
  releaseOwnAddress,
} from '#server/features/address-holds/index.ts'
import { noteEdit } from '#server/features/employees/index.ts'
import { queueMessage } from '#server/features/notifications/index.ts'
import { inTransaction, type Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { sendPayoutCode, spendPayoutCode, tryPayoutCode } from './codes.ts'
import type { Contact } from './contact.ts'
import { readPerson, readShareRules } from './me.ts'
import { findRowsProvenBy, otherChannel } from './other-channel.ts'
import { payeeOf } from './payee.ts'
import type { EmployeeSession } from './sessions.ts'

type Input = PayoutBody & { ip: string; language: Language }
type Wanted = { address: string; script: Buffer; percent: number }

/**
 * Changes a person's address and bitcoin share, in all rows of the person. With a code over the
 * other channel, where the person was paid while that stood, the change counts at once; otherwise the
 * address is held.
 */
export async function changePayout(
  deps: Deps,
  session: EmployeeSession,
  input: Input,
): Promise<void> {
  const { db, clock, macKey } = deps
  const now = clock.now()
  const person = await readPerson(db, session)
  const { setBy } = await readShareRules(db, deps, session.companyId)
  if (setBy === 'COMPANY' && input.bitcoinPercent !== person.bitcoin_percent) {
    throw new Refusal('SHARE_SET_BY_COMPANY')
  }
  const payee = await payeeOf(deps, session, input, person.address, input.language)
  await refuseIfFrozen(db, macKey, session.companyId)
  const other = otherChannel(session, person, deps)
  const codeId = await confirm(deps, session, other, input.code)
  const wanted = { ...payee, percent: input.bitcoinPercent }
  await inTransaction(db, async (trx) => {
    await refuseIfFrozen(trx, macKey, session.companyId)
    if (codeId) await spendPayoutCode(trx, session, codeId, now)
    const { companyId } = session
    const rows = await lockRows(trx, session)
    const hours = await readHoldHours(trx, macKey, companyId)
    const proven =
      codeId !== null && other !== null
        ? await findRowsProvenBy(trx, deps, session, other, { hours, now })
        : []
    const actor: OwnChanging = {
      companyId,
      userId: null,
      ip: input.ip,
      via: 'EMPLOYEE',
      now,
    }
    for (const row of rows) await changeRow(trx, deps, actor, row, wanted)
    for (const id of proven) await releaseOwnAddress(trx, { macKey, now }, actor, id)
    const [newest] = rows.filter(({ id }) => id === session.employeeId)
    if (!newest) throw new Refusal('LINK_ENDED')
    const isShareAlone =
      newest.bitcoin_percent !== wanted.percent && newest.address === wanted.address
    if (isShareAlone) await tellOfShare(trx, deps, session, newest, wanted.percent, now)
  })
}

/** Sends a code over the other channel, where there is one. */
export async function askPayoutCode(deps: Deps, session: EmployeeSession) {
  await refuseIfFrozen(deps.db, deps.macKey, session.companyId)
  const other = otherChannel(session, await readPerson(deps.db, session), deps)
  return other ? sendPayoutCode(deps, session, other) : { via: null, sentTo: null }
}

/** Returns the id of the right code; null where the person has no other channel to get one. */
async function confirm(
  deps: Deps,
  session: EmployeeSession,
  other: Contact | null,
  code: string | undefined,
): Promise<string | null> {
  if (other === null) {
    if (code !== undefined) throw new Refusal('WRONG_CODE', { data: { triesLeft: 0 } })
    return null
  }
  if (code === undefined) throw new Refusal('CODE_REQUIRED')
  return tryPayoutCode(deps, session, other, code.replaceAll(/\s/g, ''))
}

const lockRows = (trx: Trx, { companyId, employeeIds }: EmployeeSession) =>
  trx
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', 'in', employeeIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

type Row = Awaited<ReturnType<typeof lockRows>>[number]

async function changeRow(
  trx: Trx,
  { macKey }: Deps,
  actor: OwnChanging,
  before: Row,
  { address, script, percent }: Wanted,
): Promise<void> {
  if (before.address === address && before.bitcoin_percent === percent) return
  const { companyId } = actor
  const version = before.version + 1
  const changed = { address, bitcoin_percent: percent, version }
  const after = await trx
    .updateTable('employees')
    .set({ ...changed, script_pubkey: script })
    .set({ mac: macOf(macKey, 'employees', { ...before, ...changed }) })
    .where('company_id', '=', companyId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const people = sql`SELECT ${before.id}::uuid AS id, ${version}::integer AS version,
    false AS is_new, ${address}::text AS address, ${script}::bytea AS script_pubkey,
    ${before.address}::text AS previous_address, ${before.bank}::text AS bank,
    ${before.bank_account}::text AS bank_account, ${before.bank}::text AS previous_bank,
    ${before.bank_account}::text AS previous_account, ${before.identification}::text AS identification,
    person_key(${before.first_name}, ${before.last_name}) AS name, ${before.email}::text AS email,
    ${before.phone}::text AS phone, ${before.email}::text AS previous_email,
    ${before.phone}::text AS previous_phone`
  await noteDestinationChanges(trx, macKey, actor, people)
  await noteEdit(trx, macKey, actor, before, after)
}

/** Tells both channels, since somebody else may control one of them. */
async function tellOfShare(
  trx: Trx,
  deps: Deps,
  { companyId, companyName }: EmployeeSession,
  { email, phone }: Row,
  percent: number,
  at: Date,
): Promise<void> {
  const channels = [
    ...(email === '' ? [] : [{ via: 'EMAIL', to: email } as const]),
    ...(phone === '' || !deps.smsConfigured ? [] : [{ via: 'SMS', to: phone } as const]),
  ]
  const content = {
    template: 'ownShareChanged',
    params: { company: companyName, at, percent },
  } as const
  for (const channel of channels) {
    await queueMessage(trx, deps, {
      ...content,
      ...channel,
      companyId,
      userId: null,
      language: 'es',
    })
  }
}
