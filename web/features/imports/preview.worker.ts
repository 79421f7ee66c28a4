import Papa from 'papaparse'
import { readHeader } from '#domain/employee-csv.ts'
import { type Preview, previewedRows, startOf } from './preview.ts'

/** Enough to detect the encoding. */
const startBytes = 1 << 20

/** Beside the page, which goes on answering while a long file is read. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  const { encoding, delimiter, skippedLines } = startOf(
    new Uint8Array(await file.slice(0, startBytes).arrayBuffer()),
  )
  let header: string[] | undefined
  const first: string[][] = []
  let rows = 0
  Papa.parse<string[], File>(file, {
    encoding,
    delimiter,
    skipFirstNLines: skippedLines,
    skipEmptyLines: 'greedy',
    chunk: ({ data }) => {
      const people = header === undefined ? data.slice(1) : data
      header ??= data[0]
      rows += people.length
      first.push(...people.slice(0, previewedRows - first.length))
    },
    complete: () => {
      const preview: Preview = { header: header ?? [], ...readHeader(header ?? []), rows, first }
      self.postMessage(preview)
    },
    error: ({ message }) => {
      throw new Error(message)
    },
  })
}

// A rejection is reported to the page like an error.
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason
})
