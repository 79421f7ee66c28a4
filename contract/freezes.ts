import { z } from 'zod/mini'
import { instant } from './http.ts'

/** The page of a freeze link, whose token it has in the fragment. */
export const freezePath = '/congelar'

export const freezeParams = z.object({ token: z.string() })

/** GET and POST /freezes/{token}: whose link it is, and since when the company is frozen. */
export const freezeState = z.object({ companyName: z.string(), frozenAt: z.nullable(instant) })
export type FreezeState = z.infer<typeof freezeState>
