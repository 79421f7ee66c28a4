import { z } from 'zod/mini'
import { factorKinds, roles } from '#domain/roles.ts'
import { instant } from './http.ts'

/** The channel by which codes are sent. */
export const channel = z.enum(['EMAIL', 'SMS'])
export type Channel = z.infer<typeof channel>

export const user = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** The strongest first. */
  factors: z.array(z.enum(factorKinds)),
  phone: z.nullable(z.string()),
  /** Shown to be the user's by a code, or a link, that came there. */
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  createdAt: instant,
  preferences: z.object({
    twoFactorAuthentication: z.object({ enabled: z.boolean(), via: channel }),
  }),
})
export type User = z.infer<typeof user>
