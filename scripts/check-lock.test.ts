import { expect, test } from 'vitest'
import { checkLock, findUnlocked } from './check-lock.ts'

test('a lock without the binary for another platform is refused by its name', () => {
  const packages = {
    'node_modules/tool': {
      optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' },
    },
    'node_modules/tool-linux': {},
  }
  expect(findUnlocked({ packages })).toEqual(['tool-darwin'])
})

test('a binary below another package counts as locked', () => {
  const packages = {
    'node_modules/a/node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0' } },
    'node_modules/a/node_modules/tool-linux': {},
  }
  expect(findUnlocked({ packages })).toEqual([])
})

test('the lock of this project has the binaries for every platform', async () => {
  await expect(checkLock()).resolves.toBeUndefined()
})
