import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApprovalList } from '#contract/approvals.ts'
import type { Payment } from '#contract/payments.ts'
import type { Failpoint } from '../platform/observe/failpoint.ts'
import { Client, newestCode } from '../testing/client.ts'
import { anAddress } from '../testing/engine.ts'
import {
  fund,
  type Installation,
  runPath,
  testInstallation,
  until,
} from '../testing/installation.ts'
import type { ServerProcess } from '../testing/process.ts'
import { aNewMember } from '../testing/team-steps.ts'

/** Kill −9 at each step between the approvals of two people and the payment; then they press again. */

let installation: Installation
let server: ServerProcess
let ana: Client
type Approver = { client: Client; email: string }
const approvers: Approver[] = []

async function restart(failpoint: Failpoint | '' = ''): Promise<void> {
  await installation.endAll()
  server = await installation.startWhole(failpoint)
  ana ??= new Client(server.baseUrl)
  for (const client of [ana, ...approvers.map((one) => one.client)]) client.baseUrl = server.baseUrl
}

/** Somebody whom Ana invites, and who accepts; in the first 24 hours of a company this counts at once. */
async function anApprover(email: string): Promise<Approver> {
  await ana.call('POST', '/api/v1/companies/invitations', { email, role: 'APPROVER' })
  const path = `/api/sandbox/messages?to=${encodeURIComponent(email)}`
  const { messages } = await ana.call<{ messages: { text: string }[] }>('GET', path)
  const [, link] = /\/invitacion#t=([\w-]{43})/.exec(messages[0]?.text ?? '') ?? []
  const client = new Client(server.baseUrl)
  const accepted = `/api/v1/invitations/${link}`
  client.use((await client.call<{ token: string }>('POST', accepted, aNewMember())).token)
  return { client, email }
}

beforeAll(async () => {
  installation = await testInstallation()
  await restart()
  await ana.signUp()
  for (const name of ['julian', 'karla']) approvers.push(await anApprover(`${name}@example.com`))
  const tiers = [{ fromUsd: 0, approvals: 2 }]
  await ana.call('PUT', '/api/v1/companies/approval-rules', { tiers })
})
afterAll(() => installation.stop())

/** The press of a person with a code; again, it is the same press. */
async function presser({ client, email }: Approver, orderId: string) {
  await client.call('POST', `/api/v1/approvals/${orderId}/code`)
  const code = await newestCode(client, email)
  return () =>
    client.ask('POST', `/api/v1/approvals/${orderId}/approve`, {
      body: { code },
      key: `${email}-${orderId}`,
    })
}

/** Null where the process died before it had answered. */
async function answerOf(press: Awaited<ReturnType<typeof presser>>) {
  try {
    return await press()
  } catch (error) {
    // fetch throws a TypeError where the connection broke.
    if (error instanceof TypeError) return null
    throw error
  }
}

const approvedBy = (orderId: string) =>
  installation.owner
    .selectFrom('approvals')
    .select('user_id')
    .where('subject_id', '=', orderId)
    .execute()

type Press = Awaited<ReturnType<typeof presser>>
type Ordered = { payment: Payment; orderId: string; addresses: string[]; presses: [Press, Press] }

/** A payment of two people that waits for both approvers. */
async function ordered(): Promise<Ordered> {
  const addresses = [anAddress(), anAddress()]
  const payroll = await ana.payroll(addresses, 50)
  await fund(ana, payroll)
  const { payment } = await ana.call<{ payment: Payment }>('POST', runPath(payroll._id))
  const { approvals } = await ana.call<ApprovalList>('GET', '/api/v1/approvals')
  expect(approvals).toMatchObject([{ required: 2, given: [] }])
  const orderId = approvals[0]?._id ?? ''
  const [julian, karla] = approvers
  if (!julian || !karla) throw new Error('two people approve')
  const presses: [Press, Press] = [await presser(julian, orderId), await presser(karla, orderId)]
  return { payment, orderId, addresses, presses }
}

/**
 * The two users press again and get their first answers; two approve the payment, which is signed
 * and paid once.
 */
async function endsPaidOnce({ payment, orderId, addresses, presses }: Ordered): Promise<void> {
  for (const press of presses) {
    const { status, replayed } = await press()
    expect([status, replayed]).toEqual([200, true])
  }
  const shown = async () =>
    (await ana.call<{ payment: Payment }>('GET', `/api/v1/companies/payments/${payment._id}`))
      .payment
  await until('it is sent', async () => (await shown()).state === 'unconfirmed')
  const { transactions } = await shown()
  const { node } = installation
  expect(await node.rpc('getrawmempool')).toEqual(transactions.map(({ txid }) => txid))
  await ana.call('POST', '/api/sandbox/mine', { blocks: 1 })
  await until('it is confirmed', async () => (await shown()).state === 'confirmed')
  expect(await shown()).toMatchObject({ paidLines: 2, transactions: [{ state: 'confirmed' }] })
  const people = (await approvedBy(orderId)).map(({ user_id }) => user_id)
  expect([people.length, new Set(people).size]).toEqual([2, 2])
  // The node itself: one output to each person.
  const descriptors = addresses.map((address) => `addr(${address})`)
  const scan = await node.rpc<{ unspents: unknown[] }>('scantxoutset', 'start', descriptors)
  expect(scan.unspents).toHaveLength(addresses.length)
  expect(await installation.breaches()).toEqual([])
}

/** The place where a process dies next, who presses before that, and how many approvals are kept. */
type Death = { at: Failpoint; pressing: (0 | 1)[]; kept: 1 | 2 }
const stories: Death[][] = [
  [
    { at: 'approval-committed', pressing: [0], kept: 1 },
    { at: 'approval-before-commit', pressing: [1], kept: 1 },
    { at: 'approval-committed', pressing: [1], kept: 2 },
    { at: 'signed-bytes-stored', pressing: [], kept: 2 },
  ],
  [
    { at: 'plan-taken-up', pressing: [0, 1], kept: 2 },
    { at: 'signed-in-memory', pressing: [], kept: 2 },
  ],
  [{ at: 'plan-read-by-signer', pressing: [0, 1], kept: 2 }],
]
const titled = stories.map((deaths) => ({ deaths, steps: deaths.map(({ at }) => at).join(', ') }))

test.each(titled)('killed at $steps → approved by two, paid once', async ({ deaths }) => {
  const order = await ordered()
  for (const { at, pressing, kept } of deaths) {
    await restart(at)
    for (const index of pressing) await answerOf(order.presses[index])
    const isOfSigner = at.startsWith('signed-') || at === 'plan-read-by-signer'
    // A signer is started again by its parent, unarmed.
    await until(`a process dies at ${at}`, async () =>
      isOfSigner ? server.killedSigners() === 1 : server.hasEnded(),
    )
    expect(await approvedBy(order.orderId), at).toHaveLength(kept)
  }
  await endsPaidOnce(order)
})
