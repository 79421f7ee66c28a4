import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company } from '#contract/company.ts'
import { ApiError } from '#web/lib/api.ts'
import { useOwnApproval } from '#web/shared/approval/use-own-approval.tsx'
import { StepUpDialog } from '#web/shared/auth/step-up-dialog.tsx'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Link } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { SwitchRow } from '#web/ui/switch-row.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useCompanySettings } from './api.ts'
import { ConsentTextDialog } from './consent-text-dialog.tsx'
import { InviteAll } from './invite-all.tsx'
import { MailPreviewDialog } from './mail-preview-dialog.tsx'
import { settingsWait } from './rules-api.ts'
import { type StaffRules, useSaveStaffRules } from './staff-api.ts'

/** How employees take part: who sets their share, their consent, their messages, their page. */
export function StaffSection() {
  const { t } = useTranslation()
  const { data: company, error, refetch } = useCompanySettings()
  if (!useRole().can('changeCompany')) return null
  return (
    <FormSection title={t('staffRules.title')} detail={t('staffRules.detail')}>
      <FullRow>
        {company ? (
          <Rules company={company} />
        ) : error ? (
          <LoadFailed error={error} onRetry={refetch} />
        ) : (
          <FieldSkeleton />
        )}
      </FullRow>
    </FormSection>
  )
}

function Rules({ company }: { company: Company }) {
  const { t } = useTranslation()
  const save = useSaveStaffRules()
  const own = useOwnApproval()
  const [toConfirm, setToConfirm] = useState<StaffRules | null>(null)
  const [open, setOpen] = useState<'text' | 'mail' | null>(null)
  const close = () => setOpen(null)

  async function saved(rules: StaffRules, answer: Company) {
    setToConfirm(null)
    if (!settingsWait(rules, answer)) toastSuccess(t('staffRules.saved'))
    else if ((await own.approve(({ kind }) => kind === 'RULES')) === 'others') {
      toastSuccess(t('rules.saved.waits'))
    }
  }

  function change(rules: StaffRules) {
    if (save.isPending) return
    save.mutate(rules, {
      onSuccess: (answer) => void saved(rules, answer),
      onError: (error) => {
        if (error instanceof ApiError && error.isAboutSession) return
        if (error instanceof ApiError && error.code === 'CODE_REQUIRED') setToConfirm(rules)
        else toastError(error.message)
      },
    })
  }

  return (
    <>
      <SwitchRow
        on={company.shareSetBy === 'EMPLOYEE'}
        onChange={(on) => change({ shareSetBy: on ? 'EMPLOYEE' : 'COMPANY' })}
        title={t('staffRules.ownShare')}
        detail={t('staffRules.ownShareDetail')}
      />
      <SwitchRow
        on={company.requireConsent}
        onChange={(requireConsent) => change({ requireConsent })}
        title={t('staffRules.consent')}
        detail={t('staffRules.consentDetail')}
      >
        <Link component="button" type="button" onClick={() => setOpen('text')}>
          {t('staffRules.consentText')}
        </Link>
      </SwitchRow>
      <SwitchRow
        on={company.notifyEmployees}
        onChange={(notifyEmployees) => change({ notifyEmployees })}
        title={t('staffRules.notify')}
        detail={t('staffRules.notifyDetail')}
      >
        <Link component="button" type="button" onClick={() => setOpen('mail')}>
          {t('staffRules.preview')}
        </Link>
      </SwitchRow>
      <InviteAll />
      <DialogPresence>{open === 'text' && <ConsentTextDialog onClose={close} />}</DialogPresence>
      <DialogPresence>{open === 'mail' && <MailPreviewDialog onClose={close} />}</DialogPresence>
      <DialogPresence>
        {toConfirm && (
          <StepUpDialog
            onClose={() => setToConfirm(null)}
            confirm={t('security.approval.submit')}
            busy={save.isPending}
            send={async (entry) => {
              void saved(toConfirm, await save.mutateAsync({ ...toConfirm, ...entry }))
            }}
          />
        )}
      </DialogPresence>
      {own.dialog}
    </>
  )
}
