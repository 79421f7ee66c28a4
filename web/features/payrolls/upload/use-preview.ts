import { useEffect, useState } from 'react'
import { startWorker } from '#web/lib/trusted-worker.ts'
import type { Preview } from './preview.ts'
import workerUrl from './preview.worker.ts?worker&url'

/** Undefined while it is being read; 'unreadable' if the browser could not: the file is gone, say. */
export function usePreview(file: File | null): Preview | 'unreadable' | undefined {
  const [read, setRead] = useState<{ file: File; preview: Preview | 'unreadable' } | null>(null)
  useEffect(() => {
    if (file === null) return
    const worker = startWorker(workerUrl)
    worker.onmessage = ({ data }: MessageEvent<Preview>) => setRead({ file, preview: data })
    worker.onerror = () => setRead({ file, preview: 'unreadable' })
    worker.postMessage(file)
    return () => worker.terminate()
  }, [file])
  return read?.file === file ? read?.preview : undefined
}
