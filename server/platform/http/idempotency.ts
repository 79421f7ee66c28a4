import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { faultText } from '#server/platform/http/language.ts'
import { type Db, inTransaction, isLockTimeout, type Trx } from '../db/database.ts'
import { language } from './http.ts'
import { Refusal } from './refusal.ts'

/** A request as its key makes it known: a key belongs to company, method and path. */
type Keyed = { companyId: string; method: string; path: string; key: string; body: Buffer }

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
  return { companyId, method: request.method, path, key, body }
}

const rowOf = ({ companyId, method, path, key }: Keyed) => ({
  company_id: companyId,
  method,
  path,
  key,
})

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
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('idempotency_keys')
    .values({ ...rowOf(keyed), body_sha256: keyed.body })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
    .catch((cause: unknown) => {
      throw isLockTimeout(cause) ? new Refusal('REQUEST_IN_PROGRESS', { cause }) : cause
    })
  if (numInsertedOrUpdatedRows === 1n) return null
  const row = await trx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where((eb) => eb.and(rowOf(keyed)))
    .executeTakeFirstOrThrow()
  if (!row.body_sha256.equals(keyed.body)) throw new Refusal('IDEMPOTENCY_KEY_REUSED')
  const { status, answer, payment_id } = row
  return {
    answer: status === null || answer === null ? null : { status, text: answer },
    paymentId: payment_id,
  }
}

/** Whether a request was made before under its key: it has its answer, or one is to come. */
export async function wasHandledBefore(
  db: Db,
  request: FastifyRequest,
  companyId: string,
): Promise<boolean> {
  const keyed = keyOf(request, companyId)
  if (!keyed) return false
  const row = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where((eb) => eb.and(rowOf(keyed)))
    .where(({ not }) => not(isForgotten))
    .executeTakeFirst()
  return row !== undefined
}

async function keepAnswer(db: Db, keyed: Keyed, status: number, text: string) {
  await db
    .updateTable('idempotency_keys')
    .set({ status, answer: text })
    .where((eb) => eb.and(rowOf(keyed)))
    .where('answer', 'is', null)
    .execute()
}

/** Keeps an answer, and says which one is kept: of two who waited for the same, the first one's. */
async function keepFirstAnswer(db: Db, keyed: Keyed, text: string): Promise<string> {
  await keepAnswer(db, keyed, 200, text)
  const row = await db
    .selectFrom('idempotency_keys')
    .select('answer')
    .where((eb) => eb.and(rowOf(keyed)))
    .executeTakeFirst()
  return row?.answer ?? text
}

/** Notes what a request made whose answer takes longer than its transaction. */
async function keepPayment(trx: Trx, keyed: Keyed, paymentId: string): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ payment_id: paymentId })
    .where((eb) => eb.and(rowOf(keyed)))
    .execute()
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
