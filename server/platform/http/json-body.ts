import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

export const jsonLimitBytes = 64 * 1024
const deepest = 8

/** How many arrays and objects lie in each other, by the brackets outside of strings. */
function depthOf(json: string): number {
  let depth = 0
  let most = 0
  let inString = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (inString) {
      if (sign === '\\') at++
      else if (sign === '"') inString = false
    } else if (sign === '"') inString = true
    else if (sign === '{' || sign === '[') most = Math.max(most, ++depth)
    else if (sign === '}' || sign === ']') depth--
  }
  return most
}

/** JSON alone, of limited depth, and without keys that reach for a prototype. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    // Many clients announce JSON and send nothing with calls that need no body.
    if (text === '') done(null, undefined)
    else if (depthOf(text) > deepest) done(new Refusal('BAD_JSON'))
    else parse(request, text, done)
  })
  app.removeContentTypeParser('text/plain')
}
