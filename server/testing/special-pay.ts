import type { KeyObject } from 'node:crypto'
import { type DraftLine, insertDraft } from '#server/authorization/draft-rows.ts'
import type { SpecialPress } from '#server/features/payments/index.ts'
import type { Db } from '#server/platform/db/database.ts'

type Terms = Omit<Parameters<typeof insertDraft>[2], 'due_at' | 'kind'> & {
  kind: SpecialPress['kind']
}

/** Saves the draft of a special pay for these people, of the same amount for each, as a press has it. */
export async function aSpecialPay(
  owner: Db,
  macKey: KeyObject,
  terms: Terms,
  people: readonly string[],
  cents: bigint,
): Promise<SpecialPress> {
  const lines = people.map((employeeId): DraftLine => {
    return { employeeId, usdCents: cents, computedUsdCents: cents, edited: false }
  })
  const draft = { ...terms, due_at: new Date() }
  await owner.transaction().execute((trx) => insertDraft(trx, macKey, draft, lines))
  const amounts = new Map(people.map((id) => [id, cents]))
  return {
    draftId: terms.id,
    kind: terms.kind,
    periodKey: terms.period_key,
    amounts,
    usual: new Map(),
  }
}
