import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '#web/shared/paths.ts'
import { addresses } from '#web/testing/fixtures.ts'
import { show, t } from '#web/testing/show.tsx'
import { Faucet } from './faucet.tsx'

const txid = 'a1'.repeat(32)
const path = paths.sandboxFunding({
  id: 'payroll-1',
  name: 'Bodega y reparto',
  address: addresses.payroll,
  btc: '0.01230000',
})

/** The sandbox's calls have no envelope, so they are answered beside the test server. */
function answerSandbox(mine: Response) {
  const real = fetch
  const sent: { url: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (!url.startsWith('/api/sandbox/')) return real(url, init)
    sent.push({ url, body: JSON.parse(String(init.body)) })
    return Promise.resolve(url.endsWith('/mine') ? mine : Response.json({ txid }))
  })
  restore = () => vi.stubGlobal('fetch', real)
  return sent
}
let restore = () => {}
afterEach(() => restore())

test('a payroll is funded → one press sends what is missing and confirms it', async () => {
  const sent = answerSandbox(Response.json({ height: 251 }))
  const { person } = show(<Faucet />, path)
  await person.click(screen.getByRole('button', { name: t('sandbox.faucet.sendAndConfirm') }))
  expect(await screen.findByText(/0\.01230000 BTC confirmados:/)).toBeTruthy()
  expect(sent).toEqual([
    { url: '/api/sandbox/faucet', body: { address: addresses.payroll, btc: '0.01230000' } },
    { url: '/api/sandbox/mine', body: { blocks: 1 } },
  ])
})

test('the block fails → the failure is said, and the money is still sent once', async () => {
  const sent = answerSandbox(Response.json({ message: 'El nodo no responde' }, { status: 400 }))
  const { person } = show(<Faucet />, path)
  await person.click(screen.getByRole('button', { name: t('sandbox.faucet.sendAndConfirm') }))
  expect(await screen.findByText('El nodo no responde')).toBeTruthy()
  expect(sent.filter(({ url }) => url.endsWith('/faucet'))).toHaveLength(1)
})

test('only sending is wanted → no block is made', async () => {
  const sent = answerSandbox(Response.json({ height: 251 }))
  const { person } = show(<Faucet />, path)
  await person.click(screen.getByRole('button', { name: t('sandbox.faucet.send') }))
  expect(await screen.findByText(/BTC en camino:/)).toBeTruthy()
  expect(sent.map(({ url }) => url)).toEqual(['/api/sandbox/faucet'])
})
