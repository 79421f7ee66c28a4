import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useLocation } from 'react-router'
import { ApiError } from '#web/lib/api.ts'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { UnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useSignUpState } from './api.ts'
import { CompanyStep } from './company-step.tsx'
import { PersonStep, type SignUpPerson } from './person-step.tsx'
import { AccessFoot, AccessPage } from './sign-in-layout.tsx'
import { useSignUp, useSignUpInvitation } from './sign-up-api.ts'
import { SignUpRefusedPage, signUpRefused } from './sign-up-refused.tsx'

const nobody: SignUpPerson = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmPassword: '',
}

/** The company's step shows its own faults. */
const isOfCompany = (error: Error) =>
  error instanceof ApiError &&
  error.faults.length > 0 &&
  error.faults.every(({ path }) => path.startsWith('company'))

const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('i') ?? ''

/** The sign-up, with the operator's link, whose token is in the fragment, or without. */
export function Component() {
  const token = tokenIn(useLocation().hash)
  return (
    <UnsavedChanges visitor>
      {token === '' ? <Uninvited /> : <Invited key={token} token={token} />}
    </UnsavedChanges>
  )
}

function Uninvited() {
  const { data, isPending } = useSignUpState()
  if (isPending) return <Waiting />
  // Without an answer the form is shown: its press will say.
  return data?.open === false ? <SignUpRefusedPage why="closed" /> : <SignUp invitation={null} />
}

function Invited({ token }: { token: string }) {
  const { data, error, refetch } = useSignUpInvitation(token)
  const refused = signUpRefused(error)
  if (refused) return <SignUpRefusedPage why={refused} />
  if (data) return <SignUp invitation={{ token, email: data.email }} />
  return <Waiting>{error && <LoadFailed error={error} onRetry={refetch} />}</Waiting>
}

/** The page without a form, or with the reason why there is none. */
function Waiting({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <AccessPage title={t('auth.signUp.title')}>
      {children || (
        <Grid gap={5}>
          <FieldSkeleton />
          <FieldSkeleton />
          <FieldSkeleton />
        </Grid>
      )}
    </AccessPage>
  )
}

interface SignUpProps {
  invitation: { token: string; email: string } | null
}

/** The person first, without a call; then the company, and both are sent together. */
function SignUp({ invitation }: SignUpProps) {
  const { t } = useTranslation()
  const [step, setStep] = useState<1 | 2>(1)
  const [person, setPerson] = useState({ ...nobody, email: invitation?.email ?? '' })
  const [company, setCompany] = useState({ companyName: '', companySector: '' })
  const [takenEmail, setTakenEmail] = useState<{ email: string; message: string } | null>(null)
  const signUp = useSignUp()

  function send(filled: typeof company) {
    if (signUp.isPending) return
    setCompany(filled)
    const { confirmPassword: _, ...account } = person
    signUp.mutate(
      { ...account, ...filled, ...(invitation && { invitation: invitation.token }) },
      {
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'EMAIL_TAKEN') {
            setTakenEmail({ email: person.email, message: error.message })
            setStep(1)
          } else if (!isOfCompany(error) && !signUpRefused(error)) toastError(error.message)
        },
      },
    )
  }

  const refused = signUpRefused(signUp.error)
  if (refused) return <SignUpRefusedPage why={refused} />

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
          invited={invitation !== null}
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
        <Link component={RouterLink} to={paths.login} noWrap>
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
        <Block key={number} width={28} height={3} ground={number <= step ? 'anil' : 'line'} />
      ))}
      <Text variant="body2" ml="5px" tone="ink2">
        {t('auth.signUp.step', { step })}
      </Text>
    </Row>
  )
}
