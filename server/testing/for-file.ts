import { afterAll } from 'vitest'
import { testApp } from './app.ts'
import { testBitcoind } from './bitcoind.ts'
import { chainStory } from './chain-steps.ts'
import { testEngine } from './engine.ts'
import { startPayingCompany } from './paying-company.ts'

/**
 * The worlds of README.md, each from the beginning of a test file to its end:
 * `const t = await appForFile()` at the top of the file, and the last test ends it. Where money is
 * moved, its end proves the invariants; tests that tamper on purpose name those that they break.
 */
type Proof = Parameters<Awaited<ReturnType<typeof testEngine>>['stop']>[0]

/** HTTP by `inject`, on a database of its own. */
export async function appForFile(...options: Parameters<typeof testApp>) {
  const t = await testApp(...options)
  afterAll(() => t.stop())
  return t
}

/** Follower, payments' worker and signer, on a database and a node of their own. */
export async function engineForFile(options?: Parameters<typeof testEngine>[0], proof?: Proof) {
  const engine = await testEngine(options)
  afterAll(() => engine.stop(proof))
  return engine
}

/** A node that is followed, with steps that move the chain and the money. */
export async function storyForFile(options?: Parameters<typeof chainStory>[0], proof?: Proof) {
  const story = await chainStory(options)
  afterAll(() => story.engine.stop(proof))
  return story
}

/** An engine with HTTP: companies fund, pay, approve and withdraw. */
export async function paymentsForFile(
  options?: Parameters<typeof startPayingCompany>[0],
  proof?: Proof,
) {
  const s = await startPayingCompany(options)
  afterAll(() => s.stop(proof))
  return s
}

/** A regtest node alone, for tests that start engines of their own. */
export async function nodeForFile(options?: Parameters<typeof testBitcoind>[0]) {
  const node = await testBitcoind(options)
  afterAll(() => node.stop())
  return node
}
