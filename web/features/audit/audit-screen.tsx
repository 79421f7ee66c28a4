import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditPage } from '#contract/audit.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useClampedPage, useListParams } from '#web/lib/use-list-params.ts'
import { paths } from '#web/shared/paths.ts'
import { Btc } from '#web/ui/amount.tsx'
import { ClampedText } from '#web/ui/clamped-text.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Block } from '#web/ui/layout.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Screen } from '#web/ui/screen.tsx'
import type { Column } from '#web/ui/table-props.ts'
import { Text } from '#web/ui/text.tsx'
import { auditPageSize, useAudit } from './api.ts'
import { type Detail, detailWords } from './detail-words.ts'

type Event = AuditPage['events'][number]

/** Acts by actor and time, the newest first. */
export function Component() {
  const { t } = useTranslation()
  const { page, setPage } = useListParams()
  const { data, error, refetch } = useAudit(page)
  useClampedPage({ page, setPage }, data?.pages)
  return (
    <Screen title={t('audit.title')}>
      <PageHead
        back={{ to: paths.security, text: t('layout.security') }}
        title={t('audit.title')}
        detail={t('audit.detail')}
      />
      {data === undefined && error ? (
        <LoadFailedPanel error={error} onRetry={refetch} />
      ) : (
        <AuditTable
          events={data?.events}
          pager={
            <Pager
              page={page}
              pageSize={auditPageSize}
              total={data?.totalEvents ?? 0}
              onPage={setPage}
            />
          }
        />
      )}
    </Screen>
  )
}

function AuditTable({ events, pager }: { events: Event[] | undefined; pager: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('audit.title')}
      columns={useColumns()}
      rows={events}
      rowKey={({ _id }) => _id}
      empty={<EmptyState title={t('audit.empty')} />}
      pager={pager}
    />
  )
}

function useDetail(): (event: Event) => Detail[] {
  const { t } = useTranslation()
  const { usd, count } = useFormat()
  return (event) => detailWords(event, { t: (key, slots = {}) => t(key, slots), usd, count })
}

/** Details in full: a log that is cut off proves nothing. */
const Details = ({ details }: { details: Detail[] }) => (
  <Text as="div" size={13}>
    <DotSeparated>
      {details.map((detail) =>
        typeof detail === 'string' ? (
          detail
        ) : (
          <Fragment key={detail.before}>
            {detail.before}
            {'btc' in detail ? <Btc btc={detail.btc} /> : <code>{detail.code}</code>}
          </Fragment>
        ),
      )}
    </DotSeparated>
  </Text>
)

function useColumns(): Column<Event>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const detailOf = useDetail()
  const whoOf = ({ who, foreign }: Event) =>
    foreign ? t('audit.foreign') : (who ?? t('audit.program'))
  return [
    {
      key: 'at',
      head: t('audit.column.at'),
      width: 200,
      rigid: true,
      cell: ({ at }) => format.dateTime(at),
      onCard: {
        aside: ({ at }) => (
          <Text as="div" size={13} tone="ink2" textAlign="right">
            {format.date(at)}
            <br />
            {format.time(at)}
          </Text>
        ),
      },
      skeleton: 128,
    },
    {
      key: 'who',
      head: t('audit.column.who'),
      width: 178,
      rigid: true,
      cell: (event) => <ClampedText text={whoOf(event)} />,
      onCard: { fact: whoOf },
      skeleton: 120,
      look: 'name',
    },
    {
      key: 'action',
      head: t('audit.column.action'),
      width: 206,
      rigid: true,
      cell: ({ action }) => <ClampedText text={t(`audit.action.${action}`)} words />,
      onCard: { title: ({ action }) => t(`audit.action.${action}`) },
      skeleton: 150,
      look: 'plain',
    },
    {
      key: 'subject',
      head: t('audit.column.subject'),
      width: 196,
      rigid: true,
      cell: ({ subject }) => <ClampedText text={subject} />,
      onCard: { fact: ({ subject }) => subject },
      skeleton: 140,
      look: 'plain',
    },
    {
      key: 'detail',
      head: t('audit.column.detail'),
      width: 330,
      wraps: true,
      cell: (event) => (
        <Block py={2}>
          <Details details={detailOf(event)} />
        </Block>
      ),
      onCard: { line: (event) => <Details details={detailOf(event)} /> },
      skeleton: 220,
    },
  ]
}
