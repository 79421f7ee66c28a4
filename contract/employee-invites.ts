import { z } from 'zod/mini'
import { optional, plainText } from './fields.ts'
import { instant } from './http.ts'

/** POST /companies/employees/{id}/invite: where the link went, as far as it is shown. */
export const employeeInvited = z.object({ via: z.enum(['EMAIL', 'SMS']), sentTo: z.string() })

/** POST /companies/employees/invite: everybody not invited yet who has an e-mail or a phone. */
export const inviteAllBody = z.object({ payroll: optional(plainText(100)) })

/** A job that sends them; GET /companies/employees/invite answers the newest of the company. */
export const employeeInvites = z.object({
  _id: z.string(),
  /** People when it began; those who share e-mail and phone with somebody else get none. */
  total: z.int(),
  sent: z.int(),
  state: z.enum(['RUNNING', 'DONE']),
  createdAt: instant,
})
export type EmployeeInvites = z.infer<typeof employeeInvites>
export const newestInvites = z.object({ invite: z.nullable(employeeInvites) })
