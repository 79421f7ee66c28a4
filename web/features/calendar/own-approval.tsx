import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Decide } from '#web/shared/approval/decide.tsx'
import { useOccurrenceWords } from '#web/shared/calendar/use-occurrence-words.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import type { ChangeFormProps } from './change-dialog.tsx'
import { useAdvice } from './use-advice.ts'

interface OwnApprovalProps extends ChangeFormProps {
  approval: Approval
}

/** Somebody who works alone confirms each payday with a passkey or a code of his or her own. */
export function OwnApproval({ occurrence, approval, onBack, onClose }: OwnApprovalProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useOccurrenceWords()
  const advice = useAdvice()(occurrence)
  const { totalUsd, people, ceilingUsd } = approval.occurrence ?? occurrence
  return (
    <AppDialog
      onClose={onClose}
      title={words.name(occurrence)}
      actions={<Button onClick={onBack}>{t('calendar.one.back')}</Button>}
    >
      <Text tone="ink2">{advice}</Text>
      <Block mt={3} mb={3}>
        <Figure usd={totalUsd} size="answer" />
      </Block>
      <FactRows
        facts={[
          { name: t('calendar.one.people'), value: format.count(people) },
          { name: t('calendar.auto.ceiling'), value: format.usd(ceilingUsd ?? 0) },
        ]}
      />
      <Block pt={5} lineAbove>
        <Decide approval={approval} onApproved={onBack} onRejected={onBack} />
      </Block>
    </AppDialog>
  )
}
