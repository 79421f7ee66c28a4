import { expect, test } from 'vitest'
import type { Network } from './address.ts'
import { explainAddress } from './explain-address.ts'

const right = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const played = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

function faultOf(text: string, network: Network = 'main') {
  const explained = explainAddress(text, network)
  if (explained.ok) throw new Error(`${text} is an address`)
  return explained.fault
}

test.each([
  ['in groups of four', right.replaceAll(/(.{4})/g, '$1 ')],
  [
    'over two lines, with a space that nobody sees',
    `${right.slice(0, 20)}\r\n\u200b${right.slice(20)}`,
  ],
  ['as a link', `bitcoin:${right}`],
  ['as a link with an amount and a label', `bitcoin:${right}?amount=0.01&label=Rosa%20Chicas`],
  ['as a QR code', `BITCOIN:${right.toUpperCase()}?AMOUNT=0.01`],
  ['as a link with an invoice beside it', `bitcoin:${right}?lightning=LNBC10U1P3PJ257PP5YZTKW`],
  ['as a link with slashes', `bitcoin://${right}`],
])('an address %s is read', (_form, text) => {
  expect(explainAddress(text, 'main')).toMatchObject({ ok: true, address: right })
})

test.each([
  'rosa@blink.sv',
  'Rosa.Chicas+1@walletofsatoshi.com',
  'lightning:rosa@blink.sv',
  '₿rosa@phoenixwallet.me',
  ' rosa @ blink.sv ',
])('%s is a Lightning address', (text) => {
  expect(faultOf(text)).toMatchObject({ code: 'LIGHTNING_ADDRESS' })
})

test('a Lightning address is named as it was typed, cut where it is long', () => {
  expect(faultOf('rosa@blink.sv').params).toEqual({ value: 'rosa@blink.sv', prefix: 'bc1' })
  expect(faultOf('rosa@blink.sv', 'regtest').params.prefix).toBe('bcrt1')
  expect(faultOf(`${'a'.repeat(60)}@blink.sv`).params.value).toBe(
    `${'a'.repeat(24)}…aaaaa@blink.sv`,
  )
  expect(faultOf('rosa\u202e"<b>@blink.sv').params.value).toBe('rosab@blink.sv')
})

test.each([
  // BOLT 11, 12 and LUD-01 give these.
  'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp',
  'LNTB20M1PVJLUEZPP5QQQSYQCYQ5RQWZQFQQQSYQCYQ5RQWZQFQQQSYQCYQ5RQWZQFQYPQ',
  'lnbcrt500u1p3pj257pp5yztkwjcz5ftl5laxkav23zmzekaw37zk6kmv80pk4xaev5qhtz7q',
  'lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7msjzfpy7nz5yqcnygrfdej82um5wf5k2uckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg',
  'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS',
  'lightning:lnbc1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq',
  'lnurlp://blink.sv/.well-known/lnurlp/rosa',
  'bitcoin:?lno=lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7msjzfpy7nz5yqcnygrfdej82um5w',
])('an invoice, an offer or a link of Lightning: %s', (text) => {
  expect(faultOf(text)).toMatchObject({ code: 'LIGHTNING_INVOICE' })
})

test.each([
  // BIP 352's first vector.
  'sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqjuexzk6murw56suy3e0rd2cgqvycxttddwsvgxe2usfpxumr70xc9pkqwv',
  'TSP1QQGSTE7K9HX0QFTG6QMWLKQTWUY6CYCYAVZMZJ85C6QDFHJDPDJTDGQJUEXZK6MURW56SUY3E0RD2CGQVYCXTTDDWSVGXE2USFPXUMR70XC',
  'bitcoin:?sp=sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqjuexzk6murw56suy3e0rd2cgqvycxttddwsvgxe2usfpxumr70xc9pkqwv',
])('a silent payment address: %s', (text) => {
  expect(faultOf(text)).toMatchObject({ code: 'SILENT_PAYMENT' })
})

// BIP 32's and BIP 84's vectors.
const xpub =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8'
test.each([
  xpub,
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  'tpubD6NzVbkrYhZ4XgiXtGrdW5XDAPFCL9h7we1vwNCpn8tGbBcgfVYjXyhWo4E1xkh56hjod1RhGjxbaTLV3X4FyWuejifB9jusQ46QzG87VKp',
  'ypub6QqdH2c5z79681jUgdxjGJzGW9zpL4ryPCuhtZE4GpvrJoZqM823XQN6iSQeVbbbp2uCRQ9UgpeMcwiyV6qjvxTWVcxDn2XEAnioMUwsrQ5',
  `[d34db33f/84h/0h/0h]${xpub}/0/*`,
  `wpkh(${xpub})`,
])('an extended key: %s', (text) => {
  expect(faultOf(text)).toMatchObject({ code: 'EXTENDED_KEY', kind: 'EXTENDED_KEY' })
})

