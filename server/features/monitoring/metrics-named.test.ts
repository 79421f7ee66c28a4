import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from '#server/platform/observe/metrics.ts'
import { aPrice } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { readGauges } from './gauges.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const ours = (text: string) => new Set(text.match(/\bquincena_\w+/g))

const t = await appForFile()
await aPrice(t)
await t.worker
  .insertInto('node_status')
  .values({
    height: 101,
    headers: 101,
    fee_rate_sats_per_kvb: 1_000n,
    fee_rate_next_block_sats_per_kvb: 2_000n,
    trouble: null,
    at: new Date(),
  })
  .execute()
const text = await createMetrics({ watching: t.db }, () => readGauges(t.db, t.log)).text()
const exported = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? ''))

test('every figure of the program is in the table of its documentation, and no other', () => {
  const rows = read('docs/operating/watching.md').match(/^\| `quincena_\w+/gm) ?? []
  const named = rows.map((row) => row.slice('| `'.length)).toSorted()
  const own = [...exported].filter((name) => name.startsWith('quincena_'))
  expect(named).toEqual(own.toSorted())
})

const expressions = (text: string) => [...text.matchAll(/"?expr"?: (.*)/g)].map(([, e]) => e ?? '')
const names = /\b(?:quincena|process|nodejs)_\w+/g
/** The name of a histogram without the suffix of its series. */
const whole = (name: string) => name.replace(/_(bucket|sum|count)$/, '')

test.each(['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yaml'])(
  '%s asks for figures that the program has',
  (file) => {
    const used = expressions(read(file)).flatMap((expression) => expression.match(names) ?? [])
    expect(used.length).toBeGreaterThan(10)
    const unknown = used.filter((name) => !exported.has(name) && !exported.has(whole(name)))
    expect(unknown).toEqual([])
  },
)

test('the dashboard shows every figure of the program', () => {
  const shown = new Set([...ours(read('deploy/grafana-dashboard.json'))].map(whole))
  const own = [...exported].filter((name) => name.startsWith('quincena_'))
  expect(own.filter((name) => !shown.has(name))).toEqual([])
})

const namesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name).toSorted()

test('every alarm stands in the table of its documentation, and nothing else', () => {
  const [, section = ''] = read('docs/operating/watching.md').split('## Alarms')
  const rows = [...section.matchAll(/^\| (`Quincena.*?) \|/gm)].map(([, cell]) => cell).join()
  expect(namesOf(rows, /`(\w+)`/g)).toEqual(
    namesOf(read('deploy/prometheus-alerts.yaml'), /^ *- alert: (\w+)$/gm),
  )
})

test('what a worker of the sandbox alone leads is missed by nobody else', () => {
  for (const file of ['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yaml']) {
    const ofDuties = expressions(read(file)).filter((expression) => expression.includes('duty_led'))
    expect(ofDuties).toEqual([expect.stringMatching(/duty!=\\?"sandbox/)])
  }
})
