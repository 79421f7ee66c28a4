import { BlockList, isIP } from 'node:net'

const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', 96, 'ipv6')
/** Unique local and link-local addresses: they are reachable from the own network alone. */
const local = new BlockList()
local.addSubnet('fc00::', 7, 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')

export const shortestPrefix = { ipv4: 8, ipv6: 16 }

/** `range` as TRUST_PROXY has it: a name like loopback, an address, or an address and a prefix. */
function isWide(range: string): boolean {
  const [address = '', bits] = range.split('/')
  if (bits === undefined) return false
  const prefix = Number(bits)
  if (isIP(address) === 4) return prefix < shortestPrefix.ipv4
  if (mapped.check(address, 'ipv6')) return prefix < 96 + shortestPrefix.ipv4
  return prefix < (local.check(address, 'ipv6') ? 7 : shortestPrefix.ipv6)
}

/**
 * Whether a list of proxies has a range that nobody owns whole. Two halves (`0.0.0.0/1,128.0.0.0/1`)
 * are everybody as well as `0.0.0.0/0`, so single ranges are looked at and not their sum.
 */
export const hasWideRange = (list: string): boolean =>
  list.split(',').some((range) => isWide(range.trim()))
