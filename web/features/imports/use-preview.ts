import { useEffect, useState } from 'react'
import { reloadForNewerBuild } from '#web/lib/newer-build.ts'
import { startWorker } from '#web/lib/trusted-worker.ts'
import { useRowRules } from './api.ts'
import type { Preview } from './preview.ts'
import type { PreviewRequest } from './preview.worker.ts'
import workerUrl from './preview.worker.ts?worker&url'

/** The browser could not read the file, which is gone, say; or could not load what reads it. */
export type NoPreview = 'unreadable' | 'notLoaded'

/** The preview of a file; undefined while the file is being read. */
export function usePreview(file: File | null): Preview | NoPreview | undefined {
  const rules = useRowRules(file !== null)
  const [read, setRead] = useState<{ file: File; preview: Preview | NoPreview } | null>(null)
  useEffect(() => {
    if (file === null || rules === undefined) return
    const worker = startWorker(workerUrl)
    worker.onmessage = ({ data }: MessageEvent<Preview>) => setRead({ file, preview: data })
    worker.onerror = async (event: Event) => {
      // An error inside it has a message; a script that did not load has none.
      if (event instanceof ErrorEvent) setRead({ file, preview: 'unreadable' })
      else if (!(await reloadForNewerBuild())) setRead({ file, preview: 'notLoaded' })
    }
    worker.postMessage({ file, rules } satisfies PreviewRequest)
    return () => worker.terminate()
  }, [file, rules])
  return read?.file === file ? read?.preview : undefined
}
