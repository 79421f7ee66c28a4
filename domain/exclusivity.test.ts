import { expect, test } from 'vitest'
import { buriedDepth, findCompatible, type PlannedSpend, type Signed } from './exclusivity.ts'

/** Transactions are named by letters; `a:1` is the second output of `a`. Deposits are never signed. */
const signed = (txid: string, inputs: string[], more: Partial<Signed> = {}): Signed => ({
  txid,
  inputs,
  lines: [`line of ${txid}`],
  run: `run of ${txid}`,
  depth: 0,
  conflictDepth: 0,
  givenUp: false,
  ...more,
})

const plan = (inputs: string[], more: Partial<PlannedSpend> = {}): PlannedSpend => ({
  inputs,
  lines: ['Ana', 'Luis'],
  run: 'this run',
  ...more,
})

/** The txids of those that may not stand beside the plan. `others` are known by their inputs alone. */
function compatible(next: PlannedSpend, earlier: Signed[], others: Record<string, string[]> = {}) {
  const inputsOf = (txid: string) =>
    earlier.find((transaction) => transaction.txid === txid)?.inputs ?? others[txid]
  return findCompatible(next, earlier, inputsOf).map(({ txid }) => txid)
}

test('an earlier payment of other UTXOs → the plan may not be signed beside it', () => {
  expect(compatible(plan(['deposit:1']), [signed('a', ['deposit:0'])])).toEqual(['a'])
})

test('no earlier payment → nothing stands in the way', () => {
  expect(compatible(plan(['deposit:0']), [])).toEqual([])
})

test('a plan that spends an input of an earlier payment → they exclude each other', () => {
  const earlier = signed('a', ['deposit:0', 'deposit:1'], { lines: ['Ana'] })
  expect(compatible(plan(['deposit:1', 'deposit:2']), [earlier])).toEqual([])
})

test('a plan that spends the input of an ancestor → it excludes the descendant', () => {
  const earlier = [signed('a', ['deposit:0']), signed('b', ['a:1']), signed('c', ['b:1', 'x:0'])]
  expect(compatible(plan(['deposit:0']), earlier)).toEqual([])
})

test('a plan whose ancestor conflicts with a payment → it excludes that payment', () => {
  const earlier = signed('a', ['deposit:0'], { lines: ['Ana'] })
  const others = { cancellation: ['deposit:0'] }
  expect(compatible(plan(['cancellation:0']), [earlier], others)).toEqual([])
})

test('two deposits of one double-spent source → their payments exclude each other', () => {
  const earlier = signed('a', ['deposit:0'], { lines: ['Ana'] })
  const others = { deposit: ['source:0'], second: ['source:0'] }
  expect(compatible(plan(['second:0']), [earlier], others)).toEqual([])
})

test('two outputs of one ancestor → no conflict between their spenders', () => {
  const earlier = signed('lane 1', ['fan-out:1'])
  const others = { 'fan-out': ['deposit:0'] }
  expect(compatible(plan(['fan-out:2']), [earlier], others)).toEqual(['lane 1'])
})

test('an earlier payment that is an ancestor → the plan may stand beside it', () => {
  const earlier = [signed('a', ['deposit:0']), signed('b', ['child:0'])]
  expect(compatible(plan(['b:1']), earlier, { child: ['a:1'] })).toEqual([])
})

test('an earlier batch of the same run → the plan may stand beside it', () => {
  const earlier = signed('lane 1', ['fan-out:1'], { run: 'this run' })
  expect(compatible(plan(['fan-out:2']), [earlier])).toEqual([])
})

test('a batch of the same run that pays a line of the plan → it may not', () => {
  const earlier = signed('lane 1', ['fan-out:1'], { run: 'this run', lines: ['Luis', 'Eva'] })
  expect(compatible(plan(['fan-out:2']), [earlier])).toEqual(['lane 1'])
})

test('an ancestor that pays a line of the plan → it may not', () => {
  const earlier = signed('a', ['deposit:0'], { lines: ['Luis'] })
  expect(compatible(plan(['a:1']), [earlier])).toEqual(['a'])
})

test('an untracked spend, without run and lines → it counts as any earlier payment', () => {
  const spend = signed('u', ['deposit:0'], { run: undefined, lines: [] })
  expect(compatible(plan(['deposit:1']), [spend])).toEqual(['u'])
  expect(compatible(plan(['u:1']), [spend])).toEqual([])
})

test('a conflict of the earlier payment that is buried → it is excepted', () => {
  const lost = (conflictDepth: number) =>
    signed('a', ['deposit:0'], { lines: ['Ana'], conflictDepth })
  expect(compatible(plan(['deposit:1']), [lost(buriedDepth - 1)])).toEqual(['a'])
  expect(compatible(plan(['deposit:1']), [lost(buriedDepth)])).toEqual([])
})

test('a buried payment of other lines → it is excepted', () => {
  const buried = (depth: number) => signed('a', ['deposit:0'], { depth })
  expect(compatible(plan(['deposit:1']), [buried(buriedDepth - 1)])).toEqual(['a'])
  expect(compatible(plan(['deposit:1']), [buried(buriedDepth)])).toEqual([])
})

test('a buried payment of a line of the plan → it is not: that line is paid', () => {
  const buried = signed('a', ['deposit:0'], { depth: 2 * buriedDepth, lines: ['Ana'] })
  expect(compatible(plan(['deposit:1']), [buried])).toEqual(['a'])
})

test('a payment that the operator has given up → it is excepted', () => {
  const lost = signed('a', ['deposit:0'], { givenUp: true, lines: ['Ana'] })
  expect(compatible(plan(['deposit:1']), [lost])).toEqual([])
})

test('a payment given up that was confirmed after all → its lines are paid', () => {
  const back = signed('a', ['deposit:0'], { givenUp: true, lines: ['Ana'], depth: 1 })
  expect(compatible(plan(['deposit:1']), [back])).toEqual(['a'])
})

test('a plan of an input and an output of one payment → no chain holds both', () => {
  const earlier = signed('a', ['deposit:0'], { lines: ['Ana'] })
  expect(compatible(plan(['deposit:0', 'a:1']), [earlier])).toEqual([])
})

test('the same bytes signed once more → they stand in no way', () => {
  const before = signed('a', ['deposit:0'], { lines: ['Ana', 'Luis'], run: 'this run' })
  expect(compatible(plan(['deposit:0']), [before])).toEqual([])
})

test('an ancestor whose inputs are not known → its conflict is not believed', () => {
  const earlier = signed('a', ['deposit:0'])
  expect(compatible(plan(['unknown:0']), [earlier])).toEqual(['a'])
})

test('several earlier payments → exactly those that may stand beside it are named', () => {
  const earlier = [
    signed('ancestor', ['deposit:0']),
    signed('stray', ['deposit:7']),
    signed('sibling', ['ancestor:1']),
    signed('other line', ['stray:1']),
  ]
  expect(compatible(plan(['ancestor:1']), earlier)).toEqual(['stray', 'other line'])
})

test('a line of ten thousand payments → the walk ends and needs no deep stack', () => {
  const line = Array.from({ length: 10_000 }, (_, i) => signed(`p${i}`, [`p${i - 1}:1`]))
  expect(compatibleOfLine(line, plan(['p9999:1']))).toHaveLength(0)
  expect(compatibleOfLine(line, plan(['deposit:0']))).toHaveLength(10_000)
})

function compatibleOfLine(line: Signed[], next: PlannedSpend): Signed[] {
  const inputs = new Map(line.map((transaction) => [transaction.txid, transaction.inputs]))
  return findCompatible(next, line, (txid) => inputs.get(txid))
}
