import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError } from '#web/lib/api.ts'
import { paths } from '#web/shared/paths.ts'
import { Button } from '#web/ui/controls.tsx'
import { Text } from '#web/ui/text.tsx'
import { AccessPage } from './sign-in-layout.tsx'

/** Nobody signs up without an invitation, or the one at hand is over. */
export type SignUpRefused = 'closed' | 'ended'

/** Null where a refusal is about the form. A link that was cut off is as good as an ended one. */
export function signUpRefused(error: Error | null): SignUpRefused | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'SIGN_UP_CLOSED') return 'closed'
  const isOfLink = error.faults.some(({ path }) => path === 'invitation')
  return error.code === 'INVITATION_ENDED' || isOfLink ? 'ended' : null
}

export function SignUpRefusedPage({ why }: { why: SignUpRefused }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  // A form that had the focus may be gone.
  useEffect(() => heading.current?.focus(), [])
  const title = t(`auth.invitation.${why}Title`)
  return (
    <AccessPage title={title}>
      <Text ref={heading} tabIndex={-1} variant="h1" size={{ xs: 30 }}>
        {title}
      </Text>
      <Text role="status" mt={4} mb={7} tone="ink2">
        {t(`auth.invitation.${why}`)}
      </Text>
      <Button component={Link} to={paths.login} variant="contained" size="large" fullWidth>
        {t('auth.login.title')}
      </Button>
    </AccessPage>
  )
}
