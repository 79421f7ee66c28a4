import { expect, test } from 'vitest'
import { collectYoung } from './collect-young.ts'

const mebibytes = () => process.memoryUsage().external / 2 ** 20

/** As a thread hands over pages, of which nobody keeps one. */
function dropped(count: number): void {
  for (let made = 0; made < count; made++) {
    const bytes = new ArrayBuffer(256 * 1_024)
    structuredClone(bytes, { transfer: [bytes] })
  }
}

test('pages that nobody holds → their memory is free after a collection', () => {
  collectYoung()
  const before = mebibytes()
  dropped(64)
  expect(mebibytes() - before).toBeGreaterThan(8)
  collectYoung()
  // A thread of V8 gives the memory back, and the next collection counts it.
  collectYoung()
  expect(mebibytes() - before).toBeLessThan(4)
})
