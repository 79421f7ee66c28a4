import { outputTypeOf } from '#domain/address.ts'
import { dustSats } from '#domain/fees.ts'
import { satsFromCents } from '#domain/money.ts'
import { splitSalary } from '#domain/split-salary.ts'
import type { OrderedDollars } from '#server/authorization/ordered-plan.ts'

/** Why a person gets less in bitcoin than the percentage says. */
export type SplitReason = 'DUST' | 'NO_CONSENT'

/** A salary as it is now, which a payment line is a snapshot of, or as an unpaid line keeps it. */
export type Payee = {
  employeeId: string
  firstName: string
  lastName: string
  /** The whole salary, and the part of it that is paid in bitcoin. */
  usdCents: bigint
  bitcoinUsdCents: bigint
  /** The amount that the base, or the formula of a special pay, comes to, where another is paid. */
  baseUsdCents?: bigint
  /** The dollar part of an unpaid line, where the company has already paid it. */
  paidDollarsUsdCents?: bigint
  bitcoinPercent: number
  splitReason: SplitReason | null
  address: string
  script: Buffer
  /** Where the dollars go; empty where none is known. */
  bank: string
  bankAccount: string
  payFrequency: string | null
}

/** The people who are paid at least partly in bitcoin. */
export const inBitcoin = <P extends Pick<Payee, 'bitcoinUsdCents'>>(people: readonly P[]): P[] =>
  people.filter(({ bitcoinUsdCents }) => bitcoinUsdCents > 0n)

/** The people who are paid at least partly in dollars. */
export const withDollars = (people: readonly Payee[]): Payee[] =>
  people.filter((one) => dollarsOf(one) > 0n)

/** The parts that the company pays by its bank, as an order has them: also what it has paid before. */
export const toOrderedDollars = (people: readonly Payee[]): OrderedDollars[] =>
  people.flatMap(({ employeeId, bank, bankAccount, usdCents, bitcoinUsdCents }) =>
    usdCents > bitcoinUsdCents
      ? [{ employeeId, bank, bankAccount, usdCents: usdCents - bitcoinUsdCents }]
      : [],
  )

export const sumOfBitcoin = (people: readonly Payee[]): bigint =>
  people.reduce((total, { bitcoinUsdCents }) => total + bitcoinUsdCents, 0n)

/** The dollars that are still to be paid. */
export const dollarsOf = ({ usdCents, bitcoinUsdCents, paidDollarsUsdCents = 0n }: Payee): bigint =>
  usdCents - bitcoinUsdCents - paidDollarsUsdCents

export const sumOfDollars = (people: readonly Payee[]): bigint =>
  people.reduce((total, one) => total + dollarsOf(one), 0n)

type Unsplit = Pick<Payee, 'usdCents' | 'bitcoinPercent' | 'script'> & { consented: boolean }

/**
 * Splits a salary at a rate. A bitcoin part below dust cannot be paid and becomes dollars. A salary
 * wholly in bitcoin that is below dust is not changed, and refuses the run.
 */
export function splitOf(
  { usdCents, bitcoinPercent, script, consented }: Unsplit,
  rateUsdCentsPerBtc: bigint | undefined,
): Pick<Payee, 'bitcoinUsdCents' | 'splitReason'> {
  if (!consented && bitcoinPercent > 0) return { bitcoinUsdCents: 0n, splitReason: 'NO_CONSENT' }
  const { bitcoinUsdCents } = splitSalary(usdCents, bitcoinPercent)
  if (bitcoinPercent === 100 || bitcoinUsdCents === 0n || rateUsdCentsPerBtc === undefined) {
    return { bitcoinUsdCents, splitReason: null }
  }
  const type = outputTypeOf(script)
  const isDust = type && satsFromCents(bitcoinUsdCents, rateUsdCentsPerBtc) < dustSats[type]
  return isDust
    ? { bitcoinUsdCents: 0n, splitReason: 'DUST' }
    : { bitcoinUsdCents, splitReason: null }
}
