import { createHash, type KeyObject } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Selectable, sql, type Updateable } from 'kysely'
import { faultText } from '#server/platform/http/language.ts'
import { type Db, inTransaction, isLockTimeout, type Trx } from '../db/database.ts'
import type { IdempotencyKeys } from '../db/database-types.ts'
import type { Log } from '../observe/log.ts'
import { isTrueToken, tokenMac } from '../security/tokens.ts'
import { language } from './http.ts'
import { Refusal } from './refusal.ts'

/** The signed-in user of a request, to whom its key belongs. */
type Sender = { userId: string; macKey: KeyObject; log: Log }

const senders = new WeakMap<FastifyRequest, Sender>()
export const noteSender = (request: FastifyRequest, sender: Sender): void => {
  senders.set(request, sender)
}

/** A request as its key makes it known: a key belongs to user, method and path. */
type Keyed = Sender & {
  companyId: string
  method: string
  path: string
  key: string
  body: Buffer
}

/** The record of an earlier request: its answer, or the payment whose answer is still to come. */
type Kept = { answer: { status: number; text: string } | null; paymentId: string | null }

/** After this a key is forgotten, and a request under it is a new one. */
const isForgotten = sql<boolean>`created_at < now() - interval '24 hours'`

/** A quick hash of a password, kept for a day, could be guessed at by who has a copy of the database. */
const withoutPassword = (name: string, value: unknown) => (name === 'password' ? undefined : value)

/** The request's `Idempotency-Key`, 1 to 200 visible ASCII characters; null where it has none. */
function keyOf(request: FastifyRequest, companyId: string): Keyed | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    const message = faultText('invalid', language(request))
    throw new Refusal('VALIDATION', { faults: [{ path: 'Idempotency-Key', message }] })
  }
  const body = createHash('sha256')
    .update(JSON.stringify(request.body ?? null, withoutPassword))
    .digest()
  const [path = ''] = request.url.split('?')
  const sender = senders.get(request)
  if (!sender) throw new Error(`${request.routeOptions.url} keeps answers of nobody`)
  return { ...sender, companyId, method: request.method, path, key, body }
}

const rowOf = ({ companyId, userId, method, path, key }: Keyed) => ({
  company_id: companyId,
  user_id: userId,
  method,
  path,
  key,
})

type Row = Omit<Selectable<IdempotencyKeys>, 'mac'>

const macFields = (row: Row) => [
  ...[row.company_id, row.user_id, row.method, row.path, row.key],
  ...[row.body_sha256.toString('hex'), row.status?.toString() ?? null, row.answer],
  ...[row.sheet_id, row.created_at],
]

const macOfRow = ({ macKey }: Sender, row: Row) =>
  tokenMac(macKey, 'idempotency_keys', macFields(row))

/** The row of a key that is not forgotten; null also where the program did not write it so. */
async function readRow(db: Db, keyed: Keyed): Promise<Row | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where((eb) => eb.and(rowOf(keyed)))
    .where(({ not }) => not(isForgotten))
    .executeTakeFirst()
  if (!row) return null
  const sealed = { name: keyed.key, sealed: macFields(row), mac: row.mac }
  return isTrueToken(keyed, 'idempotency_keys', sealed) ? row : null
}

/**
 * Takes the key for this transaction, or says what the request did that had it before. While another
 * transaction holds the key this waits for its end, at most as long as for any lock.
 */
async function claim(trx: Trx, keyed: Keyed): Promise<Kept | null> {
  await trx
    .deleteFrom('idempotency_keys')
    .where('company_id', '=', keyed.companyId)
    .where(isForgotten)
    .execute()
  const empty = { status: null, answer: null, sheet_id: null }
  const first = { ...rowOf(keyed), body_sha256: keyed.body, ...empty, created_at: new Date() }
  const values = { ...first, mac: macOfRow(keyed, first) }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('idempotency_keys')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
    .catch((cause: unknown) => {
      throw isLockTimeout(cause) ? new Refusal('REQUEST_IN_PROGRESS', { cause }) : cause
    })
  if (numInsertedOrUpdatedRows === 1n) return null
  const row = await readRow(trx, keyed)
  if (!row) {
    await updateRow(trx, keyed, values)
    return null
  }
  if (!row.body_sha256.equals(keyed.body)) throw new Refusal('IDEMPOTENCY_KEY_REUSED')
  const { status, answer, sheet_id } = row
  return {
    answer: status === null || answer === null ? null : { status, text: answer },
    paymentId: sheet_id,
  }
}

