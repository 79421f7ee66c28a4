import { expect, test } from 'vitest'
import type { FaultCode, ModelFault } from './fault.ts'
import { type ModelHistory, runHistory } from './history.ts'
import { runHistories } from './run-histories.ts'
import { type ProfileName, profileNames, profiles, type Rule } from './settings.ts'

/**
 * `npm run test:long` takes 20,000, a night's run still more and from another first seed. A failure names the seed of its history.
 */
const histories = Number(process.env.HEADS_HISTORIES ?? 5_000)
const firstSeed = Number(process.env.HEADS_SEED ?? 1)
/** Profiles that lose a database, also without the signing record. */
const losing: ProfileName[] = ['restore', 'alone', 'all', 'theft']
const perProfile = Math.ceil(histories / (profileNames.length + losing.length))
const timeout = 60_000 + perProfile * 20

for (const name of profileNames) {
  test(`any history, profile ${name} → everybody is paid once`, { timeout }, () => {
    const { faults, kinds } = runHistories(firstSeed, perProfile, { profile: profiles[name] })
    const found = faults.map(({ seed, fault }) => describeFault(seed, name, fault))
    expect(found.slice(0, 10)).toEqual([])
    expect(kinds.get('batch')).toBeGreaterThan(perProfile)
  })
}

test.each(losing)('the record is lost, profile %s → asked, and paid once', { timeout }, (name) => {
  const settings = { profile: profiles[name], hasRecord: false }
  const { faults, asked } = runHistories(firstSeed, perProfile, settings)
  const found = faults.map(({ seed, fault }) => describeFault(seed, `${name} --record off`, fault))
  expect(found.slice(0, 10)).toEqual([])
  expect(asked).toBeGreaterThan(perProfile / 20)
})

test.each(['restore', 'alone'] as const)(
  'the record is kept, profile %s → nothing is asked',
  (name) => {
    expect(runHistories(firstSeed, 300, { profile: profiles[name] }).asked).toBe(0)
  },
)

test('the record is lost and no press asks → somebody is paid twice', () => {
  const settings = { profile: profiles.restore, hasRecord: false, variant: 'never-asks' } as const
  const { faults } = runHistories(1, 100, settings)
  expect(new Set(faults.map(({ fault }) => fault.code))).toEqual(new Set(['PAID_TWICE']))
})

const describeFault = (seed: number, name: string, { code, message }: ModelFault) =>
  `${code}: ${message} (npm run model -- --replay ${seed} --profile ${name})`

/** The first history with a fault. */
function findFault(rule: Rule, name: ProfileName): ModelHistory | undefined {
  for (let seed = 1; seed <= 10_000; seed++) {
    const history = runHistory(seed, { profile: profiles[name], without: [rule] })
    if (history.fault) return history
  }
  return undefined
}

/** The profile that soonest shows what a rule prevents. For R6 that takes 100,000 histories. */
const needed: [Rule, ProfileName][] = [
  ['R1', 'all'],
  ['R2', 'all'],
  ['R3', 'theft'],
  ['R4', 'theft'],
  ['R5', 'all'],
  ['R7', 'theft'],
  ['R8', 'all'],
]

test.each(needed)('without rule %s, profile %s → a history has a fault', (rule, name) => {
  const found = findFault(rule, name)
  const codes: FaultCode[] = ['PAID_TWICE', 'WITHDRAWN_TWICE', 'RECORDS_DIFFER', 'STUCK']
  expect(codes).toContain(found?.fault?.code)
  const same = runHistory(found?.seed ?? 0, { profile: profiles[name] })
  expect(same.fault).toBeUndefined()
})

test('the same seed twice → the same history to the letter', () => {
  const settings = { profile: profiles.theft }
  const tell = () => runHistory(11, settings, true).world.trace
  expect(tell().length).toBeGreaterThan(20)
  expect(tell()).toEqual(tell())
})

test('2,000 histories → every kind of transaction and every exception occurs', () => {
  const { kinds, excused } = runHistories(1, 2_000, { profile: profiles.theft, hasRecord: false })
  expect([...kinds.keys()].sort()).toEqual([
    'batch',
    'cancellation',
    'child',
    'coinbase',
    'consolidation',
    'deposit',
    'double spend',
    'theft',
    'withdrawal',
  ])
  expect([...excused.keys()].sort()).toEqual([
    'CHOSEN',
    'CONFLICT_BURIED',
    'FIRST_RUN_LOST',
    'GIVEN_UP',
  ])
})
