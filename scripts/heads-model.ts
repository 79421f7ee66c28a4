import { parseArgs } from 'node:util'
import { runHistory } from '#server/testing/exclusivity-model/history.ts'
import { runHistories, type Totals } from '#server/testing/exclusivity-model/run-histories.ts'
import {
  type ModelSettings,
  profileNames,
  profiles,
  ruleNames,
  variantNames,
} from '#server/testing/exclusivity-model/settings.ts'
import { explainError, print } from './print.ts'

/**
 * Runs the model checker of the payment rules. Ends with 1 where a history has a fault. Take rules
 * out to see which faults they prevent: `npm run model -- --histories 20000 --seed 1 --profile all
 * --without R1`. `--record off`: the signing record is lost with each database. A fault names its seed:
 * `npm run model -- --replay 2347 --profile all` prints that history.
 */
function oneOf<T extends string>(option: string, names: readonly T[], value: string): T {
  const name = names.find((other) => other === value)
  if (!name) throw new Error(`--${option} takes ${names.join(', ')}, not '${value}'.`)
  return name
}

function whole(option: string, value: string): number {
  if (!/^\d{1,10}$/.test(value)) throw new Error(`--${option} must be a whole number.`)
  return Number(value)
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      histories: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      profile: { type: 'string', default: 'all' },
      /** Rules, between commas. */
      without: { type: 'string', default: '' },
      variant: { type: 'string', default: '' },
      record: { type: 'string', default: 'on' },
      /** The seed of one history, printed step by step. */
      replay: { type: 'string', default: '' },
    },
  })
  const rules = values.without.split(',').filter(Boolean)
  const settings: ModelSettings = {
    profile: profiles[oneOf('profile', profileNames, values.profile)],
    without: rules.map((rule) => oneOf('without', ruleNames, rule)),
    variant: values.variant ? oneOf('variant', variantNames, values.variant) : undefined,
    hasRecord: oneOf('record', ['on', 'off'], values.record) === 'on',
  }
  const seed = whole('seed', values.seed)
  const count = whole('histories', values.histories)
  return { settings, profile: values.profile, seed, count, replayed: values.replay }
}

function main(): boolean {
  const { settings, profile, seed, count, replayed } = readOptions()
  if (replayed) return replay(whole('replay', replayed), settings)
  const started = performance.now()
  const totals = runHistories(seed, count, settings)
  const perSecond = Math.round((1_000 * count) / (performance.now() - started))
  const { faults } = totals
  const without = settings.without?.length ? ` without ${settings.without.join(', ')}` : ''
  const variant = settings.variant ? `, variant ${settings.variant}` : ''
  const record = settings.hasRecord ? '' : ', the record lost'
  print(`${count} histories from seed ${seed}, profile ${profile}${without}${variant}${record}:`)
  print(`  ${faults.length} faults; ${perSecond} histories a second`)
  sayTotals(count, totals)
  const [first] = faults
  if (first) print('The first fault:')
  return !first || replay(first.seed, settings)
}

function sayTotals(count: number, { faults, excused, asked, deadEnds, kinds }: Totals): void {
  const pairs = [...excused].map(([excuse, times]) => `${excuse} ${times}`)
  print(`  histories with an excused pair: ${pairs.join(', ') || 'none'}`)
  print(`  histories in which a press asked whether somebody is paid: ${asked}`)
  print(
    `  dead ends: ${deadEnds.length}${deadEnds.length > 0 ? `, seeds ${deadEnds.slice(0, 8).join(' ')}` : ''}`,
  )
  const means = [...kinds].map(([kind, times]) => `${(times / count).toFixed(2)} ${kind}`)
  print(`  in one history: ${means.join(', ')}`)
  for (const code of new Set(faults.map(({ fault }) => fault.code))) {
    const seeds = faults.filter(({ fault }) => fault.code === code).map(({ seed }) => seed)
    print(`  ${code}: ${seeds.length}, seeds ${seeds.slice(0, 8).join(' ')}`)
  }
}

function replay(seed: number, settings: ModelSettings): boolean {
  const { fault, world } = runHistory(seed, settings, true)
  for (const line of world.trace) print(`  ${line}`)
  print(fault ? `seed ${seed}: ${fault.code}: ${fault.message}` : `seed ${seed}: no fault`)
  return !fault
}

try {
  process.exitCode = main() ? 0 : 1
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`)
  process.exitCode = 1
}
