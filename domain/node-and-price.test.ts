import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from './durations.ts'
import { findUnusable, type NodeFacts, type PriceFacts } from './node-and-price.ts'

const now = new Date('2026-11-28T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const node = { trouble: null, height: 900, headers: 900, at: now }
const well: NodeFacts & PriceFacts = {
  network: 'main',
  node,
  tipAt: ago(20 * minuteMs),
  price: { at: now },
}

describe('price and node are usable', () => {
  test.each<[string, Partial<typeof well>]>([
    ['a price of a minute ago', { price: { at: ago(minuteMs) } }],
    ['a node that was reached 30 s ago', { node: { ...node, at: ago(30 * secondMs) } }],
    ['a node that fetches the newest block', { node: { ...node, headers: 901 } }],
    ['a tip of 90 minutes ago on main', { tipAt: ago(90 * minuteMs) }],
    ['a tip of last week on regtest', { network: 'regtest', tipAt: ago(7 * 24 * 60 * minuteMs) }],
    ['no block yet', { tipAt: null }],
  ])('%s', (_name, change) => {
    expect(findUnusable({ ...well, ...change }, now)).toEqual([])
  })
})

describe('price or node is not usable', () => {
  test.each<[string, Partial<typeof well>, string[]]>([
    ['no price', { price: null }, ['PRICE_UNAVAILABLE']],
    ['an older price', { price: { at: ago(minuteMs + 1) } }, ['PRICE_UNAVAILABLE']],
    ['a node that was never reached', { node: null }, ['NODE_UNAVAILABLE']],
    ['a quiet node', { node: { ...node, at: ago(30 * secondMs + 1) } }, ['NODE_UNAVAILABLE']],
    ['a node in trouble', { node: { ...node, trouble: 'no_peers' } }, ['NODE_UNAVAILABLE']],
    ['a node two blocks behind', { node: { ...node, headers: 902 } }, ['NODE_UNAVAILABLE']],
    ['an older tip on main', { tipAt: ago(90 * minuteMs + 1) }, ['NODE_UNAVAILABLE']],
    ['neither of them', { price: null, node: null }, ['PRICE_UNAVAILABLE', 'NODE_UNAVAILABLE']],
  ])('%s', (_name, change, codes) => {
    expect(findUnusable({ ...well, ...change }, now)).toEqual(codes)
  })
})
