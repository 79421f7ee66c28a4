import { Gauge, Registry } from 'prom-client'
import { usdNumber } from '#domain/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import {
  countWaitingImports,
  type Figures,
  leadership,
  messageFigures,
  readFigures,
  readOpenPayments,
  readWaitingPayments,
} from './database-metrics.ts'

/** Figures of this moment, in a registry of their own. An unknown figure is absent instead of 0. */
export async function readGauges(db: Db, log: Log): Promise<string> {
  const registry = new Registry()
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `quincena_${name}`, help, labelNames, registers: [registry] })
  const up = gauge('database_up', 'Whether the database answers; without it nothing below is known')
  try {
    const [figures, payments, messages, waiting, imports, duties] = await Promise.all([
      readFigures(db),
      readOpenPayments(db),
      messageFigures(db),
      readWaitingPayments(db),
      countWaitingImports(db),
      leadership(db),
    ])
    up.set(1)
    setMessages(gauge, messages)
    setFigures(gauge, figures)
    const open = gauge('open_payments', 'Runs that are not over, by their state', ['state'])
    for (const state of payments) open.inc({ state })
    setWaiting(gauge, waiting)
    gauge('imports_waiting', 'Long lists that have come in whole and are not saved yet').set(
      imports,
    )
    const led = gauge('duty_led', '1 where some process leads this duty', ['duty'])
    for (const { duty, led: isLed } of duties) led.set({ duty }, isLed ? 1 : 0)
  } catch (err) {
    log.warn({ err }, 'no figures from the database')
    up.set(0)
  }
  return registry.metrics()
}

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge

function setMessages(gauge: MakeGauge, messages: Awaited<ReturnType<typeof messageFigures>>): void {
  const queued = gauge('messages_queued', 'Messages that wait to be delivered', ['via'])
  const failed = gauge('messages_failed_last_day', 'Messages given up within 24 hours', ['via'])
  for (const row of messages) {
    queued.set({ via: row.via }, row.queued)
    failed.set({ via: row.via }, row.failed)
  }
  gauge('messages_oldest_seconds', 'Age of the oldest that waits, 0 if none does').set(
    Math.max(0, ...messages.map((row) => row.oldest)),
  )
}

function setWaiting(
  gauge: MakeGauge,
  { oldest, waiting }: Awaited<ReturnType<typeof readWaitingPayments>>,
): void {
  gauge('open_payments_oldest_seconds', 'Age of the oldest run that is not over, 0 if none is').set(
    oldest,
  )
  const unsigned = gauge('transactions_waiting', 'Not signed yet, by what they wait for', ['for'])
  for (const { reason, transactions } of waiting) unsigned.set({ for: reason }, transactions)
}

function setFigures(gauge: MakeGauge, figures: Figures): void {
  gauge('standing_breaches', 'Broken invariants of the money; above 0 nothing is paid').set(
    figures.breaches,
  )
  const { height, headers, node_age, price, price_age } = figures
  if (height !== null && headers !== null && node_age !== null) {
    gauge('node_height', 'Height of the block that the program has followed to').set(height)
    gauge('node_headers', 'Height of the headers that the node knows').set(headers)
    gauge('node_age_seconds', 'Time since the node was last heard').set(node_age)
    gauge('node_trouble', '1 while the node answers and nothing may be paid').set(
      figures.trouble === null ? 0 : 1,
    )
  }
  if (price !== null && price_age !== null) {
    gauge('price_usd', 'The newest stored price of one bitcoin').set(usdNumber(price))
    gauge('price_age_seconds', 'Its age; above 60 nothing is planned').set(price_age)
  }
}
