import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, request } from '@playwright/test'
import pg from 'pg'
import { isLanguage } from '#web/lib/language.ts'
import { buildWeb } from '../scripts/build.mjs'
import { chromiumFlags, findChromium } from '../scripts/chromium.ts'
import { print } from '../scripts/print.ts'
import { startOwnProgram } from './program.ts'
import { takeAll } from './screens/camera.ts'
import { scenesOf } from './screens/scenes.ts'
import { makeWorld, type ScreensWorld } from './screens/world.ts'

/**
 * A picture of every screen and dialog of the real program, for looking at, and what a machine finds
 * wrong with them: `npm run screens -- --widths 320,1920 --languages en,it --only pay`.
 */
const { values: wanted } = parseArgs({
  options: {
    widths: { type: 'string', default: '360,768,1440' },
    languages: { type: 'string', default: 'es' },
    schemes: { type: 'string', default: 'light,dark' },
    /** A regular expression of their names. */
    only: { type: 'string', default: '' },
    /** Without the rules of accessibility, which take as long as all else. */
    quick: { type: 'boolean', default: false },
    out: { type: 'string', default: 'screens' },
    /** The program stays when all are taken. */
    stay: { type: 'boolean', default: false },
    /** The file that such a program left, to use it again. */
    on: { type: 'string', default: '' },
  },
})

type Filled = { baseUrl: string; world: ScreensWorld }

const faults: string[] = []
if (wanted.on) {
  await photograph(JSON.parse(readFileSync(wanted.on, 'utf8')) as Filled)
} else {
  await withProgram(photograph)
}
print(`Pictures are in ${wanted.out}. ${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1

async function withProgram(work: (filled: Filled) => Promise<void>): Promise<void> {
  buildWeb()
  const { program, end } = await startOwnProgram()
  try {
    const { baseUrl, dataDir } = program
    const world = await filled(baseUrl, join(dataDir, 'connections.json'))
    await work({ baseUrl, world })
    if (wanted.stay) await stay({ baseUrl, world })
  } finally {
    await end()
  }
}

/** A company with everything in it. */
async function filled(baseURL: string, connections: string): Promise<ScreensWorld> {
  const { postgres }: { postgres: string } = JSON.parse(readFileSync(connections, 'utf8'))
  const sql = new pg.Client({ connectionString: postgres })
  await sql.connect()
  try {
    return await makeWorld(await request.newContext({ baseURL }), sql)
  } finally {
    await sql.end()
  }
}

/** Until Ctrl-C, for another look after a change: the web app is served as it is built then. */
async function stay(it: Filled): Promise<void> {
  const file = join(wanted.out, 'program.json')
  writeFileSync(file, JSON.stringify(it))
  print(`It stays at ${it.baseUrl}; more pictures with --on ${file}. Ctrl-C ends it.`)
  const wait = setInterval(() => undefined, 60_000)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  clearInterval(wait)
}

async function photograph({ baseUrl, world }: Filled): Promise<void> {
  const scenes = scenesOf(world).filter(({ name }) => new RegExp(wanted.only).test(name))
  if (scenes.length === 0) faults.push(`no scene is called ${wanted.only}`)
  mkdirSync(wanted.out, { recursive: true })
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: chromiumFlags,
    ...(executablePath && { executablePath }),
  })
  const schemes = wanted.schemes.split(',').filter((name) => name === 'light' || name === 'dark')
  for (const language of wanted.languages.split(',')) {
    if (!isLanguage(language)) throw new Error(`there is no language ${language}`)
    for (const width of wanted.widths.split(',').map(Number)) {
      print(`${scenes.length} scenes in ${language} at ${width} px`)
      const { out: folder, quick } = wanted
      const shoot = { browser, baseUrl, world, language, width, schemes, folder, quick }
      faults.push(...(await takeAll(shoot, scenes)))
    }
  }
  await browser.close()
}
