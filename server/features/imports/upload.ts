import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Fault } from '#contract/http.ts'
import { type PersonDecision, personDecisions, uploadLimitBytes } from '#contract/imports.ts'
import { payrollEdit } from '#contract/payrolls.ts'
import type { CellText } from '#contract/texts/keys.ts'
import { headerText } from '#server/platform/http/headers.ts'
import { language } from '#server/platform/http/http.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/** The limit for the form's own fields, above the answers about 5,000 rows. */
const fieldLimitBytes = 512 * 1024
/** The bytes around the file in its body. */
const formBytes = fieldLimitBytes + 64 * 1024

/** Refuses a request before its body is read: other types, and bodies larger than a list may be. */
export async function requireForm(request: FastifyRequest): Promise<void> {
  const type = headerText(request.headers, 'content-type')
  // A request without a body has to authenticate first.
  if (type !== '' && !/^multipart\/form-data\b/i.test(type)) {
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
  }
  if (Number(request.headers['content-length'] ?? 0) > uploadLimitBytes + formBytes) {
    throw new Refusal('PAYLOAD_TOO_LARGE')
  }
}

export type Upload<T> = {
  name: string
  description: string
  /** Answers about rows that may be known people. */
  decisions: PersonDecision[]
  sha256: string
  file: T
}

type Receiving<T> = {
  fields: Record<string, string>
  faults: Fault[]
  hash: Hash
  file: { received: T } | null
  /** Why the file was refused; thrown once the form is known to be right. */
  refusal: Refusal | null
}

/**
 * Receives a form with a file, its fields in any order. `take` gets the file while it comes in. Its
 * refusal is thrown after the whole form has been read and found right.
 */
export async function receive<T>(
  request: FastifyRequest,
  isNamed: boolean,
  take: (bytes: AsyncIterable<Buffer>) => Promise<T>,
): Promise<Upload<T>> {
  if (!request.isMultipart()) throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
  const receiving: Receiving<T> = {
    fields: {},
    faults: [],
    hash: createHash('sha256'),
    file: null,
    refusal: null,
  }
  const limits = { fileSize: uploadLimitBytes, fieldSize: fieldLimitBytes, files: 5, fields: 50 }
  const parts = request.parts({ limits })
  for (;;) {
    const next = await parts.next().catch((cause: unknown) => {
      throw malformed(request, cause)
    })
    if (next.done) break
    const part = next.value
    if (part.type === 'field') {
      if (typeof part.value === 'string') receiving.fields[part.fieldname] = part.value
    } else if (part.fieldname !== 'file' || receiving.file || receiving.refusal) {
      part.file.resume()
    } else if (!/csv/i.test(part.filename)) {
      receiving.faults.push(said(request, 'file', 'csvName'))
      part.file.resume()
    } else {
      await takeFile(request, receiving, part.file, take)
      if (part.file.truncated) receiving.refusal = new Refusal('PAYLOAD_TOO_LARGE')
    }
  }
  return received(request, isNamed, receiving)
}

async function takeFile<T>(
  request: FastifyRequest,
  receiving: Receiving<T>,
  file: Readable,
  take: (bytes: AsyncIterable<Buffer>) => Promise<T>,
): Promise<void> {
  async function* hashed() {
    try {
      // The stream stays open when the file is refused, since form fields come after it.
      for await (const chunk of file.iterator({ destroyOnReturn: false })) {
        receiving.hash.update(chunk)
        yield chunk
      }
    } catch (cause) {
      throw malformed(request, cause)
    }
  }
  try {
    receiving.file = { received: await take(hashed()) }
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    receiving.refusal = cause
    // The rest of the form comes after the file.
    file.resume()
  }
}

/**
 * The error for a body that breaks off or is not the form it claims to be: always the client's
 * fault.
 */
function malformed(request: FastifyRequest, cause: unknown): unknown {
  const { statusCode } = cause as { statusCode?: number }
  if (statusCode === 413) return new Refusal('PAYLOAD_TOO_LARGE', { cause })
  if (statusCode === 415 || statusCode === 406) {
    return new Refusal('UNSUPPORTED_MEDIA_TYPE', { cause })
  }
  return wrongFile(request, 'invalid', cause)
}

/** The refusal of a file that cannot be read. */
export const wrongFile = (request: FastifyRequest, text: CellText, cause: unknown): Refusal =>
  new Refusal('VALIDATION', { faults: [said(request, 'file', text)], cause })

const said = (request: FastifyRequest, path: string, text: CellText): Fault => ({
  path,
  message: faultText(text, language(request)),
})

function received<T>(
  request: FastifyRequest,
  isNamed: boolean,
  { fields, faults, hash, file, refusal }: Receiving<T>,
): Upload<T> {
  const form = payrollEdit.safeParse(fields)
  if (isNamed && !form.success) {
    for (const { path, message } of form.error.issues) {
      faults.push({ path: path.join('.'), message: faultText(message, language(request)) })
    }
  }
  const decisions = readDecisions(fields.decisions)
  if (!decisions) faults.push(said(request, 'decisions', 'invalid'))
  if (!file && !refusal && faults.every(({ path }) => path !== 'file')) {
    faults.push(said(request, 'file', 'required'))
  }
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults })
  if (refusal || !file || !decisions) throw refusal ?? new Error('A form without faults has a file')
  const { name, description } = isNamed && form.success ? form.data : { name: '', description: '' }
  return { name, description, decisions, sha256: hash.digest('hex'), file: file.received }
}

function readDecisions(text = ''): PersonDecision[] | null {
  if (text.trim() === '') return []
  try {
    return personDecisions.parse(JSON.parse(text))
  } catch {
    return null
  }
}
