import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import type { ApprovalRules } from '#contract/approval-rules.ts'
import { type Company, companyEdit } from '#contract/company.ts'
import type { Team } from '#contract/team.ts'
import { ApiError } from '#web/lib/api.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { useOwnApproval } from '#web/shared/approval/use-own-approval.tsx'
import { StepUpDialog } from '#web/shared/auth/step-up-dialog.tsx'
import { useRole } from '#web/shared/roles/use-role.ts'
import { WhoCan } from '#web/shared/roles/who-can.tsx'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { SwitchRow } from '#web/ui/switch-row.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { type CompanyApproval, useCompanySettings, useSaveApproval } from './api.ts'
import { settingsWait, useApprovers, useRules } from './rules-api.ts'
import { RulesForm } from './rules-form.tsx'
import { RulesShown } from './rules-shown.tsx'

/** Rules of payments that wait for a code, or for the approval of others, before they are signed. */
export function ApprovalSection() {
  const { t } = useTranslation()
  const { data: company, error, refetch } = useCompanySettings()
  const { data: rules, isPending } = useRules()
  const team = useApprovers()
  const isTeam = rules !== undefined && (team.data?.users.length ?? 0) > 1
  return (
    <FormSection
      anchor="reglas"
      title={t('security.approval.title')}
      detail={t(isTeam ? 'rules.detail' : 'security.approval.detail')}
    >
      <FullRow>
        {company && !isPending && !team.isPending ? (
          <Approval company={company} rules={rules} team={team.data} />
        ) : error ? (
          <LoadFailed error={error} onRetry={refetch} />
        ) : (
          <FieldSkeleton />
        )}
      </FullRow>
    </FormSection>
  )
}

interface ApprovalProps {
  company: Company
  rules: ApprovalRules | undefined
  team: Team | undefined
}

/** Somebody alone has the rules of codes; a team has those of approvals, which others than its ADMIN read. */
function Approval({ company, rules, team }: ApprovalProps) {
  const { can } = useRole()
  const [saves, setSaves] = useState(0)
  if (!can('changeRules')) {
    if (!rules || !team) return <WhoCan act="changeRules" />
    return <RulesShown rules={rules} members={team.users} />
  }
  if (!rules || !team || team.users.length < 2) return <ApprovalForm company={company} />
  const { approval, addressHoldHours } = company
  return (
    <RulesForm
      // Another answer fills the form once more.
      key={JSON.stringify([rules, approval, addressHoldHours, saves])}
      rules={rules}
      company={company}
      members={team.users}
      onSaved={() => setSaves(saves + 1)}
    />
  )
}

interface ApprovalValues {
  bySum: boolean
  overUsd: number | string | undefined
  changedAddresses: boolean
}

const approval = z.pipe(
  z.object({ bySum: z.boolean(), overUsd: z.unknown(), changedAddresses: z.boolean() }),
  z.transform(({ bySum, overUsd, changedAddresses }, { issues }): CompanyApproval => {
    // The field's own rule, and that a switched-on rule has a sum.
    const checked = companyEdit.safeParse({
      approval: { overUsd: overUsd ?? null, changedAddresses },
    })
    const sum = checked.data?.approval?.overUsd ?? null
    if (bySum && sum === null) {
      const message = checked.success ? 'required' : (checked.error.issues[0]?.message ?? 'invalid')
      issues.push({ code: 'custom', path: ['overUsd'], message, input: overUsd })
    }
    return { overUsd: bySum ? sum : null, changedAddresses }
  }),
)

function ApprovalForm({ company }: { company: Company }) {
  const { t } = useTranslation()
  const save = useSaveApproval()
  const own = useOwnApproval()
  const [toConfirm, setToConfirm] = useState<CompanyApproval | null>(null)
  const { overUsd, changedAddresses } = company.approval
  const { control, handleSubmit, setValue, watch, reset, getValues, formState } = useZodForm<
    ApprovalValues,
    typeof approval
  >(approval, { bySum: overUsd !== null, overUsd: overUsd ?? undefined, changedAddresses })
  const values = watch()
  useUnsavedChanges(formState.isDirty)

  async function saved(sent: CompanyApproval, answer: Company) {
    setToConfirm(null)
    const waits = settingsWait({ approval: sent }, answer)
    const outcome = waits ? await own.approve(({ kind }) => kind === 'RULES') : null
    // The form keeps what was not saved.
    if (outcome === 'givenUp') return
    reset(getValues())
    if (outcome === 'others') toastSuccess(t('rules.saved.waits'))
    else if (outcome === null) toastSuccess(t('security.approval.saved'))
  }

  const send = handleSubmit((next: CompanyApproval) => {
    if (save.isPending) return
    save.mutate(
      { approval: next },
      {
        onSuccess: (answer) => void saved(next, answer),
        onError: (error) => {
          if (error instanceof ApiError && error.isAboutSession) return
          if (error instanceof ApiError && error.code === 'CODE_REQUIRED') setToConfirm(next)
          else toastError(error.message)
        },
      },
    )
  })

  return (
    <>
      <form noValidate onSubmit={send}>
        <SwitchRow
          on={values.bySum}
          onChange={(on) => setValue('bySum', on, { shouldDirty: true })}
          title={t('security.approval.bySum')}
          detail={t('security.approval.bySumDetail')}
        >
          {values.bySum && (
            <Block mt={3} maxWidth={220}>
              <MoneyField control={control} name="overUsd" label={t('security.approval.sum')} />
            </Block>
          )}
        </SwitchRow>
        <SwitchRow
          on={values.changedAddresses}
          onChange={(on) => setValue('changedAddresses', on, { shouldDirty: true })}
          title={t('security.approval.addresses')}
          detail={t('security.approval.addressesDetail')}
        />
        <Row wrap justify="between" gap={3} pt={0}>
          <Text variant="body2" flex="1 1 220px" tone="ink2">
            {t('security.approval.needsCode')}
          </Text>
          <Button type="submit" disabled={save.isPending} flex={{ xs: '1 1 100%', sm: 'none' }}>
            {t('security.approval.submit')}
          </Button>
        </Row>
      </form>
      <DialogPresence>
        {toConfirm && (
          <StepUpDialog
            onClose={() => setToConfirm(null)}
            confirm={t('security.approval.submit')}
            busy={save.isPending}
            send={async (entry) => {
              void saved(toConfirm, await save.mutateAsync({ approval: toConfirm, ...entry }))
            }}
          />
        )}
      </DialogPresence>
      {own.dialog}
    </>
  )
}
