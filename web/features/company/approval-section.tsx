import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Switch from '@mui/material/Switch'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { type Company, companyEdit } from '#contract/company.ts'
import { ApiError } from '#web/lib/api.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { StepUpDialog } from '#web/shared/auth/step-up-dialog.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { type Approval, useCompany, useSaveApproval } from './api.ts'

/** Which payments wait for a code before they are signed. */
export function ApprovalSection() {
  const { t } = useTranslation()
  const { data: company, error, refetch } = useCompany()
  return (
    <FormSection title={t('security.approval.title')} detail={t('security.approval.detail')}>
      <FullRow>
        {company ? (
          <ApprovalForm company={company} />
        ) : error ? (
          <LoadFailed error={error} onRetry={refetch} />
        ) : (
          <FieldSkeleton />
        )}
      </FullRow>
    </FormSection>
  )
}

interface ApprovalValues {
  bySum: boolean
  overUsd: number | string | undefined
  changedAddresses: boolean
}

const approval = z.pipe(
  z.object({ bySum: z.boolean(), overUsd: z.unknown(), changedAddresses: z.boolean() }),
  z.transform(({ bySum, overUsd, changedAddresses }, { issues }): Approval => {
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
  const [asked, setAsked] = useState<Approval | null>(null)
  const { overUsd, changedAddresses } = company.approval
  const { control, handleSubmit, setValue, watch } = useZodForm<ApprovalValues, typeof approval>(
    approval,
    { bySum: overUsd !== null, overUsd: overUsd ?? undefined, changedAddresses },
  )
  const values = watch()

  function saved() {
    setAsked(null)
    toastSuccess(t('security.approval.saved'))
  }

  const send = handleSubmit((next: Approval) => {
    if (save.isPending) return
    save.mutate(
      { approval: next },
      {
        onSuccess: saved,
        onError: (error) => {
          if (error instanceof ApiError && error.isAboutSession) return
          if (error instanceof ApiError && error.code === 'CODE_REQUIRED') setAsked(next)
          else toastError(error.message)
        },
      },
    )
  })

  return (
    <>
      <form noValidate onSubmit={send}>
        <Rule
          on={values.bySum}
          onChange={(on) => setValue('bySum', on)}
          title={t('security.approval.bySum')}
          detail={t('security.approval.bySumDetail')}
        >
          {values.bySum && (
            <Block mt={3} maxWidth={220}>
              <MoneyField control={control} name="overUsd" label={t('security.approval.sum')} />
            </Block>
          )}
        </Rule>
        <Rule
          on={values.changedAddresses}
          onChange={(on) => setValue('changedAddresses', on)}
          title={t('security.approval.addresses')}
          detail={t('security.approval.addressesDetail')}
        />
        <Row wrap justify="between" gap={3} pt={0}>
          <Text variant="body2" flex="1 1 220px" tone="ink2">
            {t('security.approval.needsCode')}
          </Text>
          <Button
            type="submit"
            disabled={save.isPending}
            sx={{ flex: { xs: '1 1 100%', sm: 'none' } }}
          >
            {t('security.approval.submit')}
          </Button>
        </Row>
      </form>
      <DialogPresence>
        {asked && (
          <StepUpDialog
            onClose={() => setAsked(null)}
            action="APPROVAL"
            confirm={t('security.approval.submit')}
            busy={save.isPending}
            send={async (entry) => {
              await save.mutateAsync({ approval: asked, ...entry })
              saved()
            }}
          />
        )}
      </DialogPresence>
    </>
  )
}

interface RuleProps {
  on: boolean
  onChange: (on: boolean) => void
  title: string
  detail: string
  children?: ReactNode
}

function Rule({ on, onChange, title, detail, children }: RuleProps) {
  const id = useId()
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 3.5,
        pb: 4,
        mb: 4,
        borderBottom: 1,
        borderColor: 'line',
        '&:last-of-type': { mb: 0 },
      }}
    >
      <Switch
        id={id}
        checked={on}
        onChange={(_event, next) => onChange(next)}
        slotProps={{ input: { 'aria-describedby': `${id}-detail` } }}
        sx={{ flex: 'none' }}
      />
      <Block minWidth={0} flex={1}>
        <Box component="label" htmlFor={id} sx={{ fontWeight: 600, cursor: 'pointer' }}>
          {title}
        </Box>
        <Text id={`${id}-detail`} variant="body2" tone="ink2">
          {detail}
        </Text>
        {children}
      </Block>
    </Box>
  )
}
