import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { Random } from '#server/testing/random.ts'
import {
  decidePayrollStatus,
  findShortfallToFund,
  nobody,
  type OpenRun,
  type PaidRun,
  type PayrollFacts,
  type PayrollStatusCode,
} from './payroll-status.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 15, minute))

const covered = { missingSats: 0n, missingAfterDepositsSats: 0n, spareSats: 400n }
const lacking = { missingSats: 900n, missingAfterDepositsSats: 900n, spareSats: -900n }
const coming = { missingSats: 900n, missingAfterDepositsSats: 0n, spareSats: -900n }

const facts = (changes: Partial<PayrollFacts> = {}): PayrollFacts => ({
  people: 13,
  stop: null,
  open: null,
  paidRun: null,
  isPaydayNear: null,
  coverage: covered,
  onTheWaySats: 0n,
  refusal: null,
  ...changes,
})
/** A run of ten, in a payroll that has thirteen people now. */
const ofRun = {
  lines: 10,
  totalUsdCents: 769_900n,
  paid: 8,
  paidUsdCents: 670_400n,
  dollars: { people: 2, left: 2 },
}
const openRun = (changes: Partial<OpenRun> = {}): OpenRun => ({
  paymentId: 'run',
  orderedAt: at(26),
  sentAt: at(27),
  waitsFor: null,
  approvableUntil: at(59),
  unpaid: 0,
  ofRun,
  ...changes,
})
const paidRun = (changes: Partial<PaidRun> = {}): PaidRun => ({
  paymentId: 'run',
  paidAt: at(27),
  unpaid: 0,
  ofRun,
  isInPart: false,
  largestDepositSince: 0n,
  ...changes,
})
const of = (changes: Partial<PayrollFacts>) => decidePayrollStatus(facts(changes))

test('the code speaks of a run → the people of its lines, else nobody', () => {
  expect(of({ open: openRun() })).toMatchObject({ code: 'sent', people: 13, ...ofRun })
  expect(of({ open: openRun({ waitsFor: 'approval' }) })).toMatchObject(ofRun)
  expect(of({ paidRun: paidRun() })).toMatchObject({ code: 'paid', ...ofRun })
  expect(of({ paidRun: paidRun({ isInPart: true }) })).toMatchObject({
    code: 'paidInPart',
    ...ofRun,
  })
  expect(of({ paidRun: paidRun(), isPaydayNear: true })).toMatchObject({ code: 'ready', ...nobody })
})

test('nobody in the payroll → no people, whatever it holds', () => {
  expect(of({ people: 0, coverage: null })).toEqual({
    code: 'noPeople',
    at: null,
    people: 0,
    unpaid: 0,
    ...nobody,
    missingSats: null,
    spareSats: null,
    onTheWaySats: null,
    approvals: null,
    reason: null,
    paymentId: null,
  })
})

test('blocks hold enough and nothing refuses → ready, with what is left over', () => {
  expect(of({})).toMatchObject({ code: 'ready', spareSats: 400n, missingSats: null, reason: null })
})

test('blocks hold enough and something refuses → stopped, and why', () => {
  const status = of({ refusal: 'PAYMENT_IN_PROGRESS' })
  expect(status).toMatchObject({ code: 'stopped', reason: 'PAYMENT_IN_PROGRESS', spareSats: null })
})

test('one satoshi is missing → short, although something else would refuse too', () => {
  const coverage = { ...lacking, missingSats: 1n, missingAfterDepositsSats: 1n }
  expect(of({ coverage, refusal: 'FEE_TOO_HIGH' })).toMatchObject({
    code: 'short',
    missingSats: 1n,
    reason: null,
  })
})

test('the mempool holds the rest → funds on the way, and nothing is missing', () => {
  expect(of({ coverage: coming, onTheWaySats: 900n })).toMatchObject({
    code: 'fundsOnTheWay',
    missingSats: null,
    onTheWaySats: 900n,
  })
})

