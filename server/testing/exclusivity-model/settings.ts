/**
 * The rules of decision 5. Histories without one of them show why it is needed.
 *
 * - R1: the first batch of a run spends every head.
 * - R2: without a head it spends every deposit.
 * - R3: a run spends only what is in a block, and starts while no spend is in the mempool.
 * - R4: each earlier payment is excluded, or may stand beside (`domain/exclusivity.ts`).
 * - R5: a run waits for what a reorganisation took out of the chain.
 * - R6: a cancellation spends a head.
 * - R7: untracked spends count as earlier payments.
 * - R8: change belongs to the payroll whose UTXOs it spends.
 */
export const ruleNames = ['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8'] as const
export type Rule = (typeof ruleNames)[number]

/** The misfortunes that a history may meet. */
export interface Profile {
  /** How many blocks a reorganisation takes out at most. */
  maxDepth: number
  /** Deposits vanish in a reorganisation, and are double-spent. */
  depositsVanish: boolean
  /** Databases are lost, and older snapshots restored. */
  restores: boolean
  /** The probability of a second live database. */
  secondDatabase: number
  /** A thief has the seed. */
  theft: boolean
}

const plain: Profile = {
  maxDepth: 6,
  depositsVanish: false,
  restores: false,
  secondDatabase: 0,
  theft: false,
}
const unlucky: Profile = { ...plain, maxDepth: 120, depositsVanish: true, restores: true }

export const profileNames = [
  'base',
  'deep',
  'vanish',
  'restore',
  'two',
  'alone',
  'all',
  'theft',
] as const
export type ProfileName = (typeof profileNames)[number]

export const profiles: Record<ProfileName, Profile> = {
  base: plain,
  deep: { ...plain, maxDepth: 120 },
  vanish: { ...plain, depositsVanish: true },
  restore: { ...plain, restores: true },
  two: { ...plain, secondDatabase: 1 },
  alone: unlucky,
  all: { ...unlucky, secondDatabase: 0.25 },
  theft: { ...unlucky, secondDatabase: 0.25, theft: true },
}

/**
 * Rules that were tried beside those of the decision.
 *
 * - `head-stays`: a withdrawal of everything leaves a head of 1,000 sat.
 * - `W0`: it leaves none once every payment is buried, and payments do not wait for withdrawals.
 * - `W6`: as W0 where the records are complete, but it never leaves a head.
 * - `oldest-deposits`: R2 takes the oldest deposits up to the limit, not all.
 * - `consolidation-makes-heads`: the change of a consolidation is a head.
 * - `never-asks`: a press pays without a question although nobody knows whom an untracked spend paid.
 */
export const variantNames = [
  'head-stays',
  'W0',
  'W6',
  'oldest-deposits',
  'consolidation-makes-heads',
  'never-asks',
] as const
export type Variant = (typeof variantNames)[number]

export interface ModelSettings {
  profile: Profile
  without?: readonly Rule[]
  variant?: Variant | undefined
  /** false: the signing record is lost with the database. */
  hasRecord?: boolean
}
