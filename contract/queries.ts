import { z } from 'zod/mini'
import { absentIfBlank, plainText, preprocess } from './fields.ts'

/** An empty or `null` query value counts as absent, as the web app's own links write them. */
export const absent = (value: unknown) => (value === 'null' ? undefined : absentIfBlank(value))

/** Values in a query have commas between. */
export const separated = (value: unknown) => {
  const given = absent(value)
  return typeof given === 'string' ? given.split(',') : given
}

/** A number in a query as people write it: no sign, no exponent, not hexadecimal, no blanks. */
export const queryNumber = (pattern: RegExp) =>
  z.pipe(z.string().check(z.regex(pattern)), z.transform(Number))

function pageNumber(maximum: number, standard: number) {
  return preprocess(
    absent,
    z._default(
      z.pipe(queryNumber(/^\d{1,16}$/), z.int().check(z.minimum(1), z.maximum(maximum))),
      standard,
    ),
  )
}

/** `page` from 1, `limit` 1 to 100 (default 10). A page past the end is an empty list. */
export const pageQuery = z.object({
  page: pageNumber(Number.MAX_SAFE_INTEGER, 1),
  limit: pageNumber(100, 10),
})
export type PageQuery = z.infer<typeof pageQuery>

/** An optional text in a query string, trimmed. */
export const optionalQuery = preprocess(absent, z.optional(plainText(200)))

/** Yes or no in a query; absent is no. */
export const queryFlag = preprocess(
  absent,
  z.pipe(
    z._default(z.enum(['true', 'false', '1', '0']), 'false'),
    z.transform((value) => value === 'true' || value === '1'),
  ),
)
