import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ApprovedChange } from '#contract/approvals.ts'
import { useUndoApproved } from '#web/shared/approval/approvals-api.ts'
import { useApprovalWords } from '#web/shared/approval/use-approval-words.ts'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Button } from '#web/ui/controls.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { TakesEffect } from './takes-effect.tsx'

/** When a change takes effect, who approved it, and the button that undoes it until then. */
export function UndoApproved({ change }: { change: ApprovedChange }) {
  const { t } = useTranslation()
  const { can } = useRole()
  const words = useApprovalWords()
  const navigate = useNavigate()
  const undo = useUndoApproved()
  return (
    <>
      <TakesEffect change={change} />
      <Text mt={1} breakWords>
        {words.gave(change)}.
      </Text>
      <Text variant="body2" tone="ink2" mt={3}>
        {t(can('manageTeam') ? 'approvals.approved.detail' : 'approvals.approved.whoCan')}
      </Text>
      {can('manageTeam') && (
        <Button
          fullWidth
          disabled={undo.isPending}
          onClick={() =>
            undo.mutate(change._id, {
              onSuccess: () => {
                toastSuccess(t('approvals.approved.undone'))
                void navigate(paths.approvals)
              },
              onError: reportWrite,
            })
          }
          mt={4}
        >
          {t('approvals.approved.undo')}
        </Button>
      )}
    </>
  )
}
