import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { ApiError } from '#web/lib/api.ts'
import { paths } from '#web/shared/paths.ts'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { useSignUp } from './api.ts'
import { CompanyStep } from './company-step.tsx'
import { type Person, PersonStep } from './person-step.tsx'
import { AccessFoot, AccessPage } from './sign-in-layout.tsx'

const nobody: Person = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' }

/** The person first, without a call; then the company, and both are sent together. */
export function Component() {
  const { t } = useTranslation()
  const [step, setStep] = useState<1 | 2>(1)
  const [person, setPerson] = useState(nobody)
  const [company, setCompany] = useState({ companyName: '', companySector: '' })
  const [takenEmail, setTakenEmail] = useState<{ email: string; message: string } | null>(null)
  const signUp = useSignUp()

  function send(filled: typeof company) {
    if (signUp.isPending) return
    setCompany(filled)
    const { confirmPassword: _, ...account } = person
    signUp.mutate(
      { ...account, ...filled },
      {
        onError: (error) => {
          if (!(error instanceof ApiError) || error.code !== 'EMAIL_TAKEN') return
          setTakenEmail({ email: person.email, message: error.message })
          setStep(1)
        },
      },
    )
  }

  const title = t(step === 1 ? 'auth.signUp.title' : 'auth.signUp.companyTitle')
  return (
    <AccessPage title={title}>
      <Steps step={step} />
      <Text variant="h1" mt={2.5} mb={6} size={{ xs: 30 }}>
        {title}
      </Text>
      {step === 1 ? (
        <PersonStep
          person={person}
          takenEmail={takenEmail}
          onContinue={(filled) => {
            setPerson(filled)
            setStep(2)
          }}
        />
      ) : (
        <CompanyStep
          company={company}
          pending={signUp.isPending}
          error={signUp.error}
          onBack={(filled) => {
            setCompany(filled)
            setStep(1)
          }}
          onSend={send}
        />
      )}
      <AccessFoot>
        {t('auth.signUp.haveAccount')}{' '}
        <Link component={RouterLink} to={paths.login} sx={{ whiteSpace: 'nowrap' }}>
          {t('auth.login.title')}
        </Link>
      </AccessFoot>
    </AccessPage>
  )
}

function Steps({ step }: { step: 1 | 2 }) {
  const { t } = useTranslation()
  return (
    <Row gap="5px">
      {[1, 2].map((number) => (
        <Box
          key={number}
          sx={{ width: 28, height: 3, bgcolor: number <= step ? 'anil' : 'line' }}
        />
      ))}
      <Text variant="body2" ml="5px" tone="ink2">
        {t('auth.signUp.step', { step })}
      </Text>
    </Row>
  )
}
