import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { rowsAnsweredAtOnce } from '#contract/imports.ts'
import { sessionOf } from '#server/features/auth/index.ts'
import { requirePayroll } from '#server/features/payrolls/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { language, ok } from '#server/platform/http/http.ts'
import { once, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { applyImport, requireReplaceable } from './apply.ts'
import { ReadingTooSlow } from './csv-worker.ts'
import { saveDecisions } from './decisions.ts'
import { sayDiff } from './faults.ts'
import { beginImport, checkAndSave, failImportOnError, requireImport } from './imports.ts'
import { receiveFile, type Staged, stageRows } from './stage.ts'
import { forgetImport, type Import, toImport, updateOpen, type Which } from './store.ts'
import { receive, type Upload, wrongFile } from './upload.ts'

type BulkInput = Pick<Import, 'target' | 'payrollId' | 'dryRun'>
/** Whether the form names a new payroll. */
const isNamed = ({ target, payrollId }: BulkInput) => target === 'payroll' && payrollId === null
type Received = Upload<Staged> & { importId: string }

/**
 * Receives a file: as a new payroll of type CSV, as the list of an existing one, or as people of
 * the company.
 */
export async function bulk(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  input: BulkInput,
): Promise<object> {
  const { db } = deps
  const { companyId } = sessionOf(request)
  if (await wasHandledBefore(db, request, companyId))
    return answerAgain(deps, request, reply, input)
  const upload = await receiveList(deps, request, input)
  const job = { id: upload.importId, companyId }
  return failImportOnError(db, job, async () => {
    await updateOpen(db, job, {
      name: upload.name,
      description: upload.description,
      rows_total: upload.file.rows,
    })
    await saveDecisions(db, job, upload.decisions)
    request.body = comparable(upload, input)
    return upload.file.rows > rowsAnsweredAtOnce
      ? answerLater(deps, request, reply, job)
      : answerNow(deps, request, reply, job)
  })
}

/**
 * The content that an Idempotency-Key is compared by: the file, without the rest of the request.
 */
const comparable = (
  { sha256, name, description, decisions }: Upload<unknown>,
  { dryRun }: BulkInput,
) => ({
  sha256,
  name,
  description,
  ...(decisions.length > 0 && { decisions }),
  dryRun,
})

/**
 * Repeats the answer to an earlier list with the same key, whatever became of its payroll since.
 */
async function answerAgain(
  { db }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  input: BulkInput,
): Promise<object> {
  const { companyId } = sessionOf(request)
  const isRead = async (bytes: AsyncIterable<Buffer>) => {
    for await (const _ of bytes);
  }
  request.body = comparable(await receive(request, isNamed(input), isRead), input)
  return once(db, request, reply, { companyId }, async () => {
    throw new Refusal('REQUEST_IN_PROGRESS')
  })
}

/**
 * Receives the form, then stages its file under an import; a form that is wrong or breaks off
 * leaves none. The company's turn comes before the file, so that each company has one file on disk.
 */
async function receiveList(
  deps: Deps,
  request: FastifyRequest,
  input: BulkInput,
): Promise<Received> {
  const { db, config, clock, macKey, uploadsDir } = deps
  const { companyId, userId } = sessionOf(request)
  const { payrollId } = input
  const begun = { ...input, companyId, requestedBy: userId, ip: request.ip }
  const now = clock.now()
  const path = join(uploadsDir, randomUUID())
  let importId: string | null = null
  try {
    const upload = await receive(request, isNamed(input), async (bytes) => {
      if (payrollId) await requireReplaceable(db, macKey, companyId, payrollId, false)
      importId = await beginImport(db, begun, { now, sandbox: config.sandbox })
      await receiveFile(db, path, bytes, { importId, companyId })
      return importId
    })
    const job = { importId: upload.file, companyId }
    const { network } = config
    const staged = await stageRows(deps, path, { ...job, network, macKey, nowMs: now.getTime() })
    return { ...upload, file: staged, importId: job.importId }
  } catch (cause) {
    if (importId) await forgetImport(db, { id: importId, companyId })
    throw cause instanceof ReadingTooSlow ? wrongFile(request, 'csvTooSlow', cause) : cause
  } finally {
    await rm(path, { force: true })
  }
}

/** Defers the import: from its commit on it continues without this request, in run-imports.ts. */
async function answerLater(
  { db }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  job: Which,
): Promise<object> {
  const { companyId } = job
  let deferred = false
  const answer = await once(db, request, reply, { companyId, status: 202 }, async (trx) => {
    await updateOpen(trx, job, { deferred: true })
    await notify(trx, 'imports')
    deferred = true
    return ok(request, { import: { _id: job.id } }, 'importStarted')
  })
  // An earlier request with this key was answered, so the file is not needed.
  if (!deferred) await forgetImport(db, job)
  return answer
}

async function answerNow(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, companyId }: Which,
): Promise<object> {
  const { db } = deps
  const job = toImport(await requireImport(db, companyId, id))
  const status = job.payrollId || job.dryRun ? 200 : 201
  let saved = false
  const answer = await checkAndSave(db, deps, job, language(request), () =>
    once(db, request, reply, { companyId, status }, async (trx) => {
      const body = await save(deps, request, trx, job)
      saved = true
      return body
    }),
  )
  if (!saved) await forgetImport(db, job)
  return answer
}

async function save(deps: Deps, request: FastifyRequest, trx: Trx, job: Import): Promise<object> {
  const keys = { network: deps.config.network, macKey: deps.macKey }
  const { payrollId, diff: stored } = await applyImport(trx, keys, job)
  const diff = sayDiff(stored, job.header, language(request))
  if (job.dryRun) return ok(request, diff)
  if (!payrollId) {
    const { added, changed, unchanged } = diff
    return ok(request, { added, changed, unchanged }, 'peopleImported')
  }
  const payroll = await requirePayroll(trx, deps, sessionOf(request), payrollId)
  return ok(request, { ...payroll, diff }, job.payrollId ? 'payrollEdited' : 'payrollAdded')
}
