import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { texts } from '#contract/texts/index.ts'
import { server } from '#web/testing/server.ts'
import { call } from './api.ts'

const changer = (name: string, ...names: string[]) => ({
  changer: { _id: name, name, email: '' },
  names,
})

/** The message of a refused call, as the person reads it. */
async function refusedWith(data: Record<string, unknown>): Promise<unknown> {
  const path = '/companies/payrolls/payroll-1/schedule'
  server.refuse('PUT', path, 'QUORUM_IMPOSSIBLE', { data })
  return call(z.null(), path, { method: 'PUT', body: {} }).catch(({ message }) => message)
}

test('nobody else can approve a change → the refusal names whose, and what to do', async () => {
  expect(await refusedWith({ missing: [changer('Ana Flores')] })).toBe(
    `${texts.es.errors.QUORUM_IMPOSSIBLE} Nadie más puede aprobar lo que cambió Ana Flores. Invita a alguien que pueda aprobar, o cambia la regla.`,
  )
})

test('too few can approve a change → the refusal names them, and the changes of others', async () => {
  const missing = [changer('Ana Flores', 'Bea Ruiz'), changer('Eva Cruz')]
  expect(await refusedWith({ missing })).toBe(
    `${texts.es.errors.QUORUM_IMPOSSIBLE} Lo que cambió Ana Flores solo puede aprobarlo Bea Ruiz, y no basta. Nadie más puede aprobar lo que cambió Eva Cruz. Invita a alguien que pueda aprobar, o cambia la regla.`,
  )
})

test('somebody pressed → how many it takes, and how many are missing', async () => {
  expect(await refusedWith({ required: 2, counting: ['Bea Ruiz'], missing: 1 })).toBe(
    `${texts.es.errors.QUORUM_IMPOSSIBLE} Se necesitan 2 aprobaciones y solo puede darla Bea Ruiz. Falta 1 persona que pueda aprobar: invita a alguien o cambia la regla.`,
  )
})

test.each([[{}], [{ missing: [] }], [{ missing: 'nobody' }]])(
  'the answer names nobody: %j → the sentence of the server alone',
  async (data) => {
    expect(await refusedWith(data)).toBe(texts.es.errors.QUORUM_IMPOSSIBLE)
  },
)
