import { useState } from 'react'
import type { HeldChoices } from '#contract/held-choices.ts'
import type { Include } from '#contract/include.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import type { PaySource } from '#web/shared/payments/pay-source.ts'
import { usePaymentPreview } from './api.ts'
import { payabilityOf } from './payability.ts'

/** Above so many a run of chosen people is refused: they get a payroll of their own. */
const paidAloneAtMost = 100

interface Choices {
  payrollId: string
  source: PaySource
  enabled: boolean
  incomingSats: bigint
  leave: readonly string[]
  targetBlocks: TargetBlocks
  held: Readonly<HeldChoices>
  include: Include
}

/**
 * Whom a press pays. Where the last run lacked somebody less than 72 hours ago, the missing people
 * alone come first; everybody once more is the other choice, with its tick.
 */
export function usePayChoice(choices: Choices) {
  const { payrollId, source, enabled, incomingSats, leave, targetBlocks, held, include } = choices
  const [wantsAll, setWantsAll] = useState(false)
  const [extra, setExtra] = useState(false)
  // A tick for one choice holds for nothing else, also where the missing people are paid meanwhile.
  const [ticked, setTicked] = useState<'only' | 'all' | null>(null)
  const whole = usePaymentPreview(payrollId, source, {
    enabled,
    leave,
    targetBlocks,
    only: null,
    held,
    include,
    extra,
  })
  const lacks = whole.data?.unpaidPeople ?? { count: 0, ids: [] }
  const asks = whole.data ? payabilityOf(whole.data, incomingSats).paidBefore !== null : false
  const missing = asks && lacks.count > 0 && lacks.count <= paidAloneAtMost ? lacks.ids : null
  const part = usePaymentPreview(payrollId, source, {
    enabled: enabled && missing !== null,
    leave: leave.filter((id) => missing?.includes(id)),
    targetBlocks,
    only: missing ?? [],
    held: ofPeople(held, missing ?? []),
    include: includeOf(include, missing),
    extra,
  })
  const only = wantsAll ? null : missing
  const of = only ? 'only' : 'all'
  return {
    whole,
    /** The preview of the people who are paid. */
    preview: only ? part : whole,
    only,
    missing: missing && whole.data && part.data ? { whole: whole.data, part: part.data } : null,
    repeat: ticked === of,
    setRepeat: (repeat: boolean) => setTicked(repeat ? of : null),
    wantsAll,
    /** A period that is paid is paid once more. */
    extra,
    setExtra,
    choose(all: boolean) {
      setWantsAll(all)
      setTicked(null)
    },
  }
}
/** Whom a press of these people includes; null: of everybody. */
export const includeOf = (include: Include, only: readonly string[] | null): 'all' | string[] =>
  include === 'all' ? include : include.filter((id) => !only || only.includes(id))

/** The choices about these people, and that for all who are not named. */
export const ofPeople = (held: Choices['held'], ids: readonly string[]): Choices['held'] =>
  Object.fromEntries(Object.entries(held).filter(([id]) => id === '*' || ids.includes(id)))

export type PayChoice = ReturnType<typeof usePayChoice>
