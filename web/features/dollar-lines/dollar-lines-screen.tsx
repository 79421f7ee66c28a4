import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { DollarLine, DollarLines } from '#contract/dollar-lines.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useClampedPage, useListParams } from '#web/lib/use-list-params.ts'
import { paths } from '#web/shared/paths.ts'
import { DollarRunsPanel } from '#web/shared/payments/dollar-runs.tsx'
import { openDollars } from '#web/shared/payments/dollars-of-run.tsx'
import { useRole } from '#web/shared/roles/use-role.ts'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { ExportButtons } from '#web/ui/export-buttons.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Text } from '#web/ui/text.tsx'
import { dollarLinesPageSize, linesPath, useDollarLines, useRunAt } from './api.ts'
import { DollarTable } from './dollar-table.tsx'
import { MarkDialog } from './mark-dialog.tsx'

/** The parts of a run that the company pays by its bank. */
export function Component() {
  const { t } = useTranslation()
  const format = useFormat()
  const { id: payrollId = '', paymentId = '' } = useParams()
  const { page, setPage } = useListParams()
  const { data, error, refetch } = useDollarLines(paymentId, page)
  useClampedPage({ page, setPage }, data?.pages)
  const at = useRunAt(paymentId)
  const [marking, setMarking] = useState<DollarLine | null>(null)
  const mayMark = useRole().can('runPayment')
  const back = { to: paths.payroll(payrollId), text: t('payrolls.details.title') }
  return (
    <Screen title={t('dollarList.title')}>
      <PageHead
        back={back}
        title={t('dollarList.title')}
        detail={at === undefined ? undefined : t('dollarList.ofRun', { date: format.date(at) })}
        actions={
          data && data.linesMatched > 0 ? (
            <ExportButtons
              path={linesPath(paymentId)}
              name={t('dollarList.title')}
              label={t('dollarList.title')}
            />
          ) : undefined
        }
      />
      {data === undefined && error ? (
        <LoadFailedPanel
          title={t('dollarList.loadFailed')}
          error={error}
          onRetry={refetch}
          back={back}
        />
      ) : (
        <DollarTable
          head={data && <Answer lines={data} />}
          lines={data?.lines}
          onMark={mayMark && data?.due ? setMarking : undefined}
          pager={
            <Pager
              page={page}
              pageSize={dollarLinesPageSize}
              total={data?.linesMatched ?? 0}
              onPage={setPage}
            />
          }
        />
      )}
      {/* A key for each payment, whose list has its own place. */}
      <DollarRunsPanel key={paymentId} payrollId={payrollId} but={paymentId} />
      <DialogPresence>
        {marking && (
          <MarkDialog paymentId={paymentId} line={marking} onClose={() => setMarking(null)} />
        )}
      </DialogPresence>
    </Screen>
  )
}

function Answer({ lines }: { lines: DollarLines }) {
  const { t } = useTranslation()
  const format = useFormat()
  const open = openDollars(lines)
  const values = { dollars: format.usd(open), total: format.usd(lines.totalUsd) }
  const answer = !lines.due
    ? 'dollarList.notDue'
    : open === 0
      ? 'dollarList.all'
      : lines.paidUsd === 0
        ? 'dollarList.none'
        : 'dollarList.some'
  return (
    <Block p={{ xs: '18px', md: '24px 28px' }} lineBelow>
      <Row wrap justify="between" columnGap={6} rowGap={3} align="end">
        <Block minWidth={0}>
          <Text variant="cell" as="h2" tone="ink2">
            {t('dollarList.question')}
          </Text>
          <Text variant="answer" role="status" mt={0.5}>
            {t(answer, values)}
          </Text>
        </Block>
        <Figure usd={lines.totalUsd} size="item" />
      </Row>
    </Block>
  )
}
