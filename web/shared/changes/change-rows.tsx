import { useTranslation } from 'react-i18next'
import type { Change } from '#contract/changes.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Link } from '#web/ui/controls.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { PercentChange, UsdChange } from '#web/ui/usd-change.tsx'
import { AddressRows } from './address-rows.tsx'
import { type RowsQuery, useChangeRows } from './api.ts'
import { ChangeOrigin } from './change-origin.tsx'

/** The rows of one count, more of them when asked. */
export function ChangeRows(query: RowsQuery) {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useChangeRows(query)
  if (error && !data) return <LoadFailed error={error} onRetry={refetch} />
  if (!data) {
    return (
      <Block py={3} lineAbove role="status" aria-label={t('ui.loading')}>
        <TextSkeleton width={220} />
      </Block>
    )
  }
  const rows = data.pages.flatMap((page) => page.rows)
  return (
    <>
      <Block as="ul">
        {query.group === 'addresses' ? (
          <AddressRows rows={rows} />
        ) : (
          rows.map((row) => <PersonRow key={`${row.employee._id} ${row.kind}`} row={row} />)
        )}
      </Block>
      {hasNextPage && (
        <Block py={2} lineAbove>
          <Link
            component="button"
            type="button"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('changes.more')}
          </Link>
        </Block>
      )}
    </>
  )
}

/** A person and, at the right, the value that came, went, or changed. */
function PersonRow({ row }: { row: Change }) {
  const hasOrigin = row.kind !== 'left' && row.at !== null
  return (
    <Block as="li" py={2.5} lineAbove>
      <Row wrap columnGap={4} align="baseline">
        <Text as="div" strong breakWords>
          {row.employee.name}
        </Text>
        <Row ml="auto" wrap justify="end" align="baseline">
          <Values row={row} />
        </Row>
      </Row>
      {hasOrigin && <ChangeOrigin {...row} />}
    </Block>
  )
}

const isText = (kind: Change['kind']) =>
  kind === 'name' || kind === 'account' || kind === 'share' || kind === 'frequency'

/** A value that is a text, in words: '50 %', 'De un mes', '—'. */
function useTextWords() {
  const { t } = useTranslation()
  return (kind: Change['kind'], value: Change['before']): string => {
    if (value === null) return '—'
    if (kind === 'share') return `${value} %`
    if (kind !== 'frequency') return String(value)
    return t(value === 'MONTH' ? 'employees.terms.MONTH' : 'employees.terms.FORTNIGHT')
  }
}

function Values({ row: { kind, before, after } }: { row: Change }) {
  const format = useFormat()
  const say = useTextWords()
  const isAmount = kind === 'salary' || kind === 'amount'
  if (isAmount && typeof before === 'number' && typeof after === 'number') {
    return (
      <>
        <UsdChange from={before} to={after} />
        <PercentChange from={before} to={after} />
      </>
    )
  }
  if (isText(kind)) {
    return (
      <Text as="span" tone="ink2" breakWords>
        {say(kind, before)} <span aria-hidden>→</span> {say(kind, after)}
      </Text>
    )
  }
  const value = kind === 'left' ? before : after
  if (typeof value !== 'number') return null
  return (
    <Text as="span" strong={kind === 'added'} tone={kind === 'left' ? 'ink2' : 'ink'} noWrap>
      {format.usd(value)}
    </Text>
  )
}
