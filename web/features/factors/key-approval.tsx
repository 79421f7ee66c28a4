import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Passkey } from '#contract/factors.ts'
import { CountsMark } from '#web/shared/factors/counts-mark.tsx'
import { useWhen } from '#web/shared/factors/use-when.ts'
import { paths } from '#web/shared/paths.ts'
import { Button } from '#web/ui/controls.tsx'
import { Row } from '#web/ui/layout.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useRequestApproval } from './api.ts'
import { RowAction } from './factor-row.tsx'

interface KeyApprovalProps {
  passkey: Passkey
  approval: NonNullable<Passkey['approval']>
}

/** Why a key does not approve yet where passkeys alone move money, and what its owner does about it. */
export function KeyApproval({ passkey, approval }: KeyApprovalProps) {
  const { t } = useTranslation()
  const when = useWhen()
  const request = useRequestApproval(passkey)
  const { code, changeId, effectiveAt } = approval
  const ask = () =>
    request.mutate(undefined, {
      onSuccess: () => toastSuccess(t('factors.passkeys.approval.asked')),
      onError: reportWrite,
    })
  return (
    <Row gap={2} wrap>
      <CountsMark look={code === 'ASK' || code === 'NOBODY' ? 'no' : 'later'}>
        {t(`factors.passkeys.approval.${code}`, { when: effectiveAt && when(effectiveAt) })}
      </CountsMark>
      {(code === 'SIGN' || code === 'ASKED') && changeId !== null && (
        <Button variant="text" size="small" component={Link} to={paths.approval(changeId)}>
          {t('factors.passkeys.approval.see')}
        </Button>
      )}
      {code === 'ASK' && (
        <RowAction onClick={ask} disabled={request.isPending}>
          {t('factors.passkeys.approval.ask')}
        </RowAction>
      )}
    </Row>
  )
}
