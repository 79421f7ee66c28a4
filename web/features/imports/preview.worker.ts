import '#web/lib/zod-without-eval.ts'
import Papa from 'papaparse'
import { startOf } from '#web/shared/imports/read-csv.ts'
import { PreviewRows, type RowRules } from './preview-rows.ts'

/** Enough to detect the encoding. */
const startBytes = 1 << 20

export type PreviewRequest = { file: File; rules: RowRules }

/** Beside the page, which goes on answering while a long file is read and checked. */
self.onmessage = async ({ data: { file, rules } }: MessageEvent<PreviewRequest>) => {
  const { encoding, delimiter, skippedLines } = startOf(
    new Uint8Array(await file.slice(0, startBytes).arrayBuffer()),
  )
  const rows = new PreviewRows(rules)
  Papa.parse<string[], File>(file, {
    encoding,
    delimiter,
    skipFirstNLines: skippedLines,
    // Empty lines are counted: a fault is known by its line.
    skipEmptyLines: false,
    chunk: ({ data }) => {
      for (const cells of data) rows.add(cells)
    },
    complete: () => self.postMessage(rows.end()),
    error: ({ message }) => {
      throw new Error(message)
    },
  })
}

// A rejection is reported to the page like an error.
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason
})