test('the mempool holds too little → short, of what is not on the way', () => {
  const coverage = { ...lacking, missingAfterDepositsSats: 10n }
  expect(of({ coverage, onTheWaySats: 890n })).toMatchObject({
    code: 'short',
    missingSats: 10n,
    onTheWaySats: 890n,
  })
})

test('there was never a price → short, without a sum', () => {
  expect(of({ coverage: null })).toMatchObject({ code: 'short', missingSats: null })
})

test('a run waits for its code → it awaits one approval, until its time is over', () => {
  const open = openRun({ waitsFor: 'approval', sentAt: null })
  expect(of({ open, coverage: null })).toMatchObject({
    code: 'awaitsApproval',
    at: at(26),
    approvals: { given: 0, required: 1, until: at(59) },
    paymentId: 'run',
  })
})

test('nothing of an open run is in the mempool or a block → it awaits the node', () => {
  const open = openRun({ sentAt: null, unpaid: 1 })
  expect(of({ open })).toMatchObject({ code: 'awaitsNode', at: at(26), unpaid: 1, approvals: null })
})

test('something of an open run is out → sent, since then', () => {
  expect(of({ open: openRun() })).toMatchObject({ code: 'sent', at: at(27), paymentId: 'run' })
})

test('an open withdrawal counts as an open run without a payment', () => {
  const open = openRun({ paymentId: null, sentAt: null, waitsFor: 'approval' })
  expect(of({ open })).toMatchObject({ code: 'awaitsApproval', paymentId: null })
})

test('an open run waits for the operator → stopped', () => {
  const open = openRun({ waitsFor: 'operator', sentAt: null })
  expect(of({ open })).toMatchObject({
    code: 'stopped',
    reason: 'WAITS_FOR_OPERATOR',
    paymentId: 'run',
  })
})

test('a frozen company → stopped before all else, since the freeze', () => {
  const stop = { reason: 'COMPANY_FROZEN', since: at(40) }
  for (const changes of [{}, { open: openRun() }, { paidRun: paidRun() }, { people: 0 }]) {
    expect(of({ ...changes, stop })).toMatchObject({
      code: 'stopped',
      reason: 'COMPANY_FROZEN',
      at: at(40),
    })
  }
})

test('while a run is open nothing is missing, and nothing is asked for', () => {
  const open = openRun()
  expect(of({ open, coverage: lacking })).toMatchObject({ code: 'sent', missingSats: null })
  expect(findShortfallToFund(facts({ open, coverage: lacking }))).toBe(0n)
})

test('a run that is over → paid, also where the funds for the next one lack', () => {
  expect(of({ paidRun: paidRun(), coverage: lacking })).toMatchObject({
    code: 'paid',
    at: at(27),
    missingSats: null,
    paymentId: 'run',
  })
  expect(findShortfallToFund(facts({ paidRun: paidRun(), coverage: lacking }))).toBe(900n)
})

test('somebody was added after the payday → paid, and one of them is not', () => {
  expect(of({ paidRun: paidRun({ unpaid: 1 }) })).toMatchObject({
    code: 'paid',
    people: 13,
    unpaid: 1,
  })
})

test('a deposit of 999 sat after the run → still paid; of 1,000 sat → the next payday', () => {
  const since = (largestDepositSince: bigint) => of({ paidRun: paidRun({ largestDepositSince }) })
  expect(since(999n).code).toBe('paid')
  expect(since(1_000n).code).toBe('ready')
})

test('a payroll with dates → paid until three days before the next one', () => {
  const run = paidRun({ largestDepositSince: 5_000n })
  expect(of({ paidRun: run, isPaydayNear: false }).code).toBe('paid')
  expect(of({ paidRun: paidRun(), isPaydayNear: true }).code).toBe('ready')
})

test('everybody left after the payday → still paid', () => {
  expect(of({ people: 0, coverage: null, paidRun: paidRun() }).code).toBe('paid')
})

