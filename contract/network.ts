import { z } from 'zod/mini'
import { instant } from './http.ts'

/** GET /network: since when the node is silent; null while it is not. */
export const networkState = z.object({ quietSince: z.nullable(instant) })
