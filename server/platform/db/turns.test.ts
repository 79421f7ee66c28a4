import { expect, test } from 'vitest'
import { inTurns } from './turns.ts'

test('work of one key takes turns, also after a failure, and other keys do not wait', async () => {
  const turn = inTurns()
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  const work = async (name: string) => {
    done.push(name)
    return name
  }
  const failing = turn('a', async () => {
    await first.promise
    done.push('first')
    throw new Error('no')
  })
  const second = turn('a', () => work('second'))
  const third = turn('a', () => work('third'))
  expect(await turn('b', () => work('other'))).toBe('other')
  expect(done).toEqual(['other'])
  first.resolve()
  await expect(failing).rejects.toThrow('no')
  expect(await Promise.all([second, third])).toEqual(['second', 'third'])
  expect(done).toEqual(['other', 'first', 'second', 'third'])
})
