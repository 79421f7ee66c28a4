import { constants, PerformanceObserver } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { collectYoung } from './collect-young.ts'

interface Collection {
  detail: { kind: number; flags: number }
}

const mebibytes = () => process.memoryUsage().external / 2 ** 20

/** As a thread hands over pages, of which nobody keeps one. */
function dropped(count: number): void {
  for (let made = 0; made < count; made++) {
    const bytes = new ArrayBuffer(256 * 1_024)
    structuredClone(bytes, { transfer: [bytes] })
  }
}

/** The kinds of the collections that were asked for, not V8's own. */
async function collectMessages(act: () => void): Promise<unknown[]> {
  const kinds: unknown[] = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as Collection[]) {
      const { kind, flags } = entry.detail
      if (flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) kinds.push(kind)
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  act()
  await expect.poll(() => kinds.length).toBeGreaterThan(0)
  observer.disconnect()
  return kinds
}

test('it collects what is young, and nothing more', async () => {
  expect(await collectMessages(collectYoung)).toEqual([constants.NODE_PERFORMANCE_GC_MINOR])
})

test('pages that nobody holds → their memory is free after a collection', async () => {
  collectYoung()
  const before = mebibytes()
  dropped(64)
  // A thread of V8 gives the memory back, and the next collection counts it.
  const left = () => {
    collectYoung()
    return mebibytes() - before
  }
  await expect.poll(left).toBeLessThan(4)
})
