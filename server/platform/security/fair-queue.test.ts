import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

/** Waiters of these lanes; `log` has each when it starts or is refused. */
function waitersOf(queue: FairQueue, lanes: readonly string[]) {
  const log: string[] = []
  const ends = lanes.map((lane, n) =>
    queue.wait(lane).then(
      () => log.push(`${lane}${n}`),
      () => log.push(`${lane}${n} refused`),
    ),
  )
  return { log, ends }
}

test('one waiter of a lane starts behind one of a long lane, not behind all', async () => {
  const queue = new FairQueue(10)
  const { log, ends } = waitersOf(queue, ['a', 'a', 'a', 'b'])
  while (queue.startNext());
  await Promise.all(ends)
  expect(log).toEqual(['a0', 'b3', 'a1', 'a2'])
  expect(queue.startNext()).toBe(false)
})

test('too many wait → the newest of the longest lane is refused, and not the last', async () => {
  const queue = new FairQueue(3)
  const { log, ends } = waitersOf(queue, ['a', 'a', 'a', 'b', 'c'])
  await Promise.all([ends[1], ends[2]])
  expect(log).toEqual(['a2 refused', 'a1 refused'])
  while (queue.startNext());
  await Promise.all(ends)
  expect(log.slice(2)).toEqual(['a0', 'b3', 'c4'])
})
