import { z } from 'zod/mini'
import {
  type ChangePayload,
  type ListedKey,
  listedKey,
  listedMember,
} from '#contract/change-orders.ts'
import {
  type ApprovalTier,
  approvalsFrom,
  highestApprovals,
  isLoosened,
} from '#domain/approval-requirement.ts'
import { changeLivesMs } from '#domain/change-times.ts'
import { approvingRoles, type Role } from '#domain/roles.ts'

/**
 * The people who may move a company's money under `strongOnly`, as the signer knows it by itself. Until a company
 * switches that on, the signer has none of it and believes MACs.
 */
export const authority = z.object({
  strongOnly: z.boolean(),
  tiers: z.array(
    z.object({ fromUsdCents: z.string().check(z.regex(/^\d+$/)), approvals: z.int() }),
  ),
  members: z.array(listedMember),
  keys: z.array(z.extend(listedKey, { countsFrom: z.iso.datetime() })),
  /** The keys that the switch listed: each counts from when its owner signs the list, until then. */
  listed: z.nullable(
    z.object({ changeId: z.string(), until: z.iso.datetime(), keys: z.array(listedKey) }),
  ),
  /** Approved changes, until their 24 hours have passed. */
  waiting: z.array(z.object({ changeId: z.string(), effectiveAt: z.iso.datetime() })),
  /** Changes that have taken effect or were ended: none does twice. */
  handled: z.array(z.string()),
})
export type Authority = z.infer<typeof authority>

const later = (at: Date, ms: number): string => new Date(at.getTime() + ms).toISOString()

const tiersOf = ({ tiers }: Pick<Authority, 'tiers'>): ApprovalTier[] =>
  tiers.map(({ fromUsdCents, approvals }) => ({ fromUsdCents: BigInt(fromUsdCents), approvals }))

/** A list of keys is to be signed: until enough have signed it, the signer goes on believing MACs. */
export function begin(
  before: Authority | null,
  changeId: string,
  { tiers, members = [], keys = [] }: ChangePayload<'RULES'>,
  now: Date,
): Authority {
  return {
    strongOnly: false,
    tiers,
    members,
    keys: [],
    listed: { changeId, until: later(now, changeLivesMs), keys },
    waiting: [],
    handled: [...(before?.handled ?? []), changeId],
  }
}

/** A listed key whose owner has signed the list counts from now on. */
export function withSigned(before: Authority, credentialId: string, now: Date): Authority {
  const { listed } = before
  const key = listed?.keys.find((one) => one.credentialId === credentialId)
  if (!listed || !key || now.toISOString() > listed.until) return before
  const keys = listed.keys.filter((one) => one !== key)
  return {
    ...before,
    keys: [...before.keys, { ...key, countsFrom: now.toISOString() }],
    listed: { ...listed, keys },
  }
}

/**
 * Keys alone move money from when everybody whose key is listed has signed the list; once its 72 hours
 * are over, from when most of them have, and as many as the rules ask for. Else the list is void, so that
 * nobody is locked out by keys that never signed.
 */
export function beginWhenSigned(before: Authority, now: Date): Authority {
  const { strongOnly, listed, keys, tiers } = before
  if (strongOnly || !listed) return before
  const signed = new Set(keys.map(({ userId }) => userId))
  const missing = new Set(
    listed.keys.map(({ userId }) => userId).filter((userId) => !signed.has(userId)),
  )
  const begun = { ...before, strongOnly: true }
  if (signed.size > 0 && missing.size === 0) return begun
  if (now.toISOString() <= listed.until) return before
  // Others approve what one of the people with keys asks for.
  const isMost = signed.size > missing.size && signed.size > highestApprovals(tiers)
  return isMost ? begun : { ...before, keys: [], listed: null }
}

export const withRules = (
  before: Authority,
  { tiers, strongOnly }: ChangePayload<'RULES'>,
): Authority => ({
  ...before,
  tiers,
  strongOnly,
  ...(!strongOnly && { keys: [], listed: null }),
})

/** No rules and no keys any more, at the word of the person who has the seed. */
export const withoutRules = (before: Authority | null, handled: readonly string[]): Authority => ({
  strongOnly: false,
  tiers: [],
  members: [],
  keys: [],
  listed: null,
  waiting: [],
  handled: [...(before?.handled ?? []), ...handled],
})

/** Somebody's role; who does not approve any more, or left, is no member. */
export function withRole(
  before: Authority,
  { userId, role }: Pick<ChangePayload<'ROLE'>, 'userId' | 'role'>,
  now: Date,
): Authority {
  const others = before.members.filter((one) => one.userId !== userId)
  if (role === null || !approvingRoles.includes(role)) {
    const isAnothers = (one: { userId: string }) => one.userId !== userId
    const { listed } = before
    return {
      ...before,
      members: others,
      keys: role === null ? before.keys.filter(isAnothers) : before.keys,
      listed: listed && { ...listed, keys: listed.keys.filter(isAnothers) },
    }
  }
  const known = before.members.find((one) => one.userId === userId)
  const countsFrom = known?.countsFrom ?? now.toISOString()
  return { ...before, members: [...others, { userId, role, countsFrom }] }
}

/** A key that counts from now on, or none any more. Its owner joins in that role, or keeps a newer one. */
export function withFactor(
  before: Authority,
  { userId, role, credentialId, publicKey }: Omit<ChangePayload<'FACTOR'>, 'name'>,
  now: Date,
): Authority {
  const isAnother = (one: { credentialId: string }) => one.credentialId !== credentialId
  const keys = before.keys.filter(isAnother)
  if (publicKey === null) {
    const { listed } = before
    return { ...before, keys, listed: listed && { ...listed, keys: listed.keys.filter(isAnother) } }
  }
  const known = before.members.find((one) => one.userId === userId)
  const joined = withRole(before, { userId, role: known?.role ?? role }, now)
  const key = { userId, credentialId, publicKey, countsFrom: now.toISOString() }
  return { ...joined, keys: [...keys, key] }
}

/** A key that counts now, with its owner's role. */
export type CountingKey = ListedKey & { role: Role }

export function findCountingKeys({ members, keys }: Authority, now: Date): CountingKey[] {
  const at = now.toISOString()
  const roleOf = new Map(
    members.filter(({ countsFrom }) => countsFrom <= at).map((one) => [one.userId, one.role]),
  )
  return keys.flatMap(({ countsFrom, ...key }) => {
    const role = roleOf.get(key.userId)
    return role && countsFrom <= at && approvingRoles.includes(role) ? [{ ...key, role }] : []
  })
}

/**
 * Approvals that an order needs, by the sum of 24 hours that it is part of. 0 by the tiers: one person's
 * own key releases it, for nothing moves without a key.
 */
export const countNeededForOrder = (one: Authority, usdCents: bigint): number =>
  approvalsFrom(tiersOf(one), usdCents)

/** A change is approved like a payment of the highest tier. */
export const countNeededForChange = (one: Authority): number => highestApprovals(tiersOf(one))

/** A key is approved by somebody else in any case. */
export const countNeededForKey = (one: Authority): number => Math.max(1, countNeededForChange(one))

/** Whether rules ask for at least as much as those before, for any sum: they take effect at once. */
export const isTightening = (before: Authority, after: ChangePayload<'RULES'>): boolean =>
  !isLoosened(
    { ...before, tiers: tiersOf(before) },
    { strongOnly: after.strongOnly, tiers: tiersOf(after) },
  )
