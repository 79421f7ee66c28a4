import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import type { Language } from '#contract/languages.ts'
import { texts } from '#contract/texts/index.ts'
import { receiptNumber } from '#domain/receipt-number.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Receipt } from './facts.ts'
import { pdfInThread } from './pdf/in-thread.ts'
import { type ListedReceipt, readReceipt } from './store.ts'

type Named = { year: number; number: number; isVoid: boolean }

/** `comprobante-2026-000312.pdf`, or `…-Anulado.pdf`. */
export function fileNameOf(receipt: Named, language: Language): string {
  const words = texts[language].receipts
  const ending = receipt.isVoid ? `-${words.void}` : ''
  return `${words.file}-${receiptNumber(receipt)}${ending}.pdf`
}

export type ReceiptFile = { name: string; bytes: Buffer }

export async function fileOf(receipt: Receipt): Promise<ReceiptFile> {
  return { name: fileNameOf(receipt, receipt.facts.language), bytes: await pdfInThread(receipt) }
}

/** A name that every system accepts in a file name. */
const plainName = (name: string): string =>
  name
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is them that must not get through
    .replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80)

/** Streams the pages, each made at its turn, so that memory never holds all of them. */
export function zipOf(
  db: Db,
  companyId: string,
  receipts: readonly ListedReceipt[],
  language: Language,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (cause: Error) => output.destroy(cause))
  for (const listed of receipts) {
    const ending = listed.isVoid ? ` (${texts[language].receipts.void})` : ''
    const name = `${receiptNumber(listed)} ${plainName(listed.name)}${ending}.pdf`
    const options = { mtime: listed.issuedAt, compress: false }
    zip.addReadStreamLazy(name, options, (done) => {
      pageOf(db, companyId, listed).then(
        (bytes) => done(null, Readable.from([bytes])),
        (error) => done(error, Readable.from([])),
      )
    })
  }
  zip.end()
  return output
}

async function pageOf(db: Db, companyId: string, listed: ListedReceipt): Promise<Buffer> {
  // Lets other work run between two pages.
  await turn()
  const receipt = await readReceipt(db, companyId, listed.id)
  // The state follows the list's file name, even where a block came in between.
  return pdfInThread({ ...receipt, isVoid: listed.isVoid })
}
