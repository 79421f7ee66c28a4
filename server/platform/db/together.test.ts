import { expect, test } from 'vitest'
import { together } from './together.ts'

const doubled = () => {
  const questions: string[][] = []
  const ask = together(async (keys) => {
    questions.push(keys)
    return keys.map((key) => key + key)
  })
  return { questions, ask }
}

test('all who ask at one moment share a question, and each gets his own answer', async () => {
  const { questions, ask } = doubled()
  expect(await Promise.all(['a', 'b', 'a'].map(ask))).toEqual(['aa', 'bb', 'aa'])
  expect(questions).toEqual([['a', 'b']])
})

test('who asks while a question is under way is not answered by it', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let isOpen = true
  const ask = together(async (keys) => {
    const answers = keys.map(() => isOpen)
    await held
    return answers
  })
  const before = ask('session')
  await new Promise(setImmediate)
  isOpen = false
  const after = ask('session')
  release()
  expect(await Promise.all([before, after])).toEqual([true, false])
})

test('a question that fails, fails for all who asked it, and the next one is a new one', async () => {
  let tries = 0
  const ask = together(async (keys) => {
    tries++
    if (tries === 1) throw new Error('no database')
    return keys
  })
  const settled = await Promise.allSettled([ask('a'), ask('b')])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('a')).toBe('a')
})
