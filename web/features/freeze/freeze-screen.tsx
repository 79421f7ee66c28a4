import Button from '@mui/material/Button'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { Mark, type MarkName } from '#web/ui/inline-icons.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { useFreeze, useFreezeLink } from './api.ts'

const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('t') ?? ''
const hasEnded = (error: Error | null) =>
  error instanceof ApiError && error.code === 'FREEZE_LINK_ENDED'

/**
 * Where the link of a mail leads: asks once, and freezes on the press alone, because mail programs
 * open links by themselves. Signed in or not.
 */
export function Component() {
  const { t } = useTranslation()
  const token = tokenIn(useLocation().hash)
  return (
    <Block as="main" maxWidth={560} mx="auto" px={{ xs: 4, sm: 6 }} py={{ xs: 8, md: 18 }}>
      <title>{`${t('freeze.page')} · Quincena`}</title>
      <Block mb={6}>
        <Wordmark size={26} />
      </Block>
      <Panel sx={{ pb: { md: '28px' } }}>
        {token === '' ? <Ended /> : <Asked token={token} />}
      </Panel>
    </Block>
  )
}

function Asked({ token }: { token: string }) {
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
      <Title>{t('freeze.title', { name })}</Title>
      <Text tone="ink2">{t('freeze.why')}</Text>
      <Consequences />
      {frozenAt && (
        <Text mb={5} strong>
          {t('freeze.already')}
        </Text>
      )}
      <Button
        variant="contained"
        color="error"
        size="large"
        onClick={press}
        disabled={freeze.isPending}
        sx={{ width: { xs: '100%', sm: 'auto' } }}
      >
        {t('freeze.press')}
      </Button>
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
    <Outcome title={t('freeze.doneTitle', { name })}>
      <Text role="status" mb={3}>
        {t('freeze.done', { at: at ? dateTime(at) : '' })}
      </Text>
      <Text mb={6} tone="ink2">
        {t('freeze.wayOut')}
      </Text>
      <ToReset />
    </Outcome>
  )
}

/** Used, too old, or cut off by a mail program. */
function Ended() {
  const { t } = useTranslation()
  return (
    <Outcome title={t('freeze.endedTitle')}>
      <Text role="alert" mb={6}>
        {t('freeze.ended')}
      </Text>
      <ToReset />
    </Outcome>
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

/** The element that had the focus is gone. */
function Outcome({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Title ref={heading}>{title}</Title>
      {children}
    </>
  )
}

const Title = ({ ref, children }: { ref?: React.Ref<HTMLHeadingElement>; children: ReactNode }) => (
  <Text ref={ref} tabIndex={-1} variant="h1" mb={4} size={{ xs: 30 }} breakWords>
    {children}
  </Text>
)
