import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Mark, type MarkName } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
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
    <Box
      component="main"
      sx={{ maxWidth: 560, mx: 'auto', px: { xs: 4, sm: 6 }, py: { xs: 8, md: 18 } }}
    >
      <title>{`${t('freeze.page')} · Quincena`}</title>
      <Box sx={{ mb: 6 }}>
        <Wordmark size={26} />
      </Box>
      <Panel sx={{ pb: { md: '28px' } }}>
        {token === '' ? <Ended /> : <Asked token={token} />}
      </Panel>
    </Box>
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
      <Typography sx={{ color: 'ink2' }}>{t('freeze.why')}</Typography>
      <Consequences />
      {frozenAt && <Typography sx={{ mb: 5, fontWeight: 600 }}>{t('freeze.already')}</Typography>}
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
      <Typography variant="body2" sx={{ mt: 5, color: 'ink2' }}>
        {t('freeze.orNot')}
      </Typography>
    </>
  )
}

const consequences = [
  ['sessions', 'cross'],
  ['waiting', 'cross'],
  ['payments', 'cross'],
  ['signed', 'half'],
] as const satisfies (readonly [string, MarkName])[]

/** What happens to sessions, orders and money. */
function Consequences() {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ listStyle: 'none', p: 0, my: 6, display: 'grid', gap: 3 }}>
      {consequences.map(([what, mark]) => (
        <Box component="li" key={what} sx={{ display: 'flex', gap: 2.5 }}>
          <Mark name={mark} sx={{ flex: 'none', mt: '3px', color: 'ink2' }} />
          {t(`freeze.consequence.${what}`)}
        </Box>
      ))}
    </Box>
  )
}

function Frozen({ name, at }: { name: string; at: string | null }) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  return (
    <Outcome title={t('freeze.doneTitle', { name })}>
      <Typography role="status" sx={{ mb: 3 }}>
        {t('freeze.done', { at: at ? dateTime(at) : '' })}
      </Typography>
      <Typography sx={{ mb: 6, color: 'ink2' }}>{t('freeze.wayOut')}</Typography>
      <ToReset />
    </Outcome>
  )
}

/** Used, too old, or cut off by a mail program. */
function Ended() {
  const { t } = useTranslation()
  return (
    <Outcome title={t('freeze.endedTitle')}>
      <Typography role="alert" sx={{ mb: 6 }}>
        {t('freeze.ended')}
      </Typography>
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

/** What had the focus is gone. */
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
  <Typography
    ref={ref}
    tabIndex={-1}
    variant="h1"
    sx={{ mb: 4, fontSize: { xs: '1.875rem' }, overflowWrap: 'anywhere' }}
  >
    {children}
  </Typography>
)
