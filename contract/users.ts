import { z } from 'zod'
import { instant } from './http.ts'

export const user = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.literal('ADMIN'),
  phone: z.string().nullable(),
  createdAt: instant,
  preferences: z.object({
    twoFactorAuthentication: z.object({ enabled: z.boolean(), via: z.enum(['EMAIL', 'SMS']) }),
  }),
})
export type User = z.infer<typeof user>
