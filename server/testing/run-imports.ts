import { runImports } from '#server/features/imports/index.ts'
import { Listener } from '#server/platform/db/notify.ts'
import type { TestApp } from './app.ts'

/** Runs deferred imports, like an api process, until `work` is done. */
export async function whileRunningImports<T>(t: TestApp, work: () => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const listener = new Listener(t.url, t.log)
  await listener.open()
  const { db, macKey, log } = t
  const duty = runImports({ db, listener, macKey, network: 'regtest', log }, stopping.signal)
  try {
    return await work()
  } finally {
    stopping.abort()
    await duty
    await listener.close()
  }
}
