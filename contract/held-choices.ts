import { z } from 'zod/mini'
import { absentIfBlank, preprocess, say } from './fields.ts'

/**
 * The choices about people at a held address or account, by their id: they are paid at those last paid, each
 * one that is held, or get no line. `*` stands for everybody held who is not named, as do many thousands at once.
 */
const heldChoice = z.enum(['previous', 'leave'], { error: say('invalid') })
const heldNamedAtMost = 10_000
export const held = preprocess(
  absentIfBlank,
  z._default(
    z
      .record(z.string().check(z.maxLength(200, say('tooLong'))), heldChoice, {
        error: say('invalid'),
      })
      .check(z.refine((choices) => Object.keys(choices).length <= heldNamedAtMost, say('invalid'))),
    {},
  ),
)
export type HeldChoices = z.infer<typeof held>
