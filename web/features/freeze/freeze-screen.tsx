import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { Button } from '#web/ui/controls.tsx'
import { Mark, type MarkName } from '#web/ui/inline-icons.tsx'
import { Grid, Row } from '#web/ui/layout.tsx'
import { LinkOutcome, LinkPage, LinkPress, LinkTitle } from '#web/ui/link-page.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { useFreeze, useFreezeLink } from './api.ts'

const hasEnded = (error: Error | null) =>
  error instanceof ApiError && error.code === 'FREEZE_LINK_ENDED'

/**
 * The screen to which the link of a mail leads: asks once, and freezes on the press alone, because
 * mail programs open links by themselves. Signed in or not.
 */
export function Component() {
  const { t } = useTranslation()
  return (
    <LinkPage title={t('freeze.page')}>
      {(token) => (token === '' ? <Ended /> : <FreezeForm token={token} />)}
    </LinkPage>
  )
}

function FreezeForm({ token }: { token: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useFreezeLink(token)
  const freeze = useFreeze(token)
  const [isOver, setOver] = useState(false)
  if (freeze.data) return <Frozen at={freeze.data.frozenAt} name={freeze.data.companyName} />
  if (isOver || hasEnded(error)) return <Ended />
  if (error) return <LoadFailed error={error} onRetry={refetch} />
  if (!data) return <FieldSkeleton />
  const { companyName: name, frozenAt } = data
  const press = () => {
    if (freeze.isPending) return
    freeze.mutate(undefined, {
      // Another press, or one whose answer was lost, came first.
      onError: (cause) => (hasEnded(cause) ? setOver(true) : toastError(cause.message)),
    })
  }
  return (
    <>
      <LinkTitle>{t('freeze.title', { name })}</LinkTitle>
      <Text tone="ink2">{t('freeze.why')}</Text>
      <Consequences />
      {frozenAt && (
        <Text mb={5} strong>
          {t('freeze.already')}
        </Text>
      )}
      <LinkPress onPress={press} busy={freeze.isPending}>
        {t('freeze.press')}
      </LinkPress>
      <Text variant="body2" mt={5} tone="ink2">
        {t('freeze.orNot')}
      </Text>
    </>
  )
}

const consequences = [
  ['sessions', 'cross'],
  ['waiting', 'cross'],
  ['payments', 'cross'],
  ['signed', 'half'],
] as const satisfies (readonly [string, MarkName])[]

/** The consequences for sessions, orders and money. */
function Consequences() {
  const { t } = useTranslation()
  return (
    <Grid as="ul" my={6} gap={3}>
      {consequences.map(([what, mark]) => (
        <Row key={what} as="li" gap={2.5} align="stretch">
          <Mark name={mark} mt="3px" tone="ink2" />
          {t(`freeze.consequence.${what}`)}
        </Row>
      ))}
    </Grid>
  )
}

function Frozen({ name, at }: { name: string; at: string | null }) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  return (
    <LinkOutcome title={t('freeze.doneTitle', { name })}>
      <Text role="status" mb={3}>
        {t('freeze.done', { at: at ? dateTime(at) : '' })}
      </Text>
      <Text mb={6} tone="ink2">
        {t('freeze.wayOut')}
      </Text>
      <ToReset />
    </LinkOutcome>
  )
}

/** Used, too old, or cut off by a mail program. */
function Ended() {
  const { t } = useTranslation()
  return (
    <LinkOutcome title={t('freeze.endedTitle')}>
      <Text role="alert" mb={6}>
        {t('freeze.ended')}
      </Text>
      <ToReset />
    </LinkOutcome>
  )
}

function ToReset() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to={paths.forgotPassword} variant="contained" size="large">
      {t('freeze.reset')}
    </Button>
  )
}
