import { notifyMoneyEvents } from '#server/features/notifications/money/notify.ts'
import type { ChainStory } from './chain-steps.ts'
import { messagesTo } from './codes.ts'

/** The log's line of a reorganisation that nobody should see. */
export const deeperThanSix = 'a reorganisation is more than 6 blocks deep'

/** A payment that is deep in the chain, and the mails about it. */
export function deepSteps(story: ChainStory) {
  const { engine, fundedPayroll, paymentIs, mineOnly, followed } = story
  return {
    /** The mail templates that the company's administrators got, looked up a minute from now. */
    async templatesTo(companyId: string): Promise<string[]> {
      await notifyMoneyEvents(engine.worker, { ...engine, now: new Date(Date.now() + 61_000) })
      const sent = await messagesTo(engine.db)
      return sent.filter((one) => one.company_id === companyId).map(({ template }) => template)
    },
    async paySevenDeep() {
      const ids = await fundedPayroll([50_000n], 3_000_000n)
      const paymentId = await engine.run(ids)
      await paymentIs(ids, paymentId, 'unconfirmed')
      const [batch] = await story.bytesOf(paymentId)
      if (!batch) throw new Error('an unconfirmed payment has bytes')
      for (let block = 0; block < 7; block++) await mineOnly(block === 0 ? [batch] : [])
      await followed()
      return { ids, paymentId, batch }
    },
  }
}
