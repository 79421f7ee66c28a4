import { z } from 'zod/mini'
import { instant } from './http.ts'

export const systemChecks = [
  'database',
  'migrations',
  'node',
  'price',
  'money',
  'signer',
  'mail',
  'backup',
  'disk',
] as const
export type SystemCheckName = (typeof systemChecks)[number]

/** GET /system: how the installation is, in the reader's language. Nothing in it is secret. */
export const system = z.object({
  checks: z.array(
    z.object({
      name: z.enum(systemChecks),
      state: z.enum(['ok', 'warn', 'bad']),
      message: z.string(),
      /** The time of what it speaks of: the node's last answer, the last price; null: now. */
      at: z.nullable(instant),
    }),
  ),
})
export type SystemState = z.infer<typeof system>
export type SystemCheck = SystemState['checks'][number]
