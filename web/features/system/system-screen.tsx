import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type SystemCheck, type SystemState, system } from '#contract/system.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh, slowPollMs } from '#web/lib/polling.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel, textInset } from '#web/ui/panel.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { StaleNotice } from '#web/ui/stale-notice.tsx'
import { Text } from '#web/ui/text.tsx'

const looks = {
  ok: { mark: 'tick', tone: 'jade' },
  warn: { mark: 'half', tone: 'amber' },
  bad: { mark: 'alert', tone: 'brick' },
} as const

/** How the installation is, as its keeper sees it. */
export function Component() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['system'],
    queryFn: (context) =>
      call(system, '/system', { signal: context.signal, automatic: isRefresh(context) }),
    refetchInterval: slowPollMs,
  })
  const { data, error, refetch } = query
  return (
    <Screen title={t('system.title')}>
      <PageHead title={t('system.title')} detail={t('system.lead')} />
      <StaleNotice query={query} />
      {data && <Checks checks={data.checks} />}
      {!data && error && (
        <LoadFailedPanel title={t('system.loadFailed')} error={error} onRetry={refetch} />
      )}
      {!data && !error && <Loading />}
    </Screen>
  )
}

function Checks({ checks }: SystemState) {
  return (
    <Panel flush>
      <Answer checks={checks} />
      <Block as="ul">
        {checks.map((check) => (
          <Check key={check.name} check={check} />
        ))}
      </Block>
    </Panel>
  )
}

function Answer({ checks }: SystemState) {
  const { t } = useTranslation()
  const count = (state: SystemCheck['state']) =>
    checks.filter((check) => check.state === state).length
  const [bad, warn] = [count('bad'), count('warn')]
  return (
    <Block px={textInset} py={6}>
      <Text variant="cell" as="h2" tone="ink2">
        {t('system.question')}
      </Text>
      <Text variant="answer" mt={0.5} role="status">
        {bad > 0
          ? t('system.answer.bad', { count: bad })
          : warn > 0
            ? t('system.answer.warn', { count: warn })
            : t('system.answer.ok')}
      </Text>
    </Block>
  )
}

/** The state stands at the right; on phones beside the name, and the sentence beneath. */
const columns = { xs: 'minmax(0, 1fr) auto', md: '200px minmax(0, 1fr) 128px' }
const areas = { xs: '"name state" "message message"', md: '"name message state"' }

function Check({ check: { name, state, message, at } }: { check: SystemCheck }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(1000)
  const { mark, tone } = looks[state]
  return (
    <Block as="li" px={textInset} py={3.5} lineAbove>
      <Grid columns={columns} areas={areas} align="start" columnGap={4} rowGap={1}>
        <Text as="h3" area="name" size={15} leading={22} strong m={0}>
          {t(`system.name.${name}`)}
        </Text>
        <Text as="div" area="message" size={14} leading={22} tone="ink2" breakWords>
          {message}
          {at !== null && ` (${format.age(at, now)})`}
        </Text>
        <Row area="state" gap={2.5} align="start" tone={tone} strong size={14.5} leading={22}>
          <Mark name={mark} mt="3px" />
          <span>{t(`system.state.${state}`)}</span>
        </Row>
      </Grid>
    </Block>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <Panel>
      <Grid gap={5} role="status" aria-label={t('ui.loading')}>
        <TextSkeleton width={260} height={30} />
        {[180, 220, 160].map((width) => (
          <TextSkeleton key={width} width={width} />
        ))}
      </Grid>
    </Panel>
  )
}
