import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { signUpSecondStep } from '#contract/sign-up.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { Button, Link } from '#web/ui/controls.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Row } from '#web/ui/layout.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { AccessForm } from './sign-in-form.tsx'
import { useCompanySectors } from './sign-up-api.ts'

interface Company {
  companyName: string
  companySector: string
}

interface CompanyStepProps {
  company: Company
  pending: boolean
  /** Why the server refused the last try. */
  error: Error | null
  onBack: (company: Company) => void
  onSend: (company: Company) => void
}

export function CompanyStep({ company, pending, error, onBack, onSend }: CompanyStepProps) {
  const { t } = useTranslation()
  const sectors = useCompanySectors()
  const { control, handleSubmit, getValues, setError } = useZodForm(signUpSecondStep, company)
  // The first step is typed and nowhere saved.
  useUnsavedChanges(true)

  useEffect(() => {
    showFaults(error, ['companyName', 'companySector'], setError)
  }, [error, setError])

  return (
    <AccessForm onSubmit={handleSubmit(onSend)}>
      <TextField
        control={control}
        name="companyName"
        label={t('auth.field.companyName')}
        autoComplete="organization"
        autoFocus
      />
      <SelectField
        control={control}
        name="companySector"
        label={t('auth.field.companySector')}
        placeholder={t(sectors.isPending ? 'ui.loading' : 'auth.signUp.chooseSector')}
        options={(sectors.data ?? []).map((sector) => ({ value: sector, text: sector }))}
        hint={
          sectors.isError && (
            <>
              {t('auth.signUp.sectorsFailed')}{' '}
              <Link component="button" type="button" onClick={() => sectors.refetch()}>
                {t('ui.retry')}
              </Link>
            </>
          )
        }
      />
      <Row gap={3} mt={1} align="stretch">
        <Button size="large" onClick={() => onBack(getValues())} px="21px">
          {t('auth.signUp.back')}
        </Button>
        <Button type="submit" variant="contained" size="large" disabled={pending} flex={1}>
          {t('auth.signUp.submit')}
        </Button>
      </Row>
    </AccessForm>
  )
}
