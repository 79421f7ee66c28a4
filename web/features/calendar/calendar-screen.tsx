import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CalendarAnswer } from '#contract/calendar.ts'
import { MakeSpecialRunOfAny } from '#web/features/special-runs/index.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useCalendar } from '#web/shared/calendar/api.ts'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { EventAvailableIcon } from '#web/ui/icons/event-available.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { StaleNotice } from '#web/ui/stale-notice.tsx'
import { ClosedDaysDialog } from './closed-days-dialog.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { MonthPanel } from './month-panel.tsx'
import { monthsOf, nextOf } from './months.ts'
import { NextPanel } from './next-panel.tsx'
import { OccurrenceDialog } from './occurrence-dialog.tsx'

/** All paydays of the company: first the one that comes next, then month by month. */
export function Component() {
  const { t } = useTranslation()
  const query = useCalendar()
  const { data, error, refetch } = query
  const { can } = useRole()
  const [closing, setClosing] = useState(false)
  const [subscribing, setSubscribing] = useState(false)
  const isEmpty = data?.occurrences.length === 0
  return (
    <Screen title={t('calendar.title')}>
      <PageHead
        title={t('calendar.title')}
        actions={
          data && !isEmpty ? (
            <>
              {can('changeCompany') && (
                <Button variant="text" onClick={() => setClosing(true)}>
                  {t('calendar.closed.title')}
                </Button>
              )}
              <Button startIcon={<EventAvailableIcon />} onClick={() => setSubscribing(true)}>
                {t('calendar.subscribe')}
              </Button>
              {can('runPayment') && <MakeSpecialRunOfAny />}
            </>
          ) : undefined
        }
      />
      <StaleNotice query={query} />
      {!data && error && (
        <LoadFailedPanel title={t('calendar.loadFailed')} error={error} onRetry={refetch} />
      )}
      {!data && !error && <Loading />}
      {data && (isEmpty ? <Nothing /> : <Months calendar={data} />)}
      <DialogPresence>
        {closing && <ClosedDaysDialog onClose={() => setClosing(false)} />}
      </DialogPresence>
      <DialogPresence>
        {subscribing && <FeedDialog onClose={() => setSubscribing(false)} />}
      </DialogPresence>
    </Screen>
  )
}

function Months({ calendar: { occurrences, closedDays } }: { calendar: CalendarAnswer }) {
  const now = useNow(60_000)
  const [openId, setOpenId] = useState<string | null>(null)
  const opened = occurrences.find(({ _id }) => _id === openId)
  const next = nextOf(occurrences)
  return (
    <Grid gap={5} columns="minmax(0, 1fr)">
      <NextPanel occurrence={next} now={now} />
      {monthsOf(occurrences, now).map((month, index) => (
        <MonthPanel
          key={month.key}
          month={month}
          now={now}
          closedDays={closedDays}
          isFar={index > 1}
          onOpen={({ _id }) => setOpenId(_id)}
        />
      ))}
      <DialogPresence>
        {opened && <OccurrenceDialog occurrence={opened} onClose={() => setOpenId(null)} />}
      </DialogPresence>
    </Grid>
  )
}

function Nothing() {
  const { t } = useTranslation()
  return (
    <Panel flush>
      <EmptyState
        title={t('calendar.empty.title')}
        actions={
          <Button component={Link} to={paths.payrolls} variant="contained">
            {t('calendar.empty.action')}
          </Button>
        }
      >
        {t('calendar.empty.text')}
      </EmptyState>
    </Panel>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <Grid gap={5} role="status" aria-label={t('ui.loading')}>
      {[320, 220].map((width) => (
        <Panel key={width}>
          <Grid gap={4}>
            <TextSkeleton width={120} />
            <TextSkeleton width={width} height={30} />
            <TextSkeleton width={260} />
          </Grid>
        </Panel>
      ))}
    </Grid>
  )
}
