import '#web/lib/zod-without-eval.ts'
import type { DayOrder } from '#domain/csv-day.ts'
import { readChunks } from '#web/shared/imports/read-chunks.ts'
import type { Preview } from './preview.ts'
import { PreviewRows, type RowRules } from './preview-rows.ts'

export type PreviewRequest = { file: File; rules: RowRules }

/** Beside the page, which goes on answering while a long file is read and checked. */
self.onmessage = async ({ data: { file, rules } }: MessageEvent<PreviewRequest>) => {
  self.postMessage(await readPreview(file, rules, null))
}

async function readPreview(
  file: File,
  rules: RowRules,
  dayOrder: DayOrder | null,
): Promise<Preview> {
  const rows = new PreviewRows(rules, dayOrder)
  for await (const chunk of readChunks(file)) rows.write(chunk)
  const preview = rows.end()
  return rows.settledOrder ? readPreview(file, rules, rows.settledOrder) : preview
}

// A rejection is reported to the page like an error.
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason
})
