import { z } from 'zod/mini'
import { languages } from '#contract/languages.ts'

const digits = z.string().check(z.regex(/^\d+$/))
const instant = z.iso.datetime()

/** The quote of each source of a rate; empty where the sources have no names. */
export const rateQuotes = z.array(z.object({ name: z.string(), usdCentsPerBtc: digits }))

/**
 * Everything on a receipt, as it was when its number was taken. The same facts make the same bytes,
 * and no later edit of company, employee or payment changes a receipt. Whole numbers are texts.
 * Only the bank's reference is added later.
 */
export const receiptFacts = z.object({
  language: z.enum(languages),
  company: z.string(),
  /** The host of the installation. */
  site: z.string(),
  name: z.string(),
  identification: z.string(),
  /** The run's note. */
  note: z.string(),
  /** The payday that the run pays, by its calendar's clock; null where the payroll has no dates. */
  payday: z.nullable(z.iso.date()),
  /** The time at which the run was ordered. */
  paidAt: instant,
  usdCents: digits,
  bitcoin: z.nullable(
    z.object({
      percent: z.int(),
      usdCents: digits,
      sats: digits,
      rateUsdCentsPerBtc: digits,
      rateSources: z.int(),
      rateQuotes: z.optional(rateQuotes),
      rateAt: instant,
      address: z.string(),
      txid: z.string(),
      vout: z.int(),
      confirmedAt: instant,
      height: z.int(),
    }),
  ),
  dollars: z.nullable(
    z.object({
      usdCents: digits,
      bank: z.string(),
      /** The last four digits of the account. */
      accountEnd: z.string(),
    }),
  ),
  /** The consent under which the run paid in bitcoin; null where none was required. */
  consent: z.nullable(z.object({ at: instant, textVersion: z.int() })),
})
export type ReceiptFacts = z.infer<typeof receiptFacts>

/** A receipt in the form of its page. */
export type Receipt = {
  id: string
  year: number
  number: number
  issuedAt: Date
  isVoid: boolean
  facts: ReceiptFacts
  /**
   * The bank's transfer of the dollar part. It comes after the number was taken, so it is not among
   * the facts and can change.
   */
  transfer: { at: Date; reference: string } | null
}
