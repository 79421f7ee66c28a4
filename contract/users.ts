import { z } from 'zod'
import { nameOfThree } from './fields.ts'
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

/** As absent, `null` and empty leave a name as it is. */
const nameIfGiven = z.preprocess(
  (value) => (value === null || value === '' ? undefined : value),
  nameOfThree.optional(),
)

/** PUT /users: what is given is changed. */
export const userEdit = z.object({ firstName: nameIfGiven, lastName: nameIfGiven })
export type UserEdit = z.infer<typeof userEdit>