test('a run paid in part → so until it is paid or given up, whatever comes in', () => {
  const inPart = paidRun({ isInPart: true, unpaid: 1, largestDepositSince: 5_000n })
  expect(of({ paidRun: inPart })).toMatchObject({
    code: 'paidInPart',
    unpaid: 1,
    missingSats: null,
  })
  expect(of({ paidRun: inPart, coverage: lacking })).toMatchObject({
    code: 'paidInPart',
    missingSats: 900n,
  })
})

test('a new run after a paid one → the new one is meant', () => {
  const open = openRun({ paymentId: 'new' })
  expect(of({ open, paidRun: paidRun() })).toMatchObject({ code: 'sent', paymentId: 'new' })
})

/** Codes with their conditions, in the contract's order. */
const isStillPaid = ({ paidRun, isPaydayNear }: PayrollFacts): boolean =>
  paidRun !== null && !(isPaydayNear ?? paidRun.largestDepositSince >= 1_000n)

const rules: [PayrollStatusCode, (facts: PayrollFacts) => boolean][] = [
  ['stopped', ({ stop, open }) => stop !== null || open?.waitsFor === 'operator'],
  ['awaitsApproval', ({ open }) => open?.waitsFor === 'approval'],
  ['awaitsNode', ({ open }) => open !== null && open.sentAt === null],
  ['sent', ({ open }) => open !== null],
  ['paidInPart', ({ paidRun }) => paidRun?.isInPart === true],
  ['paid', isStillPaid],
  ['noPeople', ({ people }) => people === 0],
  ['ready', ({ coverage, refusal }) => coverage?.missingSats === 0n && refusal === null],
  ['stopped', ({ coverage }) => coverage?.missingSats === 0n],
  ['fundsOnTheWay', ({ coverage }) => coverage?.missingAfterDepositsSats === 0n],
  ['short', () => true],
]

test('random facts → one code, the first that applies, never a shortage beside a run', () => {
  const seed = Number(process.env.STATUS_SEED ?? randomInt(2 ** 31))
  const random = new Random(seed)
  const oneOf = <T>(...items: T[]) => random.pick(items)
  const maybe = <T>(item: T) => oneOf(item, null)
  for (let round = 0; round < 20_000; round++) {
    const unpaid = oneOf(0, 1, 13)
    const drawn: PayrollFacts = {
      people: oneOf(0, 1, 13),
      stop: oneOf(null, null, null, { reason: 'PAYMENTS_STOPPED', since: null }),
      open: maybe(
        openRun({
          paymentId: maybe('run'),
          sentAt: maybe(at(27)),
          waitsFor: oneOf(null, null, 'approval', 'operator'),
          unpaid,
        }),
      ),
      isPaydayNear: oneOf(null, true, false),
      paidRun: maybe(
        paidRun({
          isInPart: oneOf(true, false),
          largestDepositSince: oneOf(0n, 999n, 1_000n),
          unpaid,
        }),
      ),
      coverage: oneOf(null, covered, lacking, coming),
      onTheWaySats: oneOf(0n, 1n, 900n),
      refusal: maybe('DUST_SALARY'),
    }
    const status = decidePayrollStatus(drawn)
    const said = `seed ${seed}, round ${round}`
    expect(status.code, said).toBe(rules.find(([, applies]) => applies(drawn))?.[0])
    if (drawn.open) {
      expect(status.missingSats, said).toBeNull()
      expect(findShortfallToFund(drawn), said).toBe(0n)
    }
    expect(status.reason === null, said).toBe(status.code !== 'stopped')
    expect(status.approvals === null, said).toBe(status.code !== 'awaitsApproval')
    expect(status.spareSats === null, said).toBe(status.code !== 'ready')
    expect(status.onTheWaySats ?? 0n, said).toBe(drawn.onTheWaySats)
  }
})
