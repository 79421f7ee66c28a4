import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/postgres.ts'
import { connect } from './database.ts'
import { Listener, notify } from './notify.ts'

const patience = { timeout: 120_000 }

/** A connection to PostgreSQL that the test can break. */
async function breakableWay(url: string) {
  const target = new URL(url)
  const way = new URL(url)
  const open = new Set<net.Socket>()
  let breaksAtListen = 0
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    far.on('data', (part) => near.write(part))
    near.on('data', (part) => {
      if (breaksAtListen > 0 && part.includes('LISTEN')) {
        breaksAtListen--
        near.destroy()
      } else far.write(part)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  way.port = String((server.address() as net.AddressInfo).port)
  way.hostname = '127.0.0.1'
  return {
    url: way.href,
    /** Now, and at the next LISTEN once more. */
    breakTwice() {
      breaksAtListen = 1
      for (const socket of open) socket.destroy()
    },
    hasBrokenTwice: () => breaksAtListen === 0,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

test('a listener that loses its connection twice comes back with one, leaves none', async () => {
  const database = await testDatabase()
  const db = connect(database.appUrl, { onError: () => undefined })
  const way = await breakableWay(`${database.appUrl}?application_name=listener`)
  const listener = new Listener(way.url, pino({ level: 'silent' }))
  const connections = async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'listener'`.execute(db)
    return rows.length
  }
  await listener.open()
  way.breakTwice()
  await expect.poll(way.hasBrokenTwice, patience).toBe(true)
  await expect.poll(connections, patience).toBe(1)
  // A connection left behind would still be there, and one too many would come by now.
  await sleep(2_000)
  expect(await connections()).toBe(1)
  const heard = listener.next('plans', 20_000)
  const startedMs = Date.now()
  await notify(db, 'plans')
  await heard
  expect(Date.now() - startedMs).toBeLessThan(19_000)
  await listener.close()
  await expect.poll(connections, patience).toBe(0)
  await db.destroy()
  await way.close()
  await database.drop()
})

test('a waiter for one payment is woken by it or by an unnamed one, and no other', async () => {
  const database = await testDatabase()
  const db = connect(database.appUrl, { onError: () => undefined })
  const listener = new Listener(database.appUrl, pino({ level: 'silent' }))
  await listener.open()
  const woken: string[] = []
  const waits = (name: string, about?: string) =>
    listener.next('transactions', 60_000, undefined, about).then(() => woken.push(name))
  const one = waits('one', 'one')
  const other = waits('other', 'other')
  await notify(db, 'transactions', 'other')
  await other
  expect(woken).toEqual(['other'])
  await notify(db, 'transactions')
  await one
  expect(woken).toEqual(['other', 'one'])
  const anything = waits('anything')
  await notify(db, 'transactions', 'other')
  await anything
  await listener.close()
  await db.destroy()
  await database.drop()
})
