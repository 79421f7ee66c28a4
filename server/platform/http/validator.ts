import type { FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod/mini'
import { absentIfBlank } from '#contract/fields.ts'

/** Checks by the contract's schemas. No body at all counts as an empty one: its faults name the fields. */
export const validator: FastifySchemaCompiler<z.core.$ZodType> = (route) => {
  const check = validatorCompiler(route)
  return route.httpPart === 'body' ? (body) => check(absentIfBlank(body) ?? {}) : check
}
