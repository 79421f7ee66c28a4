import { useTranslation } from 'react-i18next'
import type { ApprovalRules } from '#contract/approval-rules.ts'
import { colleagueText } from '#contract/colleague.ts'
import { capitalize } from '#web/lib/capitalize.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useWhen } from '#web/shared/factors/use-when.ts'
import { Button } from '#web/ui/controls.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useRuleWords } from './rule-words.ts'
import { useUndoRules } from './rules-api.ts'
import { findChangedAmount } from './rules-draft.ts'

interface PendingRulesProps {
  rules: ApprovalRules
  /** Users who may change rules may also take the change back. */
  canUndo: boolean
}

/** A change that waits for approvals or for its time; until then the rows show what holds. */
export function PendingRules({ rules, canUndo }: PendingRulesProps) {
  const { t } = useTranslation()
  const words = useRuleWords()
  const format = useFormat()
  const when = useWhen()
  const undo = useUndoRules()
  const { pending } = rules
  if (!pending) return null
  const { effectiveAt, given, required, askedBy } = pending
  const missing = Math.max(0, required - given.length)
  const who = [
    t('rules.pending.asked', { name: colleagueText(askedBy) }),
    ...(given.length > 0
      ? [t('rules.pending.approved', { names: given.map(colleagueText).join(', ') })]
      : []),
  ]
  const time =
    effectiveAt === null
      ? t('rules.pending.waits', { count: missing })
      : capitalize(when(effectiveAt))
  const amount = findChangedAmount(rules)
  return (
    <Row
      role="status"
      align="start"
      wrap={{ xs: true, sm: false }}
      gap={3}
      p="14px 16px"
      my={4}
      rounded={12}
      ground="amberTint"
    >
      <Mark name="clock" tone="amber" mt="3px" />
      <Block flex={{ xs: '1 1 70%', sm: 1 }} minWidth={0}>
        <Text strong>
          {time}:{' '}
          {amount
            ? t('rules.pending.amount', {
                now: format.usd(amount.now),
                before: format.usd(amount.before),
              })
            : words.list(pending.tiers, pending.strongOnly)}
        </Text>
        {!amount && (
          <Text variant="body2">
            {t('rules.pending.instead', { rules: words.list(rules.tiers, rules.strongOnly) })}
          </Text>
        )}
        <Text variant="body2">{who.join('; ')}.</Text>
      </Block>
      {canUndo && (
        <Button
          size="small"
          disabled={undo.isPending}
          onClick={() =>
            undo.mutate(pending._id, {
              onSuccess: () => toastSuccess(t('rules.pending.undone')),
              onError: reportWrite,
            })
          }
          ground="surface"
          flex={{ xs: '1 1 100%', sm: 'none' }}
          height={{ xs: 44, sm: 36 }}
        >
          {t('rules.pending.undo')}
        </Button>
      )}
    </Row>
  )
}
