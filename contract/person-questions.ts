import { z } from 'zod/mini'

/**
 * Somebody who may be a known person: somebody else has to say whether that is so. `differs` names the fields
 * whose values are in `known` and `listed`, `same` those that are equal.
 */
export const likenessQuestion = z.object({
  name: z.string(),
  person: z.object({ _id: z.string(), name: z.string() }),
  differs: z.array(z.string()),
  same: z.array(z.string()),
  known: z.record(z.string(), z.string()),
  listed: z.record(z.string(), z.string()),
})
export type LikenessQuestion = z.infer<typeof likenessQuestion>

/** `data` of 409 ANOTHER_PERSON: an edit would give somebody else the payments and consents of a person. */
export const anotherPerson = z.object({ question: likenessQuestion })
