import { freePort } from '#server/embedded/ports.ts'
import { Program } from '../e2e/program.ts'
import { makeProgramFolder } from '../e2e/temp-data-dir.ts'
import { cpuOf, cpuText } from './installation.ts'
import { middle, reportFigure } from './table.ts'

/** `npm start` of what is installed and built, until /readyz: on an empty DATA_DIR, and again on it, RUNS (3) times. */
const runs = Number(process.env.RUNS ?? 3)

type Start = { seconds: number; cpu: string }
const first: Start[] = []
const again: Start[] = []
for (let run = 0; run < runs; run++) {
  const dataDir = makeProgramFolder()
  try {
    first.push(await start(dataDir.path))
    again.push(await start(dataDir.path))
  } finally {
    dataDir.remove()
  }
}
for (const [what, starts] of [
  ['`npm start` to ready, installed', again],
  ['the same on an empty DATA_DIR', first],
] as const) {
  const seconds = middle(starts.map((each) => each.seconds))
  const typical = starts.find((each) => each.seconds === seconds)
  const growth = `processor ms: ${typical?.cpu}`
  reportFigure({ what, against: '–', goal: '≤ 5 s', measured: `${seconds.toFixed(1)} s`, growth })
}

async function start(dataDir: string): Promise<Start> {
  const port = await freePort()
  const begin = performance.now()
  const program = new Program({ dataDir, port })
  try {
    await program.ready()
    return { seconds: (performance.now() - begin) / 1_000, cpu: cpuText(cpuOf(program.pid)) }
  } finally {
    await program.stop()
  }
}
