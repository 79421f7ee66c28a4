import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '#server/embedded/ports.ts'
import { Program, type ProgramOptions } from '../e2e/program.ts'
import { makeProgramFolder } from '../e2e/temp-data-dir.ts'
import { root } from '../scripts/install.mjs'
import { testTimeFile } from '../scripts/test-time.ts'
import { atMost, formatSeconds, middle, reportRow, type TableFigure } from './table.ts'

/**
 * The time of the last `npm test`, which the tests leave behind. Then `npm start` until /readyz: of what is
 * installed and built, on a DATA_DIR that exists, 3 times; and of a new clone of the last commit, for which
 * everything is downloaded.
 */
const testTimes = z.object({ endedAt: z.string(), seconds: z.number() })

reportRow({
  what: '`npm test` · `npm start` installed · cold',
  figures: [
    readTestTime(),
    atMost(await measureInstalled(), 5, formatSeconds),
    atMost(await measureCold(), 45, formatSeconds),
  ],
})

function readTestTime(): TableFigure {
  if (!existsSync(testTimeFile)) return { measured: 'not run', goal: '≤ 10 min' }
  const { endedAt, seconds: taken } = testTimes.parse(
    JSON.parse(readFileSync(testTimeFile, 'utf8')),
  )
  const minutes = (value: number) => `${Number(value.toFixed(1))} min`
  return atMost(taken / 60, 10, minutes, ` (${endedAt.slice(0, 10)})`)
}

async function measureInstalled(): Promise<number> {
  const dataDir = makeProgramFolder()
  try {
    await measureStart({ dataDir: dataDir.path })
    const times: number[] = []
    for (let run = 0; run < 3; run++) times.push(await measureStart({ dataDir: dataDir.path }))
    return middle(times)
  } finally {
    dataDir.remove()
  }
}

async function measureCold(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-cold-'))
  const clone = join(folder, 'quincena')
  const cache = join(folder, 'cache')
  try {
    spawnSync('git', ['clone', '-q', root, clone], { stdio: ['ignore', 2, 2] })
    return await measureStart({
      dataDir: join(clone, 'data'),
      start: [join(clone, 'scripts/start.mjs')],
      env: { npm_config_cache: join(cache, 'npm'), XDG_CACHE_HOME: cache },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function measureStart(of: Omit<ProgramOptions, 'port'>): Promise<number> {
  const port = await freePort()
  const begin = performance.now()
  const program = new Program({ ...of, port })
  try {
    await program.ready()
    return (performance.now() - begin) / 1_000
  } finally {
    await program.stop()
  }
}
