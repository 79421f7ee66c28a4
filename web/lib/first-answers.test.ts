import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime } from './first-answers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<void>(() => undefined)

async function isDrawn(answers: Promise<void>[], afterMs: number): Promise<boolean> {
  const drawn = vi.fn()
  void inTime(answers).then(drawn)
  await vi.advanceTimersByTimeAsync(afterMs)
  return drawn.mock.calls.length > 0
}

test('all answers are there → the screen is drawn at once', async () => {
  expect(await isDrawn([Promise.resolve(), Promise.resolve()], 0)).toBe(true)
})

test('an answer does not come → the screen is drawn without it, and soon', async () => {
  expect(await isDrawn([Promise.resolve(), never], 300)).toBe(false)
  expect(await isDrawn([Promise.resolve(), never], 500)).toBe(true)
})
