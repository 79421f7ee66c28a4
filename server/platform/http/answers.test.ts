import { serializerCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'

const answer = z.object({
  people: z.array(z.object({ name: z.string(), salary: z.optional(z.number()) })),
  note: z.nullable(z.object({ text: z.string() })),
})
const write = serializerCompiler({ schema: answer, method: 'GET', url: '/people' })

test('an answer has what its schema names and nothing else', () => {
  const people = [{ name: 'Rosa', salary: 650.25, mac: 'secret' }, { name: 'José' }]
  expect(write({ people, note: { text: 'a', by: 'b' }, total: 2 })).toBe(
    '{"people":[{"name":"Rosa","salary":650.25},{"name":"José"}],"note":{"text":"a"}}',
  )
})

test('an answer that its schema does not allow is not sent', () => {
  expect(() => write({ people: [{ name: 7 }], note: null })).toThrow()
  expect(() => write({ people: [], note: {} })).toThrow()
  expect(() => write({ note: null })).toThrow()
})
