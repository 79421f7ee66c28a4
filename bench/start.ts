import { freePort } from '#server/embedded/process.ts'
import { Program } from '../e2e/program.ts'
import { tempDataDir } from '../e2e/temp-data-dir.ts'
import { measured, middle } from './table.ts'

/** `npm start` of what is installed and built, until /readyz: on an empty DATA_DIR, and again on it, RUNS (3) times. */
const runs = Number(process.env.RUNS ?? 3)

const first: number[] = []
const again: number[] = []
for (let run = 0; run < runs; run++) {
  const dataDir = tempDataDir()
  try {
    first.push(await start(dataDir.path))
    again.push(await start(dataDir.path))
  } finally {
    dataDir.remove()
  }
}
const goal = '≤ 5 s'
const told = (seconds: number[]) => `${middle(seconds).toFixed(1)} s`
measured({ what: '`npm start` to ready, installed', against: '–', goal, measured: told(again) })
measured({ what: 'the same on an empty DATA_DIR', against: '–', goal, measured: told(first) })

async function start(dataDir: string): Promise<number> {
  const port = await freePort()
  const begin = performance.now()
  const program = new Program({ dataDir, port })
  try {
    await program.ready()
    return (performance.now() - begin) / 1_000
  } finally {
    await program.stop()
  }
}
