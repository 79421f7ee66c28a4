import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useLocation } from 'react-router'
import { ApiError } from '#web/lib/api.ts'
import { paths } from '#web/shared/paths.ts'
import { Button, Link } from '#web/ui/controls.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { UnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { AccessFoot, AccessPage } from '../sign-in-layout.tsx'
import { useTeamInvitation } from './api.ts'
import { JoinForm } from './join-form.tsx'

const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('t') ?? ''

/** Used, over, or cut off by a mail program. */
const isOver = (error: Error | null) =>
  error instanceof ApiError && (error.code === 'INVITATION_ENDED' || error.code === 'NOT_FOUND')

/** The screen to which the mail of an invitation to a team leads; signed in or not. */
export function Component() {
  const token = tokenIn(useLocation().hash)
  return (
    <UnsavedChanges visitor>
      {token === '' ? <Ended /> : <Invited key={token} token={token} />}
    </UnsavedChanges>
  )
}

function Invited({ token }: { token: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useTeamInvitation(token)
  const [ended, setEnded] = useState(false)
  if (ended || isOver(error)) return <Ended />
  if (data === undefined) {
    return (
      <AccessPage title={t('team.join.page')}>
        {error ? <LoadFailed error={error} onRetry={refetch} /> : <Waiting />}
      </AccessPage>
    )
  }
  const title = t('team.join.title', { company: data.companyName })
  return (
    <AccessPage title={title}>
      <Text variant="h1" mb={5} size={{ xs: 30 }} breakWords>
        {title}
      </Text>
      <JoinForm token={token} invitation={data} onEnded={() => setEnded(true)} />
      <AccessFoot>
        {t('team.join.haveAccount')} <ToLogin />
      </AccessFoot>
    </AccessPage>
  )
}

function ToLogin(): ReactNode {
  const { t } = useTranslation()
  return (
    <Link component={RouterLink} to={paths.login} noWrap>
      {t('auth.login.title')}
    </Link>
  )
}

function Waiting() {
  return (
    <Grid gap={5}>
      <FieldSkeleton />
      <FieldSkeleton />
      <FieldSkeleton />
    </Grid>
  )
}

function Ended() {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  // A form that had the focus may be gone.
  useEffect(() => heading.current?.focus(), [])
  const title = t('team.join.endedTitle')
  return (
    <AccessPage title={title}>
      <Text ref={heading} tabIndex={-1} variant="h1" size={{ xs: 30 }}>
        {title}
      </Text>
      <Text role="status" mt={4} mb={7} tone="ink2">
        {t('team.join.ended')}
      </Text>
      <Button component={RouterLink} to={paths.login} variant="contained" size="large" fullWidth>
        {t('auth.login.title')}
      </Button>
    </AccessPage>
  )
}
