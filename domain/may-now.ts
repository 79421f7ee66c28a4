import { dayMs } from './durations.ts'
import { approvingRoles, type Role } from './roles.ts'

/** How long each wait lasts. docs/operating/waits.md lists them for people. */
export const waitMs = dayMs

/** A person, as far as a wait depends on them. */
export type PersonFacts = {
  role: Role
  roleSince: Date
  /** The last reset of the factors by somebody else. */
  factorsResetAt: Date | null
  /** The last reset of the password by mail. */
  passwordResetAt: Date | null
  removedAt: Date | null
  /** Whether a passkey of theirs counts by now. */
  hasKey: boolean
}

type OfTeam = { companyCreatedAt: Date; now: Date }

/** The deed that somebody wants to do, with the facts on which its wait depends. */
export type Deed =
  /** Approve what others asked for; under `strongOnly` with a key that counts. */
  | (OfTeam & { kind: 'APPROVE'; strongOnly: boolean })
  /** Release what they asked for themselves. */
  | (OfTeam & { kind: 'OWN_CODE' })
  /** Remove or demote somebody, or reset their factors; who was there before is warned a day ahead. */
  | (OfTeam & { kind: 'WEAKEN'; otherRoleSince: Date })
  /** Release an address that they changed themselves, where nobody else may: held or reported since. */
  | (OfTeam & { kind: 'RELEASE_OWN'; heldSince: Date })
  /** Send money to an address that the company never paid; `byMail`: codes come by mail alone. */
  | { kind: 'PAY_NEW_ADDRESS'; byMail: boolean; now: Date }
  /** Unfreeze a company; `byMail` as above. */
  | (OfTeam & { kind: 'UNFREEZE'; frozenAt: Date; byMail: boolean })
  /** Have a change take effect that has its approvals, or needs none; nobody has to be there. */
  | { kind: 'APPLY_CHANGE'; approvedAt: Date; delayed: boolean; now: Date }

type PersonsDeed = Exclude<Deed, { kind: 'APPLY_CHANGE' }>

/** The reason of a wait: the row of the table in docs/operating/waits.md. */
export type Wait = 'ROLE' | 'FACTORS' | 'HOLD' | 'RESET' | 'CHANGE'

/** FROM: by waiting until `from`, because of `why`. NO and NEEDS_KEY: not by waiting. */
export type MayNow =
  | { code: 'YES' | 'NEEDS_KEY' | 'NO'; from: null; why: null }
  | { code: 'FROM'; from: Date; why: Wait }

/** The end of a wait that began then. */
export const endOfWait = (since: Date): Date => new Date(since.getTime() + waitMs)

const plain = (code: 'YES' | 'NEEDS_KEY' | 'NO'): MayNow => ({ code, from: null, why: null })

/** Whether a time is in the first 24 hours of a company, when nobody is new in it. */
export const isFounding = (companyCreatedAt: Date, at: Date): boolean =>
  at.getTime() < companyCreatedAt.getTime() + waitMs

/** The waits of a deed, each with the time at which it began. */
type Begun = Partial<Record<Wait, Date | null>>

/** A role given after the company's first 24 hours, and factors that somebody else reset, wait. */
const newness = ({ roleSince, factorsResetAt }: PersonFacts, companyCreatedAt: Date): Begun => ({
  ROLE: isFounding(companyCreatedAt, roleSince) ? null : roleSince,
  FACTORS: factorsResetAt,
})

function refusalOf(person: PersonFacts, deed: PersonsDeed): MayNow | null {
  const { role, removedAt, passwordResetAt: resetAt, hasKey } = person
  if (removedAt !== null) return plain('NO')
  switch (deed.kind) {
    case 'APPROVE':
      if (!approvingRoles.includes(role)) return plain('NO')
      return deed.strongOnly && !hasKey ? plain('NEEDS_KEY') : null
    case 'OWN_CODE':
    case 'WEAKEN':
    case 'RELEASE_OWN':
      return role === 'ADMIN' ? null : plain('NO')
    case 'UNFREEZE': {
      // A person whom a thief invited must not undo the freeze.
      const roleAtFreeze = {
        ...deed,
        kind: 'APPROVE',
        strongOnly: false,
        now: deed.frozenAt,
      } as const
      const had = mayNow({ ...person, factorsResetAt: null }, roleAtFreeze).code === 'YES'
      return had && resetAt !== null && resetAt > deed.frozenAt ? null : plain('NO')
    }
    case 'PAY_NEW_ADDRESS':
      return null
  }
}

function begunOf(person: PersonFacts, deed: PersonsDeed): Begun {
  switch (deed.kind) {
    case 'APPROVE':
    case 'OWN_CODE':
      return newness(person, deed.companyCreatedAt)
    case 'WEAKEN':
      // Somebody who came later, or at the same time, is no colleague to be protected from them.
      return deed.otherRoleSince >= person.roleSince ? {} : newness(person, deed.companyCreatedAt)
    case 'RELEASE_OWN':
      return { ...newness(person, deed.companyCreatedAt), HOLD: deed.heldSince }
    case 'PAY_NEW_ADDRESS':
    case 'UNFREEZE':
      return deed.byMail ? { RESET: person.passwordResetAt } : {}
  }
}

/** The wait that ends last. */
function longestOf(begun: Begun, now: Date): MayNow {
  let longest = plain('YES')
  for (const [why, since] of Object.entries(begun) as [Wait, Date | null][]) {
    if (since === null) continue
    const from = endOfWait(since)
    if (from > now && (longest.from === null || from > longest.from)) {
      longest = { code: 'FROM', from, why }
    }
  }
  return longest
}

/**
 * Whether a person may do something now, and otherwise from when on, by the longest of its waits.
 * Without a person only a change takes effect.
 */
export function mayNow(person: PersonFacts | null, deed: Deed): MayNow {
  if (deed.kind === 'APPLY_CHANGE') {
    return longestOf(deed.delayed ? { CHANGE: deed.approvedAt } : {}, deed.now)
  }
  if (person === null) return plain('NO')
  return refusalOf(person, deed) ?? longestOf(begunOf(person, deed), deed.now)
}
