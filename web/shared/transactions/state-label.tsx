import { useTranslation } from 'react-i18next'
import type { Transaction } from '#contract/transactions.ts'
import type { TransactionState } from '#domain/transaction-state.ts'
import { Mark, type MarkName } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import type { Ground } from '#web/ui/style-tokens.ts'
import { useDepthText } from './depth.ts'

type Tone = 'jade' | 'amber' | 'brick' | 'anil' | 'ink2'

const looks: Record<TransactionState, { mark: MarkName; tone: Tone; tint: Ground }> = {
  confirmed: { mark: 'tick', tone: 'jade', tint: 'jadeTint' },
  unconfirmed: { mark: 'half', tone: 'amber', tint: 'amberTint' },
  pendingApproval: { mark: 'clock', tone: 'amber', tint: 'amberTint' },
  signed: { mark: 'signature', tone: 'anil', tint: 'anilTint' },
  failed: { mark: 'cross', tone: 'brick', tint: 'brickTint' },
  rejected: { mark: 'slash', tone: 'brick', tint: 'brickTint' },
  removed: { mark: 'bar', tone: 'ink2', tint: 'sunk' },
}

type LabelProps = Pick<Transaction, 'state'> &
  Partial<Pick<Transaction, 'waitingFor' | 'confirmations'>>

const waits = { mark: 'node', tone: 'ink2', tint: 'sunk' } as const

/**
 * A transaction is called waiting for approval only if that is so; else the label says for what it
 * waits.
 */
function useLabel({ state, waitingFor, confirmations }: LabelProps) {
  const { t } = useTranslation()
  const depth = useDepthText()
  if (state === 'pendingApproval' && waitingFor && waitingFor !== 'approval') {
    return { ...waits, text: t(`transactions.waits.${waitingFor}`) }
  }
  const isCounted = state === 'confirmed' && confirmations !== undefined
  return {
    ...looks[state],
    text: isCounted ? depth(confirmations) : t(`transactionState.${state}`),
  }
}

/** A transaction's state by colour, sign and word: in tables and rows. */
export function StateLabel(props: LabelProps) {
  const { mark, tone, text } = useLabel(props)
  return (
    <Row as="span" inline align="baseline" gap={2} tone={tone} strong leading={1.25}>
      <Mark name={mark} align="center" />
      {text}
    </Row>
  )
}

/** A state label on its tint: beside the title of a screen. */
export function StateChip(props: LabelProps) {
  const { tint } = useLabel(props)
  return (
    <Row as="span" inline height={30} px={2.5} rounded={8} ground={tint} size={14.5} noWrap>
      <StateLabel {...props} />
    </Row>
  )
}
