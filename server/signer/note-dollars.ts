import type { KeyObject } from 'node:crypto'
import { hashDocument, type RecordedDollars } from '#server/authorization/signing-record.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import type { Log } from '#server/platform/observe/log.ts'
import type { Site } from './authority/assertions.ts'
import type { Caps } from './caps.ts'
import { marksToNote, type StoredMark } from './marks-to-note.ts'
import { numberOfOrder } from './order-sequence.ts'
import { countSignatures } from './pending-record.ts'
import {
  dollarsToNote,
  mayRelease,
  type ReleasedDollars,
  readStoredDollars,
  releaseFault,
  type StoredDollars,
} from './released-dollars.ts'
import { lockSignatures } from './signature-lock.ts'
import type { SignatureMemory } from './signature-memory.ts'
import type { SigningRecord } from './signing-record.ts'
import type { Wallet } from './wallet.ts'

export type NoteDeps = {
  db: Db
  wallet: Wallet
  memory: SignatureMemory
  record: SigningRecord
  macKey: KeyObject
  caps: Caps
  site: Site
  log: Log
}

/**
 * Notes the dollars of released orders in the signing record, and what people said of dollars since. An
 * order that cannot be noted holds up no other, and never a signature; `reported` has those that the log
 * has named.
 */
export async function noteDollars(deps: NoteDeps, reported: Set<string>): Promise<void> {
  const { db, log } = deps
  try {
    for (const released of await dollarsToNote(db)) {
      await each(deps, reported, released.id, () => noteOrder(deps, reported, released))
    }
    for (const mark of await marksToNote(db, deps.macKey)) {
      await each(deps, reported, mark.id, () => noteMark(deps, mark))
    }
  } catch (err) {
    log.error({ err }, 'reading the dollars to note failed; trying again')
  }
}

async function each(
  { log }: NoteDeps,
  reported: Set<string>,
  id: string,
  note: () => Promise<void>,
): Promise<void> {
  try {
    await note()
  } catch (err) {
    if (!reported.has(id)) log.error({ err, id }, 'noting dollars failed; trying again')
    reported.add(id)
  }
}

async function noteOrder(
  deps: NoteDeps,
  reported: Set<string>,
  released: ReleasedDollars,
): Promise<void> {
  const { db, record, memory, macKey, wallet, log } = deps
  const { id, companyId, sheetId } = released
  await db.transaction().execute(async (trx) => {
    await lockSignatures(trx)
    if (await isNoted(trx, id)) return
    // A signer that died before its commit has noted it already.
    const before = (await record.read())?.noted.get(id)
    if (!before) {
      if (!released.signedSheet && !(await mayRelease(trx, macKey, companyId))) return
      // Rows that others may write meanwhile are read at one moment: what is checked is what is noted.
      const checks = { ...deps, memoryKey: wallet.memoryKey }
      const { stored, fault } = await memory.read(db, async (snapshot) => {
        const read = await readStoredDollars(snapshot, released)
        return {
          stored: read,
          fault: read && (await releaseFault(snapshot, checks, released, read)),
        }
      })
      if (!stored || fault) {
        if (!reported.has(id))
          log.error({ order: id, fault }, 'the signer notes no dollars of an order')
        reported.add(id)
        return
      }
      await begin(trx, record)
      await record.note({ is: 'dollars', dollars: describe(macKey, released, stored) })
    }
    const noted = before ?? (await record.read())?.noted.get(id)
    if (!noted) throw new Error('an order that was noted is not in the record')
    const { sheetSha256: sheet_sha256, usdCents: usd_cents } = noted
    await trx
      .insertInto('noted_dollars')
      .values({ id, company_id: companyId, sheet_sha256, usd_cents })
      .execute()
    await notify(trx, 'transactions', sheetId)
  })
}

async function isNoted(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('noted_dollars')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** A record of dollars alone begins before the first signature. */
async function begin(trx: Trx, record: SigningRecord): Promise<void> {
  if (!(await record.read())) await record.begin(await countSignatures(trx))
}

const describe = (
  macKey: KeyObject,
  { sheetId, companyId, payrollId, kind, periodKey, specialRun }: ReleasedDollars,
  { order, lines }: StoredDollars,
): RecordedDollars => ({
  order: order.row.id,
  orderNumber: numberOfOrder(order),
  orderedAt: order.row.requested_at,
  requestedBy: order.row.requested_by,
  run: sheetId,
  company: companyId,
  payroll: payrollId,
  sheetSha256: order.row.sheet_sha256.toString('hex'),
  notedAt: new Date(),
  pay: {
    kind,
    periodKey,
    specialRun,
    lines: lines.map((line) => ({
      employee: line.id,
      document: hashDocument(macKey, companyId, line.document),
      bank: line.bank,
      bankAccount: line.bank_account,
      dollarsUsdCents: line.dollarsUsdCents,
      usdCents: line.usdCents,
      address: line.address,
      bitcoinPercent: line.bitcoin_percent,
      salaryUsdCents: line.salaryUsdCents,
      payFrequency: line.pay_frequency,
      version: line.version,
    })),
  },
})

async function noteMark({ db, record }: NoteDeps, mark: StoredMark): Promise<void> {
  const { id, sheetId, companyId } = mark
  await db.transaction().execute(async (trx) => {
    await lockSignatures(trx)
    if (await isNoted(trx, id)) return
    if (!(await record.read())?.noted.has(id)) {
      await begin(trx, record)
      const { employeeId: employee, markedBy, sent, at } = mark
      const said = { mark: id, run: sheetId, company: companyId, employee, sent, markedBy, at }
      await record.note({ is: 'mark', mark: said })
    }
    await trx.insertInto('noted_dollars').values({ id, company_id: companyId }).execute()
    await notify(trx, 'transactions', sheetId)
  })
}
