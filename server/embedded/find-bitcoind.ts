import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type BitcoindProgram, fetchKnots, findCachedKnots } from './debian-knots.ts'
import type { PlainLog } from './log.ts'

export interface Bitcoind extends BitcoindProgram {
  readonly version: string
  /** Bitcoin Knots knows options that Bitcoin Core refuses to start with. */
  readonly isKnots: boolean
}

/** The first with full RBF and package relay, which bumping and payments rely on. */
const oldestMajor = 28

/**
 * Read here and not in server/startup/config.ts: like PATH they describe the machine, and the tests look for
 * bitcoind without a configuration.
 */
export interface Machine {
  readonly BITCOIND?: string | undefined
  readonly PATH?: string | undefined
  readonly XDG_CACHE_HOME?: string | undefined
}

export async function findBitcoind(
  log: PlainLog,
  machine: Machine = process.env,
): Promise<Bitcoind> {
  if (machine.BITCOIND) {
    const chosen = await identify({ file: machine.BITCOIND, args: [] })
    if (usable(chosen)) return chosen
    throw new Error(
      `BITCOIND=${machine.BITCOIND} is not a bitcoind of version ${oldestMajor} or newer.`,
    )
  }
  for (const dir of machine.PATH?.split(delimiter) ?? []) {
    const found = await identify({ file: join(dir, 'bitcoind'), args: [] })
    if (usable(found)) return found
  }
  const cached = await identify(findCachedKnots(machine.XDG_CACHE_HOME))
  if (usable(cached)) return cached
  try {
    const fetched = await identify(await fetchKnots(machine.XDG_CACHE_HOME, log))
    if (usable(fetched)) return fetched
    throw new Error('the one fetched does not run here')
  } catch (cause) {
    throw new Error(
      `No bitcoind of version ${oldestMajor} or newer was found, and none could be fetched ` +
        `(${(cause as Error).message}): install Bitcoin Core (https://bitcoincore.org/en/download) ` +
        'so that bitcoind is on the PATH, or set BITCOIND to its path.',
      { cause },
    )
  }
}

function usable(program: Bitcoind | undefined): program is Bitcoind {
  return program !== undefined && Number.parseInt(program.version, 10) >= oldestMajor
}

/** Programs that have reported their version: the start of one more process costs a third of a second. */
const identified = new Map<string, Bitcoind>()

/** The version that the program reports; undefined where it is missing or does not run. */
async function identify(program: BitcoindProgram | undefined): Promise<Bitcoind | undefined> {
  if (!program) return undefined
  const known = identified.get(program.file + program.args)
  if (known) return known
  let banner: string
  try {
    banner = (await promisify(execFile)(program.file, [...program.args, '-version'])).stdout
  } catch {
    return undefined
  }
  const version = /^Bitcoin .*version v(\S+)/.exec(banner)?.[1]
  if (!version) return undefined
  const found = { ...program, version, isKnots: banner.includes('Knots') }
  identified.set(program.file + program.args, found)
  return found
}
