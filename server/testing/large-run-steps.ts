import type { ChainStory } from './chain-steps.ts'

/** More people than one transaction pays: the first batch makes the lane of the second. */
export const makeSalaries = (people: number): bigint[] =>
  Array.from({ length: people }, (_, index) => 1_000n + BigInt(index))

/** Runs a payroll of these people until its first transaction is sent and its second waits. */
export async function sendFirstPart(story: ChainStory, salaries: bigint[], sats: bigint) {
  const ids = await story.fundedPayroll(salaries, sats)
  const paymentId = await story.engine.run(ids)
  await story.partsAre(ids, paymentId, 'unconfirmed', 'pendingApproval')
  const [fanOut] = await story.bytesOf(paymentId)
  if (!fanOut) throw new Error('an unconfirmed transaction has bytes')
  return { ids, paymentId, fanOut }
}
