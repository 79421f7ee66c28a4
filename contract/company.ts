import { z } from 'zod/mini'
import {
  absentIfBlank,
  missingOrInvalid,
  nameOfThree,
  optional,
  preprocess,
  say,
} from './fields.ts'
import { instant, isUsdAmount, usd } from './http.ts'
import { stepUpFields } from './users.ts'

/** GET /companies/company-sector. */
export const sectorList = z.object({ companySectors: z.array(z.string()) })

/** GET /config: what the web app must know before anybody signs in. */
export const publicConfig = z.object({
  network: z.enum(['main', 'test', 'testnet4', 'signet', 'regtest']),
  /** Has `{txid}` in it. */
  explorerTxUrl: z.string(),
  sandbox: z.boolean(),
})
export type PublicConfig = z.infer<typeof publicConfig>

/** GET /companies/company. `companyName` repeats `name`: both names are in use. */
export const company = z.object({
  _id: z.string(),
  name: z.string(),
  companyName: z.string(),
  companySector: z.string(),
  createdAt: instant,
  /** Which payments wait for a code: those above a sum, and those to an address that changed. */
  approval: z.object({ overUsd: z.nullable(usd), changedAddresses: z.boolean() }),
  /** Nothing of a frozen company is paid until it is unfrozen; null: it is not. */
  frozenAt: z.nullable(instant),
})
export type Company = z.infer<typeof company>

/** Dollars above which a payment is approved; null: none is for its sum. */
const overUsd = preprocess(
  (value) => absentIfBlank(value) ?? null,
  z.nullable(
    z
      .number({ error: say('invalid') })
      .check(
        z.minimum(0, say('invalid')),
        z.maximum(1e12, say('invalid')),
        z.refine(isUsdAmount, say('salaryDecimals')),
      ),
  ),
)

/**
 * PUT /companies: `name` or `approval`, or both. Password and code (`APPROVAL`) are needed where fewer
 * payments would ask for an approval than before.
 */
export const companyEdit = z
  .object({
    name: optional(nameOfThree),
    approval: optional(
      z.object({ overUsd, changedAddresses: z.boolean({ error: missingOrInvalid }) }),
    ),
    ...stepUpFields,
  })
  .check(
    z.refine((edit) => edit.name !== undefined || edit.approval !== undefined, {
      path: ['name'],
      error: say('required'),
    }),
  )
export type CompanyEdit = z.infer<typeof companyEdit>
