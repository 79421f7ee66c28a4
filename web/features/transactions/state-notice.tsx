import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'
import { Mark, type MarkName } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import type { Ground } from '#web/ui/style-tokens.ts'
import { Text } from '#web/ui/text.tsx'
import { useTransaction } from './api.ts'

interface Look {
  mark: MarkName
  tone: 'amber' | 'brick' | 'anil' | 'ink2' | 'jade'
  tint: Ground
}

const looks: Record<Transaction['state'], Look> = {
  unconfirmed: { mark: 'half', tone: 'amber', tint: 'amberTint' },
  confirmed: { mark: 'tick', tone: 'jade', tint: 'jadeTint' },
  pendingApproval: { mark: 'clock', tone: 'amber', tint: 'amberTint' },
  signed: { mark: 'signature', tone: 'anil', tint: 'anilTint' },
  removed: { mark: 'bar', tone: 'ink2', tint: 'sunk' },
  failed: { mark: 'cross', tone: 'brick', tint: 'brickTint' },
  rejected: { mark: 'slash', tone: 'brick', tint: 'brickTint' },
}

/** The replacement pays the same people, or nobody: until that is known neither is said. */
function replacedKey(replacement: Transaction | undefined): string {
  if (replacement === undefined) return 'removed.replaced'
  if (replacement.type !== 'cancel') return 'removed.bumped'
  return replacement.state === 'confirmed' ? 'removed.cancelled' : 'removed.cancelling'
}

function textKey(transaction: Transaction, replacement: Transaction | undefined) {
  const { state, type, waitingFor, replacedBy } = transaction
  if (state === 'pendingApproval') return `waiting.${waitingFor ?? 'node'}`
  if (state === 'removed' && replacedBy) return replacedKey(replacement)
  if (state === 'removed' || state === 'failed') return `${state}.${type}`
  if (type === 'cancel' && state === 'unconfirmed') return 'cancelling'
  if (type === 'cancel' && state === 'confirmed') return 'cancelled'
  return state === 'signed' || state === 'rejected' ? state : null
}

/** Words of a state that needs them: what happened to the money, and what comes next. */
export function StateNotice({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation()
  const { data } = useTransaction(transaction.replacedBy?._id)
  const key = textKey(transaction, data?.transaction)
  const { replacedBy, failureMessage, reason } = transaction
  const why = reason ?? failureMessage
  if (key === null) return null
  const look = looks[transaction.state]
  return (
    <Row
      role="status"
      align="stretch"
      gap={3}
      px={5}
      py={3.5}
      mb={{ xs: 5, md: 6 }}
      rounded={12}
      ground={look.tint}
    >
      <Mark name={look.mark} mt="3px" tone={look.tone} />
      <Block minWidth={0}>
        <Text>{t(`transactions.state.${key}`)}</Text>
        {why !== null && <Why reason={why} />}
        {replacedBy && <Replacement {...replacedBy} />}
      </Block>
    </Row>
  )
}

function Why({ reason }: { reason: string }) {
  const { t } = useTranslation()
  return (
    <Text variant="secondary" mt={1} tone="ink2" breakWords>
      {t('transactions.failure.because', { reason })}
    </Text>
  )
}

function Replacement({ _id, txid }: NonNullable<Transaction['replacedBy']>) {
  const { t } = useTranslation()
  return (
    <Text mt={1}>
      {`${t('transactions.state.replacedBy')} `}
      <Link component={RouterLink} to={paths.transaction(_id)} strong>
        {txid.slice(0, 24)}…
      </Link>
    </Text>
  )
}
