import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Approval } from '#contract/approvals.ts'
import type { Occurrence } from '#contract/calendar.ts'
import { useApprovalOf } from '#web/shared/approval/approvals-api.ts'
import { useChangeOccurrence } from '#web/shared/calendar/api.ts'
import { isOver } from '#web/shared/calendar/occurrence-look.ts'
import { OccurrenceStateMark } from '#web/shared/calendar/occurrence-state.tsx'
import { useOccurrenceWords } from '#web/shared/calendar/use-occurrence-words.ts'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button, Link } from '#web/ui/controls.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { mainActOf } from './main-act.ts'
import { MainButton } from './main-button.tsx'
import { MoveForm } from './move-form.tsx'
import { OccurrenceAdvice } from './occurrence-advice.tsx'
import { OccurrenceFactRows } from './occurrence-facts.tsx'
import { OwnApproval } from './own-approval.tsx'
import { ChangeRefusal } from './refused.tsx'
import { SkipForm } from './skip-form.tsx'

interface OccurrenceDialogProps {
  occurrence: Occurrence
  onClose: () => void
}

type Step = 'facts' | 'skip' | 'move' | 'approve'

/** One payday: what is known of it, and what can be done with it. */
export function OccurrenceDialog({ occurrence, onClose }: OccurrenceDialogProps) {
  const [step, setStep] = useState<Step>('facts')
  const back = () => setStep('facts')
  const approval = useApprovalOf(occurrence)
  if (step === 'skip') return <SkipForm occurrence={occurrence} onClose={onClose} onBack={back} />
  if (step === 'move') return <MoveForm occurrence={occurrence} onClose={onClose} onBack={back} />
  if (step === 'approve' && approval) {
    return (
      <OwnApproval occurrence={occurrence} approval={approval} onClose={onClose} onBack={back} />
    )
  }
  return <Facts occurrence={occurrence} approval={approval} onClose={onClose} onStep={setStep} />
}

interface FactsProps extends OccurrenceDialogProps {
  /** The approval that the payday's sheet waits for. */
  approval: Approval | undefined
  onStep: (step: Step) => void
}

function Facts({ occurrence, approval, onClose, onStep }: FactsProps) {
  const { t } = useTranslation()
  const words = useOccurrenceWords()
  const { can } = useRole()
  const change = useChangeOccurrence(occurrence._id)
  const mayRun = can('runPayment') && !isOver(occurrence)
  const act = mainActOf({ occurrence, approval, mayRun })
  const prepare = () =>
    change.mutate(
      { act: 'prepare', body: undefined },
      { onSuccess: () => toastSuccess(t('calendar.one.prepared')) },
    )
  return (
    <AppDialog
      onClose={onClose}
      title={words.name(occurrence)}
      busy={change.isPending}
      actions={
        mayRun || act ? (
          <>
            {mayRun && (
              <>
                <Button onClick={() => onStep('skip')}>{t('calendar.one.skip')}</Button>
                <Button onClick={() => onStep('move')}>{t('calendar.one.move')}</Button>
              </>
            )}
            <MainButton
              act={act}
              occurrence={occurrence}
              onApprove={() => onStep('approve')}
              onPrepare={prepare}
              busy={change.isPending}
            />
          </>
        ) : (
          <Button onClick={onClose}>{t('ui.close')}</Button>
        )
      }
    >
      <OccurrenceStateMark occurrence={occurrence} />
      <OccurrenceAdvice occurrence={occurrence} onPrepare={mayRun ? prepare : null} />
      <Block mt={4}>
        <OccurrenceFactRows occurrence={occurrence} />
      </Block>
      <Links occurrence={occurrence} />
      <ChangeRefusal error={change.error} />
    </AppDialog>
  )
}

function Links({ occurrence }: { occurrence: Occurrence }) {
  const { t } = useTranslation()
  const { payroll, approvals, specialRun } = occurrence
  const links = [
    { to: paths.payroll(payroll._id), text: t('calendar.next.open') },
    ...(specialRun ? [{ to: paths.specialRun(specialRun), text: t('specialRuns.open') }] : []),
    // An approval that is given waits for nobody, and has no page.
    ...(approvals && approvals.given < approvals.required
      ? [{ to: paths.approval(approvals._id), text: t('calendar.one.approval') }]
      : []),
  ]
  return (
    <Row wrap columnGap={5} rowGap={2} mt={4}>
      {links.map(({ to, text }) => (
        <Link key={to} component={RouterLink} to={to} strong>
          {text}
        </Link>
      ))}
    </Row>
  )
}
