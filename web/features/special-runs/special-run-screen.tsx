import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { SpecialRun } from '#contract/special-runs.ts'
import { download } from '#web/lib/download.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FileDownloadIcon } from '#web/ui/icons/file-download.tsx'
import { FileUploadIcon } from '#web/ui/icons/file-upload.tsx'
import { Block, Grid } from '#web/ui/layout.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { specialRunPath, useSpecialRun } from './api.ts'
import { HigherAmounts } from './higher-amounts.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { canPayRest, PaidState } from './paid-state.tsx'
import { PaySheet } from './pay-sheet.tsx'
import { RestBar, Reviewed, SaveBar } from './sheet-bar.tsx'
import { SheetHead } from './sheet-head.tsx'
import { SheetTable } from './sheet-table.tsx'
import { useAmounts } from './use-amounts.ts'

/** The sheet of a special pay: an amount for each person, and how it comes about. */
export function Component() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { data, error, refetch } = useSpecialRun(id)
  const back = { to: paths.calendar, text: t('specialRuns.back') }
  if (data) return <Sheet key={id} run={data} back={back} />
  return (
    <Screen title={t('specialRuns.title')}>
      <PageHead back={back} title={t('specialRuns.title')} />
      {error ? (
        <LoadFailedPanel
          title={t('specialRuns.loadFailed')}
          error={error}
          onRetry={refetch}
          back={back}
        />
      ) : (
        <Panel>
          <Grid gap={4} role="status" aria-label={t('ui.loading')}>
            {[160, 320, 280, 300].map((width) => (
              <TextSkeleton key={width} width={width} />
            ))}
          </Grid>
        </Panel>
      )}
    </Screen>
  )
}

interface SheetProps {
  run: SpecialRun
  back: { to: string; text: string }
}

function Sheet({ run, back }: SheetProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { payment } = run
  const mayPay = useRole().can('runPayment')
  const mayChange = mayPay && payment === null
  const mayPayRest = mayPay && payment !== null && canPayRest(payment)
  const sums = useAmounts(run)
  useUnsavedChanges(sums.edits.length > 0)
  const [paying, setPaying] = useState(false)
  const [importing, setImporting] = useState(false)
  const title = t(`specialRuns.kind.${run.kind}`)

  return (
    <Screen title={title} hasActionBar={mayChange || mayPayRest}>
      <PageHead
        back={back}
        title={title}
        badge={<Tag>{monthTag(run.periodKey, format.month)}</Tag>}
        detail={<Detail run={run} />}
        actions={
          <>
            {mayChange && run.lines.length > 0 && (
              <Button startIcon={<FileUploadIcon />} onClick={() => setImporting(true)}>
                {t('specialRuns.upload')}
              </Button>
            )}
            <DownloadButton run={run} name={title} />
          </>
        }
      />
      {!run.saved && (
        <Block mb={4}>
          <Notice tone="amber">{t('specialRuns.stale')}</Notice>
        </Block>
      )}
      <Panel flush>
        {payment && <PaidState payment={payment} />}
        {run.lines.length === 0 ? (
          <EmptyState title={t('specialRuns.empty')}>{t('specialRuns.emptyText')}</EmptyState>
        ) : (
          <>
            <SheetHead run={run} sums={sums} />
            <HigherAmounts rule={run.rule} sums={sums} mayChange={mayChange} />
            <SheetTable
              label={title}
              amounts={sums.amounts}
              onType={mayChange ? sums.type : undefined}
            />
          </>
        )}
      </Panel>
      {mayChange && (
        <SaveBar run={run} sums={sums} back={back.to} onReady={() => setPaying(true)} />
      )}
      {mayPayRest && <RestBar run={run} unpaid={payment.unpaid} onPay={() => setPaying(true)} />}
      {!mayChange && !mayPayRest && (
        <Block mt={4}>
          <Reviewed run={run} />
        </Block>
      )}
      <DialogPresence>
        {importing && (
          <ImportDialog run={run} onClose={() => setImporting(false)} onSaved={sums.forgetOf} />
        )}
      </DialogPresence>
      <PaySheet run={run} name={title} isOpen={paying} onClose={() => setPaying(false)} />
    </Screen>
  )
}

/** 'ENERO 2027', as the picture has it. */
const monthTag = (periodKey: string, month: (month: string) => string) =>
  `${month(periodKey.slice(0, 7)).toLocaleUpperCase()} ${periodKey.slice(0, 4)}`

function Detail({ run: { payroll, dueAt, window } }: { run: SpecialRun }) {
  const { t } = useTranslation()
  const format = useFormat()
  const day = format.longDayWithin(dueAt)
  if (!window) return t('specialRuns.due', { payroll: payroll.name, day })
  const isOneMonth = window.first.slice(0, 7) === window.last.slice(0, 7)
  const said = (text: string) =>
    isOneMonth ? String(Number(text.slice(8))) : format.monthDay(`${text}T12:00:00Z`)
  return t('specialRuns.dueWithin', {
    payroll: payroll.name,
    day,
    first: said(window.first),
    last: said(window.last),
  })
}

function DownloadButton({ run, name }: { run: SpecialRun; name: string }) {
  const { t } = useTranslation()
  const [pending, setPending] = useState(false)
  async function get() {
    setPending(true)
    try {
      await download(`${specialRunPath(run._id)}/lines.csv`, `${name}.csv`)
    } catch (error) {
      toastError(error instanceof Error ? error.message : t('errors.unexpected'))
    } finally {
      setPending(false)
    }
  }
  return (
    <Button startIcon={<FileDownloadIcon />} disabled={pending} onClick={get}>
      {t('specialRuns.download')}
    </Button>
  )
}
