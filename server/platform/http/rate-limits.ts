import { isIPv6 } from 'node:net'
import type { Clock } from '#server/ports.ts'
import { type Db, runPrepared } from '../db/database.ts'
import { Refusal } from './refusal.ts'

export type RateLimitDeps = { db: Db; clock: Clock; config: { sandbox: boolean } }

/** Calls allowed in a window that begins with the first. */
export type Limit = { name: string; count: number; windowMs: number }

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

export const limits = {
  /** Failures alone, of an address on the network. */
  signIn: { name: 'sign-in', count: 20, windowMs: hour },
  /** Failures alone, of an account from browsers that never signed in, wherever they are. */
  signInAccount: { name: 'sign-in-account', count: 300, windowMs: hour },
  /** Failures alone, of a browser that has signed in before. */
  knownDevice: { name: 'known-device', count: 10, windowMs: hour },
  /** Per account: right passwords that ask for a code. */
  signInCodes: { name: 'sign-in-codes', count: 20, windowMs: hour },
  /** Per session: wrong passwords where it is asked for again. */
  sessionPassword: { name: 'session-password', count: 10, windowMs: hour },
  /** Wrong codes alone, of an address on the network. */
  mfa: { name: 'mfa', count: 30, windowMs: hour },
  /** Per network: challenges of a sign-in by passkey. */
  passkeyOptions: { name: 'passkey-options', count: 120, windowMs: hour },
  /** Per e-mail, known or not. */
  reset: { name: 'reset', count: 4, windowMs: hour },
  /** Per network, for any e-mails. */
  resetNetwork: { name: 'reset-network', count: 16, windowMs: hour },
  /** Per network of a customer. */
  signUp: { name: 'sign-up', count: 10, windowMs: hour },
  /** Per network: reading invitations. */
  invitation: { name: 'invitation', count: 60, windowMs: hour },
  /** Per network: reading and accepting invitations to a team. */
  teamInvitation: { name: 'team-invitation', count: 60, windowMs: hour },
  /** Per company: mails with an invitation, which go to people outside. */
  invite: { name: 'invite', count: 40, windowMs: hour },
  /** Per network: reading and pressing freeze links. */
  freeze: { name: 'freeze', count: 60, windowMs: hour },
  /** Per network: reading and pressing the links by which employees report an address. */
  addressReport: { name: 'address-report', count: 60, windowMs: hour },
  /** Per network: calendars of other programs, which ask every hour for each of their people. */
  calendarFeed: { name: 'calendar-feed', count: 240, windowMs: hour },
  /** Per e-mail or number, known or not: links to the page of employees. */
  employeeLink: { name: 'employee-link', count: 4, windowMs: hour },
  /** Per network: an office has one, and asks on its payday. */
  employeeLinkNetwork: { name: 'employee-link-network', count: 60, windowMs: hour },
  /** Per company: links to its people, sent or not. */
  employeeLinkCompany: { name: 'employee-link-company', count: 1_000, windowMs: hour },
  /** Per company: links that it sends to single people. */
  employeeInvite: { name: 'employee-invite', count: 200, windowMs: hour },
  /** Wrong links alone, of a network. */
  employeeSession: { name: 'employee-session', count: 30, windowMs: hour },
  /** Per person. */
  employeePage: { name: 'employee-page', count: 120, windowMs: minute },
  /** Per user: changes of phone and second factor. */
  factor: { name: 'factor', count: 20, windowMs: hour },
  /** Per payroll. */
  runPayment: { name: 'run-payment', count: 6, windowMs: minute },
  /** Per user. */
  writes: { name: 'writes', count: 300, windowMs: minute },
  reads: { name: 'reads', count: 1_200, windowMs: minute },
} satisfies Record<string, Limit>

/** Tests and demonstrations in the sandbox press faster than people do; nothing is worth stealing. */
const sandboxFactor = 1_000
export const countAllowed = (
  { sandbox }: Pick<RateLimitDeps['config'], 'sandbox'>,
  count: number,
) => (sandbox ? count * sandboxFactor : count)

/** The refusal that says how long there is to wait. */
export function tooMany(now: Date, until: Date): Refusal {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / second)
  return new Refusal('RATE_LIMITED', { retryAfterSeconds: Math.max(1, seconds) })
}

const counting = {
  name: 'count-request',
  text: `
    INSERT INTO rate_limits (key, count, since, until) VALUES ($1, $2, $3, $4)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN rate_limits.until <= $3 THEN 0 ELSE rate_limits.count END + excluded.count,
      since = CASE WHEN rate_limits.until <= $3 THEN excluded.since ELSE rate_limits.since END,
      until = CASE WHEN rate_limits.until <= $3 THEN excluded.until ELSE rate_limits.until END
    RETURNING count, until`,
}

/** Adds to what is counted of `subject` in the window that is open, or in a new one. */
export async function count(
  { db, clock }: Pick<RateLimitDeps, 'db' | 'clock'>,
  { name, windowMs }: Limit,
  subject: string,
  more: number,
): Promise<{ count: number; until: Date }> {
  const now = clock.now()
  const until = new Date(now.getTime() + windowMs)
  const [row] = await runPrepared<{ count: number; until: Date }>(db, counting, [
    `${name} ${subject}`,
    more,
    now,
    until,
  ])
  if (!row) throw new Error('what was counted is returned')
  return row
}

/** Counts one for `subject`, or throws 429. */
export async function take(deps: RateLimitDeps, limit: Limit, subject: string): Promise<void> {
  const row = await count(deps, limit, subject, 1)
  if (row.count > countAllowed(deps.config, limit.count)) throw tooMany(deps.clock.now(), row.until)
}

/** Deletes the counts whose window is over. */
export async function sweepRateLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('until', '<=', now).execute()
}

/** The network of an IP address: the first 64 bits of IPv6, which one connection gets. */
export const networkOf = (ip: string): string => firstBits(ip, 64)

/**
 * The network of a customer: the first 56 bits of IPv6, the least that a provider should give
 * (RIPE 690). One person has 256 networks in them.
 */
export const customerNetworkOf = (ip: string): string => firstBits(ip, 56)

const groupBits = 16

/** The first bits of an IPv6 address, as groups; an IPv4 address whole. */
function firstBits(ip: string, bits: number): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [address = ''] = ip.split('%')
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  // A tail in dotted form stands for two groups.
  const width = left.length + right.length + (address.includes('.') ? 1 : 0)
  const groups = tail === undefined ? left : [...left, ...Array(8 - width).fill('0'), ...right]
  return groups
    .slice(0, Math.ceil(bits / groupBits))
    .map((group, n) => {
      const dropped = Math.max(0, (n + 1) * groupBits - bits)
      return ((Number.parseInt(group, 16) >> dropped) << dropped).toString(16)
    })
    .join(':')
}
