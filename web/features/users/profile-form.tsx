import InputAdornment from '@mui/material/InputAdornment'
import { type ReactNode, useMemo } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod/mini'
import type { Company } from '#contract/company.ts'
import { say } from '#contract/fields.ts'
import { nameOfThree } from '#contract/person-fields.ts'
import type { User } from '#contract/user.ts'
import { countries } from '#domain/countries.ts'
import { highestReservePercent } from '#domain/funding-reserve.ts'
import { successText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { languageTag } from '#web/lib/language.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { WhoCan } from '#web/shared/roles/who-can.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { FormPage } from '#web/ui/form-page.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { type EditedProfile, useSaveProfile } from './api.ts'
import { ContactSection } from './contact-section.tsx'

const profileForm = z.object({
  firstName: nameOfThree,
  lastName: nameOfThree,
  companyName: nameOfThree,
  fundingReservePercent: z.pipe(
    z.string().check(
      z.trim(),
      z.refine(
        (text) => /^\d{1,2}$/.test(text) && Number(text) <= highestReservePercent,
        say('invalid'),
      ),
    ),
    z.transform(Number),
  ),
  country: z.string(),
})
type Values = Record<keyof EditedProfile, string>

export function ProfileForm({ user, company }: { user: User; company: Company }) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const save = useSaveProfile(company)
  const { control, handleSubmit, setError, formState } = useZodForm<Values, typeof profileForm>(
    profileForm,
    {
      firstName: user.firstName,
      lastName: user.lastName,
      companyName: company.name,
      fundingReservePercent: String(company.fundingReservePercent),
      country: company.country,
    },
  )
  const { saved } = useUnsavedChanges(formState.isDirty)
  const mayChange = useRole().can('changeCompany')
  const countryOptions = useCountries()
  const faults = Object.keys(formState.errors).length

  function send(profile: EditedProfile) {
    if (save.isPending) return
    save.mutate(profile, {
      onSuccess: () => {
        saved()
        toastSuccess(successText('profileEdited'))
        void navigate(paths.dashboard)
      },
      onError: (error) => {
        if (error instanceof ApiError && error.isAboutSession) return
        const shown = showFaults(renameFields(error), fields, setError)
        if (!shown) toastError(error.message)
      },
    })
  }

  return (
    <FormPage
      onSubmit={handleSubmit(send)}
      faults={faults}
      cancelTo={paths.dashboard}
      submit={t('ui.form.save')}
      pending={save.isPending}
    >
      <FormSection title={t('profile.person')} detail={t('profile.personDetail')}>
        <TextField
          control={control}
          name="firstName"
          label={t('auth.field.firstName')}
          autoComplete="given-name"
        />
        <TextField
          control={control}
          name="lastName"
          label={t('auth.field.lastName')}
          autoComplete="family-name"
        />
        <FullRow>
          <Detail>
            <Trans
              i18nKey="profile.signsInWith"
              values={{ email: user.email, date: format.date(user.createdAt) }}
              components={{ b: <b /> }}
            />
          </Detail>
        </FullRow>
      </FormSection>
      <ContactSection user={user} />
      <FormSection title={t('profile.company')} detail={t('profile.companyDetail')}>
        {mayChange ? (
          <>
            <FullRow>
              <TextField
                control={control}
                name="companyName"
                label={t('auth.field.companyName')}
                autoComplete="organization"
              />
            </FullRow>
            <FullRow>
              <TextField
                control={control}
                name="fundingReservePercent"
                label={t('payday.setting.label')}
                hint={t('payday.setting.help')}
                keepHint
                inputMode="numeric"
                maxLength={2}
                autoComplete="off"
                endAdornment={<InputAdornment position="end">%</InputAdornment>}
              />
            </FullRow>
            <FullRow>
              <SelectField
                control={control}
                name="country"
                label={t('profile.country')}
                hint={t('profile.countryHelp')}
                options={countryOptions}
              />
            </FullRow>
          </>
        ) : (
          <FullRow>
            <Text strong breakWords>
              {company.name}
            </Text>
            <WhoCan act="changeCompany" />
          </FullRow>
        )}
        <FullRow>
          <Detail>{t('profile.sector', { sector: company.companySector })}</Detail>
        </FullRow>
      </FormSection>
    </FormPage>
  )
}

/** All countries by their names in the person's language. */
function useCountries() {
  const language = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(languageTag(language), { type: 'region' })
    return [...countries]
      .map((value) => ({ value, text: names.of(value) ?? value }))
      .toSorted((a, b) => a.text.localeCompare(b.text, languageTag(language)))
  }, [language])
}

const fields = ['firstName', 'lastName', 'companyName', 'fundingReservePercent', 'country'] as const

/** The company's name is `name` where it is saved. */
function renameFields(error: Error): Error {
  if (!(error instanceof ApiError)) return error
  const { code, message, status, data } = error
  const faults = error.faults.map((fault) => ({
    ...fault,
    path: fault.path === 'name' ? 'companyName' : fault.path,
  }))
  return new ApiError(code, message, { status, faults, data })
}

function Detail({ children }: { children: ReactNode }) {
  return (
    <Text variant="body2" tone="ink2" breakWords boldInk>
      {children}
    </Text>
  )
}
