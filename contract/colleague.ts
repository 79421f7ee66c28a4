import { z } from 'zod/mini'

/** Somebody of the company's team. Two may have one name, and an e-mail is one person's. */
export const colleague = z.object({ _id: z.string(), name: z.string(), email: z.string() })
export type Colleague = z.infer<typeof colleague>

/** 'Carlos Mejía (carlos@izalco.sv)', wherever somebody asks or approves. */
export const colleagueText = ({ name, email }: Omit<Colleague, '_id'>): string =>
  email === '' ? name : `${name} (${email})`
