import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import {
  type ImportedPeople,
  type ImportProgress,
  type ListDiff,
  type PersonDecision,
  type UndecidedPeople,
  undecidedPeople,
} from '#contract/imports.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { ApiError } from '#web/lib/api.ts'
import { i18n } from '#web/lib/i18n.ts'
import { sendOnce } from '#web/lib/send-once.ts'
import {
  readImport,
  sendDecisions,
  type UploadAnswer,
  type UploadTarget,
  uploadList,
} from './api.ts'

export type UploadState =
  | { step: 'none' }
  | { step: 'sending'; sent: number; total: number }
  /** `progress` is null until the server has said how far it is. */
  | { step: 'reading'; progress: ImportProgress | null }
  /** Rows with faults: nothing was saved. */
  | { step: 'invalid'; importId: string; errorCount: number }
  | { step: 'refused'; error: Error }
  /** Somebody has to say who these rows are. A long list waits on the server under `importId`. */
  | ({ step: 'undecided'; importId: string | null } & UndecidedPeople)
  | { step: 'compared'; diff: ListDiff }
  | { step: 'saved' }

/** The list of a payroll, or people who are kept by hand. */
export type SavedUpload =
  | { payroll: Payroll; people?: never }
  | { payroll?: never; people: ImportedPeople }

/** The end of a list that was sent, also for a person who has closed the dialog. */
export interface UploadEnd {
  onSaved: (saved: SavedUpload) => void
  onFailed: (error: Error) => void
}

const lookEveryMs = 1000
const invalidData = z.object({ errorCount: z.number(), import: z.object({ _id: z.string() }) })

/** A list on its way: sent, read by the server, and saved, compared or refused. */
export function useUpload(end: UploadEnd) {
  const client = useQueryClient()
  const [upload, setUpload] = useState<UploadState>({ step: 'none' })
  const ended = useRef(end)
  ended.current = end
  const running = useRef<AbortController | null>(null)
  /** An upload that is only being sent belongs to this dialog alone. */
  const sending = useRef(false)

  const forget = useCallback(() => {
    if (sending.current) running.current?.abort()
    running.current = null
    setUpload({ step: 'none' })
  }, [])

  useEffect(
    () => () => {
      if (sending.current) running.current?.abort()
    },
    [],
  )

  const start = useCallback(
    async (file: File, target: UploadTarget, waiting?: Waiting) => {
      const mine = new AbortController()
      running.current = mine
      sending.current = true
      const show = (next: UploadState) => {
        if (running.current === mine) setUpload(next)
      }
      show({ step: 'sending', sent: 0, total: file.size })
      try {
        if (!waiting && (await hasChanged(file))) throw new Error(i18n.t('payrolls.csv.changed'))
        const { name, size, lastModified } = file
        const answer = waiting
          ? await answered(waiting)
          : await sendOnce(['upload', name, size, lastModified, target], (idempotencyKey) =>
              uploadList(file, target, {
                signal: mine.signal,
                idempotencyKey,
                onSent: (sent, total) => {
                  if (running.current === mine) sending.current = sent < total
                  show(
                    sent < total
                      ? { step: 'sending', sent, total }
                      : { step: 'reading', progress: null },
                  )
                },
              }),
            )
        const { payroll, people, diff } = await whole(answer, (progress) =>
          show({ step: 'reading', progress }),
        )
        const saved = payroll ? { payroll } : people && { people }
        if (saved) {
          await client.invalidateQueries()
          show({ step: 'saved' })
          ended.current.onSaved(saved)
        } else if (diff) show({ step: 'compared', diff })
      } catch (error) {
        if (mine.signal.aborted || !(error instanceof Error)) return
        // The browser reports a file that changed while it was sent as a lost connection.
        const changed =
          error instanceof ApiError && error.outcomeUnknown && (await hasChanged(file))
        if (changed)
          return show({ step: 'refused', error: new Error(i18n.t('payrolls.csv.changed')) })
        const invalid = error instanceof ApiError ? invalidData.safeParse(error.data) : null
        const undecided = error instanceof ApiError && error.code === 'PERSON_UNDECIDED'
        if (undecided) {
          const people = undecidedPeople.parse(error.data)
          show({ step: 'undecided', ...people, importId: importIdOf(error.data) })
          return
        }
        if (invalid?.success) {
          const { errorCount, import: read } = invalid.data
          show({ step: 'invalid', importId: read._id, errorCount })
        } else show({ step: 'refused', error })
        // After a lost answer the list may be there all the same.
        void client.invalidateQueries({ queryKey: ['payrolls'] })
        void client.invalidateQueries({ queryKey: ['employees'] })
        ended.current.onFailed(error)
      }
    },
    [client],
  )
  return { upload, start, forget }
}

/** A long list that waits for these answers. */
type Waiting = { importId: string; decisions: readonly PersonDecision[] }

async function answered({ importId, decisions }: Waiting): Promise<UploadAnswer> {
  await sendDecisions(importId, decisions)
  return { importId }
}

const waitingData = z.object({ importId: z.string() })
const importIdOf = (data: unknown): string | null => {
  const read = waitingData.safeParse(data)
  return read.success ? read.data.importId : null
}

/** Whether a file was changed, moved or deleted since it was chosen: the browser reads it no more. */
async function hasChanged(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return false
  } catch {
    // The browser throws a NotReadableError or a NotFoundError, and nothing else.
    return true
  }
}

/** The answer itself, or for a long list what came of it in the end. */
async function whole(
  answer: UploadAnswer,
  onProgress: (progress: ImportProgress) => void,
): Promise<UploadAnswer> {
  if (answer.importId === undefined) return answer
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    const progress = await look(answer.importId)
    if (progress === null) continue
    onProgress(progress)
    if (progress.state === 'failed') throw failureOf(progress)
    if (progress.undecided) {
      const data = { rows: progress.undecided, importId: progress._id }
      throw new ApiError('PERSON_UNDECIDED', '', { data })
    }
    if (progress.state === 'done') {
      const { payroll, diff, dryRun } = progress
      if (payroll) return { payroll }
      return diff === null ? {} : dryRun ? { diff } : { people: diff }
    }
  }
}

/** Null while there is no connection: the list is being read all the same. */
async function look(importId: string): Promise<ImportProgress | null> {
  try {
    return await readImport(importId)
  } catch (error) {
    if (error instanceof ApiError && error.outcomeUnknown) return null
    throw error
  }
}

function failureOf({ _id, failure, errorCount }: ImportProgress): ApiError {
  return new ApiError(failure?.code ?? 'INTERNAL', failure?.message ?? '', {
    data: failure?.code === 'CSV_INVALID' ? { errorCount, import: { _id } } : null,
  })
}
