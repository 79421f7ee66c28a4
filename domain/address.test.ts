import { bech32m } from '@scure/base'
import { expect, test } from 'vitest'
import { addressOfScript, type Network, outputTypeOf, parseBtcAddress } from './address.ts'

const scriptOf = (text: string, network: Network) => {
  const parsed = parseBtcAddress(text, network)
  return parsed.ok ? Buffer.from(parsed.script).toString('hex') : null
}

test.each<[string, Network, string]>([
  [
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'main',
    '0014751e76e8199196d454941c45d1b3a323f1433bd6',
  ],
  [
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'test',
    '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  ],
  [
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    'signet',
    '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    'testnet4',
    '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'main',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
])('BIP 173 and 350: %s pays its script', (address, network, script) => {
  expect(scriptOf(address, network)).toBe(script)
  const canonical = addressOfScript(Buffer.from(script, 'hex'), network)
  expect(canonical).toBe(address.toLowerCase())
})

test.each([
  ['an unknown prefix', 'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut'],
  ['bech32 for version 1', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  ['bech32 for version 2', 'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf'],
  ['bech32 for version 16', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL'],
  ['bech32m for version 0', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
  [
    'bech32m for version 0 on testnet',
    'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
  ],
  [
    'a character outside the alphabet',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  ],
  ['an invalid witness version', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R'],
  ['a program of 1 byte', 'bc1pw5dgrnzv'],
  [
    'a program of 41 bytes',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
  ],
  ['a version 0 program of a wrong length', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
  ['mixed case', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq'],
  [
    'padding of more than 4 bits',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  ],
  ['padding that is not zero', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j'],
  ['no data', 'bc1gmk9yu'],
])('BIP 350: an address with %s is refused', (_, address) => {
  for (const network of ['main', 'test', 'regtest'] as const) {
    expect(parseBtcAddress(address, network)).toMatchObject({ ok: false })
  }
})

test.each([
  ['a witness version that nothing defines yet', 'BC1SW50QGDZ25J'],
  [
    'a version 1 program of 40 bytes',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
  ],
  ['pay-to-anchor, which anybody can spend', 'bc1pfeessrawgf'],
  ['a legacy address with a wrong checksum', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['another coin', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['nothing', ''],
])('money would be lost or lockable by anybody: %s is refused', (_, address) => {
  expect(parseBtcAddress(address, 'main')).toEqual({ ok: false, otherNetwork: null })
})

test('a taproot key that is not on the curve is refused although its checksum is right', () => {
  const offCurve = new Uint8Array(32).fill(0xff)
  const address = bech32m.encode('bc', [1, ...bech32m.toWords(offCurve)])
  expect(parseBtcAddress(address, 'main')).toEqual({ ok: false, otherNetwork: null })
})

test.each([
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
])('the script of %s has the type of its address', (address) => {
  const parsed = parseBtcAddress(address, 'main')
  if (!parsed.ok) throw new Error('a right address was refused')
  expect(outputTypeOf(parsed.script)).toBe(parsed.type)
  expect(outputTypeOf(parsed.script.subarray(1))).toBeNull()
})

test.each([
  ['main', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['main', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
  ['main', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['main', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['main', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
] as const)(
  'a script that differs in one byte from that of %s %s has another address or none',
  (network, address) => {
    const script = Buffer.from(scriptOf(address, network) ?? '', 'hex')
    expect(addressOfScript(script, network)).toBe(address)
    for (let at = 0; at < script.length; at++) {
      const changed = Buffer.from(script)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(addressOfScript(changed, network)).not.toBe(address)
    }
  },
)

test('legacy addresses pay their script', () => {
  expect(scriptOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'main')).toBe(
    '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac',
  )
  expect(scriptOf('3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'main')).toMatch(/^a914[0-9a-f]{40}87$/)
})

test('spaces and a BIP 21 prefix are taken off before the address is read', () => {
  const pasted = ' bitcoin:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4?amount=0.1 '
  expect(parseBtcAddress(pasted, 'main')).toMatchObject({
    ok: true,
    type: 'P2WPKH',
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  })
})

test('an address of another network says which network it is of', () => {
  const main = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const test = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
  const regtest = addressOfScript(
    Buffer.from('0014751e76e8199196d454941c45d1b3a323f1433bd6', 'hex'),
    'regtest',
  )
  expect(parseBtcAddress(main, 'regtest')).toEqual({ ok: false, otherNetwork: 'main' })
  expect(parseBtcAddress(test, 'regtest')).toEqual({ ok: false, otherNetwork: 'test' })
  expect(parseBtcAddress(regtest ?? '', 'main')).toEqual({ ok: false, otherNetwork: 'regtest' })
  expect(parseBtcAddress(test, 'signet').ok).toBe(true)
})
