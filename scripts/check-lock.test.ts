import { expect, test } from 'vitest'
import { checkLock, findInstalledParts, findUnlocked } from './check-lock.ts'

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

test('a part of recheck that npm would install is refused by its name', () => {
  const packages = {
    'node_modules/recheck': {},
    'node_modules/recheck-jar': {},
    'node_modules/recheck-linux-x64': { os: ['linux'] },
    'node_modules/recheck-macos-x64': { os: ['none'] },
  }
  expect(findInstalledParts({ packages })).toEqual([
    'node_modules/recheck-jar',
    'node_modules/recheck-linux-x64',
  ])
})

test('the lock of this project has the binaries for every platform', async () => {
  await expect(checkLock()).resolves.toBeUndefined()
})