const updateRow = (db: Db, keyed: Keyed, changes: Updateable<IdempotencyKeys>) =>
  db
    .updateTable('idempotency_keys')
    .set(changes)
    .where((eb) => eb.and(rowOf(keyed)))
    .execute()

/** Whether a request was made before under its key: it has its answer, or one is to come. */
export async function wasHandledBefore(
  db: Db,
  request: FastifyRequest,
  companyId: string,
): Promise<boolean> {
  const keyed = keyOf(request, companyId)
  return keyed !== null && (await readRow(db, keyed)) !== null
}

async function keepAnswer(db: Db, keyed: Keyed, status: number, text: string) {
  const row = await readRow(db, keyed)
  if (!row || row.answer !== null) return
  const kept = { ...row, status, answer: text }
  await db
    .updateTable('idempotency_keys')
    .set({ status, answer: text, mac: macOfRow(keyed, kept) })
    .where((eb) => eb.and(rowOf(keyed)))
    .where('answer', 'is', null)
    .execute()
}

/** Keeps an answer, and says which one is kept: of two who waited for the same, the first one's. */
async function keepFirstAnswer(db: Db, keyed: Keyed, text: string): Promise<string> {
  await keepAnswer(db, keyed, 200, text)
  return (await readRow(db, keyed))?.answer ?? text
}

/** Notes what a request made whose answer takes longer than its transaction. */
async function keepPayment(trx: Trx, keyed: Keyed, paymentId: string): Promise<void> {
  const row = await readRow(trx, keyed)
  if (!row) throw new Error('a key that was claimed has its row')
  const made = { ...row, sheet_id: paymentId }
  await updateRow(trx, keyed, { sheet_id: paymentId, mac: macOfRow(keyed, made) })
}

/** Sends text as it was kept, byte for byte. */
function sendKept(reply: FastifyReply, status: number, text: string, replayed: boolean) {
  if (replayed) reply.header('idempotent-replayed', 'true')
  return reply
    .status(status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((payload: unknown) => payload as string)
    .send(text)
}

/**
 * Does `work` in one SQL transaction and answers what it returns. With a key the answer is committed
 * together with the effect, and a request that had the key before is answered as it was then; only
 * what was done is kept, for a refusal rolls the key back too.
 */
export async function once<T extends object>(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  { companyId, status = 200 }: { companyId: string; status?: 200 | 201 | 202 },
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const keyed = keyOf(request, companyId)
  reply.status(status)
  if (!keyed) return inTransaction(db, work)
  const outcome = await inTransaction(db, async (trx) => {
    const kept = await claim(trx, keyed)
    if (kept?.answer) return { ...kept.answer, replayed: true }
    const answer: object = await work(trx)
    const text = String(reply.serializeInput({ ...answer }, String(status)))
    await keepAnswer(trx, keyed, status, text)
    return { status, text, replayed: false }
  })
  // Sent already: Fastify takes the reply itself for 'nothing more to send'.
  return sendKept(reply, outcome.status, outcome.text, outcome.replayed) as T
}

/** How work waits for what must not run beside it. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>
const atOnce: Turn = (work) => work()

/**
 * Does `work` in one SQL transaction, in its turn, and answers what `answer` finds it has come to, which takes
 * longer. A request that comes again does nothing and gets the first answer: the kept one, or where
 * the first request died before it had one, what `answer` finds now. Work that makes a payment returns
 * its id, which `answer` gets, whichever request made it.
 */
export async function onceThen<T extends object, Made extends string | null>(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  { companyId, turn = atOnce }: { companyId: string; turn?: Turn },
  work: (trx: Trx) => Promise<Made>,
  answer: (paymentId: Made) => Promise<T>,
): Promise<T> {
  const keyed = keyOf(request, companyId)
  const claimAndWork = async (trx: Trx) => {
    const before = keyed && (await claim(trx, keyed))
    // The result of the same route's earlier work.
    if (before) return { kept: before, paymentId: before.paymentId as Made }
    const made = await work(trx)
    if (keyed && made) await keepPayment(trx, keyed, made)
    return { kept: null, paymentId: made }
  }
  const { kept, paymentId } = await turn(() => inTransaction(db, claimAndWork))
  if (kept?.answer) return sendKept(reply, kept.answer.status, kept.answer.text, true) as T
  const found = await answer(paymentId)
  if (!keyed) return found
  const body: object = found
  const text = await keepFirstAnswer(db, keyed, String(reply.serializeInput({ ...body }, '200')))
  // Sent already: Fastify takes the reply itself for 'nothing more to send'.
  return sendKept(reply, 200, text, kept !== null) as T
}
