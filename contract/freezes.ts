import { z } from 'zod/mini'
import { absentIfBlank, optional, preprocess, webauthnJson } from './fields.ts'
import { instant } from './http.ts'
import { sixDigits } from './six-digits.ts'

export const freezeParams = z.object({ token: z.string() })

/** GET and POST /freezes/{token}: whose link it is, and since when the company is frozen. */
export const freezeState = z.object({ companyName: z.string(), frozenAt: z.nullable(instant) })
export type FreezeState = z.infer<typeof freezeState>

/** POST /companies/unfreeze: the code of the action `UNFREEZE`. */
export const unfreezeBody = preprocess(
  (value) => absentIfBlank(value) ?? {},
  z.object({ code: optional(sixDigits), assertion: optional(webauthnJson) }),
)
