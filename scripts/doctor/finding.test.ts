import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ChainError } from '#server/ports.ts'
import { reasonOf } from './finding.ts'

const failureOf = (doing: Promise<unknown>) => doing.catch((error: unknown) => error)

test('the reason why something is unusable is given in words, not in error codes', async () => {
  const cause = await failureOf(readFile('/nowhere/.cookie'))
  expect(reasonOf(new ChainError('unknown', 'no cookie of the node', { cause }))).toBe(
    'there is no file /nowhere/.cookie',
  )
  expect(reasonOf(await failureOf(readFile('/')))).toBe('it is a folder and no file')
  // A mail server's: the code is one of nodemailer's own.
  const unheard = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ESOCKET' })
  expect(reasonOf(unheard)).toBe('nobody listens there')
  const unread = z.number().safeParse('<html>').error
  expect(reasonOf(new ChainError('unknown', 'an unreadable answer', { cause: unread }))).toBe(
    'what answers there is something else',
  )
  expect(
    reasonOf(new Error('fetch failed', { cause: new Error('SSL:wrong version number:\n') })),
  ).toBe('it speaks no TLS there')
  expect(reasonOf(new Error('bad\nthing.\n'))).toBe('bad thing')
})