test.each([
  [
    'EXTENDED_KEY',
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
  ],
  ['INVALID', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
  ['INVALID', 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'],
])('a private key is told apart: %s', (code, text) => {
  expect(faultOf(text)).toMatchObject({ code, kind: 'PRIVATE_KEY' })
})

test.each([
  ['Ethereum', '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe'],
  ['Ethereum', '0XDE0B295669A9FD93D5F28D9EC85E40F4CB697BAE'],
  ['Ethereum', 'rosa.eth'],
  ['Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['Litecoin', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['Litecoin', 'LVuDpNCSSj6pQ7t9Pv6d6sUkLKoqDEVUnJ'],
  ['Bitcoin Cash', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['Bitcoin Cash', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  [
    'Liquid',
    'lq1qqf8er278e6nyvuwtgf39e6ewvdcnjupn9a86rzpx655y5lhkt0walu3djf9cklkxd3ryld97hu8h3xepw7sh2rlu7q45dcew5',
  ],
  ['Liquid', 'VJLCQwwG8s7qUGhpJkQpkf7wLoK785TcK2cPqka8675FeJB7NEHLto5MUJyhJURGJCbFHA6sb6rgTwbh'],
  ['Dogecoin', 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD'],
  ['Dash', 'XpESxaUmonkq8RaLLp46Brx2K39ggQe226'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  [
    'Cardano',
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
  ],
  [
    'Monero',
    '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
  ],
  ['Stellar', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  ['TON', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'],
  ['Polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  ['Solana', 'So11111111111111111111111111111111111111112'],
])('an address of %s: %s', (currency, text) => {
  expect(faultOf(text)).toMatchObject({ code: 'OTHER_COIN', params: { currency } })
})

test.each<[string, string, Network]>([
  ['TEST_NETWORK', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'main'],
  ['TEST_NETWORK', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'main'],
  ['REGTEST_NETWORK', played, 'main'],
  ['MAIN_NETWORK', right, 'regtest'],
  ['MAIN_NETWORK', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'testnet4'],
  ['REGTEST_NETWORK', played, 'signet'],
  // Texts with wrong or missing characters name their network, too.
  ['MAIN_NETWORK', 'bc1qw508d6qejxtdg', 'regtest'],
  ['MAIN_NETWORK', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'regtest'],
])('another network, %s: %s', (kind, text, network) => {
  expect(faultOf(text, network)).toMatchObject({ code: 'OTHER_NETWORK', kind })
})

test.each<[string, string, Network]>([
  ['a letter changed', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'main'],
  ['a figure changed', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081', 'regtest'],
  ['a letter of no bech32', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3to', 'main'],
  ['both cases', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4', 'main'],
  [
    'a taproot letter changed',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj1',
    'main',
  ],
  ['a legacy letter changed', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'main'],
  ['a letter of no base58', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0', 'main'],
  ['a legacy letter of the play network changed', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm', 'regtest'],
])('a wrong checksum: %s', (_what, text, network) => {
  expect(faultOf(text, network)).toMatchObject({ code: 'CHECKSUM' })
})

test.each<[string, string, string, Network]>([
  ['one too few', 'TOO_SHORT', right.slice(0, -1), 'main'],
  ['one missing inside', 'TOO_SHORT', right.slice(0, 20) + right.slice(21), 'main'],
  ['one too many', 'TOO_LONG', `${right}q`, 'main'],
  ['one too few of the play network', 'TOO_SHORT', played.slice(0, -1), 'regtest'],
  [
    'two too few of taproot',
    'TOO_SHORT',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5j',
    'main',
  ],
  ['the beginning', 'TOO_SHORT', 'bc1', 'main'],
  ['a legacy one with two too few', 'TOO_SHORT', '1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf', 'main'],
  ['a legacy one too many', 'TOO_LONG', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNaa', 'main'],
  ['twice the same', 'TOO_LONG', `${right}${right}`, 'main'],
])('a wrong length: %s', (_what, kind, text, network) => {
  expect(faultOf(text, network)).toMatchObject({
    code: 'LENGTH',
    kind,
    params: { length: String(text.length) },
  })
})

test.each([
  'Rosa',
  'rosa@',
  '@blink.sv',
  '12345678',
  'https://blink.sv/rosa',
  '0000000000000000000000000000000000000000000000000000000000000000',
  // Right checksums of what nobody may be paid at: versions without a meaning, pay-to-anchor.
  'BC1SW50QGDZ25J',
  'bc1pfeessrawgf',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'bitcoin:',
])('nothing that is known: %s', (text) => {
  expect(faultOf(text)).toMatchObject({ code: 'INVALID', kind: 'INVALID' })
})

test.each([
  '1'.repeat(200),
  'z'.repeat(200),
  `${'a'.repeat(100)}@${'b.'.repeat(50)}`,
  `bitcoin:?${'&'.repeat(190)}`,
  `${'('.repeat(100)}${'xpu'.repeat(33)}`,
  'ln'.repeat(100),
  `0x${'f'.repeat(198)}`,
  `bc1${'q'.repeat(197)}`,
  'a.'.repeat(100),
  '1'.repeat(100_000),
])('a long text takes no time: %#', (text) => {
  // The processor's time alone: another program's turn is not ours.
  const began = process.cpuUsage()
  for (let times = 0; times < 100; times++) explainAddress(text, 'main')
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1_000 / 100).toBeLessThan(5)
})

test('an address in too long a text is no address of another currency', () => {
  // Without 0 and l it has the letters and the length of one of Solana.
  const address = 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t'
  expect(explainAddress(address, 'regtest')).toMatchObject({ ok: true })
  const text = `bitcoin:${address}?lightning=LNBC${'q'.repeat(4_000)}`
  expect(faultOf(text, 'regtest')).toMatchObject({ code: 'INVALID' })
})
