import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { AddressReport } from '#contract/changes.ts'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Button } from '#web/ui/controls.tsx'
import { Row } from '#web/ui/layout.tsx'
import { LinkOutcome, LinkPage, LinkPress, LinkTitle } from '#web/ui/link-page.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { useAddressReport, useConfirmChange, useReportAddress } from './api.ts'

/** Somebody who is paid says that a change is not theirs: by a press, never by the link alone. */
export function Component() {
  const { t } = useTranslation()
  return (
    <LinkPage title={t('addressReport.page')}>
      {(token) => (token === '' ? <Ended /> : <ReportForm token={token} />)}
    </LinkPage>
  )
}

const hasEnded = (error: Error | null) =>
  error instanceof ApiError && error.code === 'REPORT_LINK_ENDED'

function ReportForm({ token }: { token: string }) {
  const { data, error, refetch } = useAddressReport(token)
  const report = useReportAddress(token)
  const confirm = useConfirmChange(token)
  const [isOver, setOver] = useState(false)
  if (report.data) return <Reported report={report.data} />
  if (confirm.data?.confirmed) return <Confirmed company={confirm.data.companyName} />
  if (isOver || hasEnded(error)) return <Ended />
  if (error) return <LoadFailed error={error} onRetry={refetch} />
  if (!data) return <FieldSkeleton />
  const isBusy = report.isPending || confirm.isPending
  const press = (send: Pick<ReturnType<typeof useReportAddress>, 'mutate'>) => {
    if (isBusy) return
    send.mutate(undefined, {
      onError: (cause) => (hasEnded(cause) ? setOver(true) : toastError(cause.message)),
    })
  }
  const presses = { busy: isBusy, onReport: () => press(report), onConfirm: () => press(confirm) }
  return isOfDestination(data) ? (
    <AboutDestination report={data} {...presses} />
  ) : (
    <AboutContact report={data} {...presses} />
  )
}

const isOfDestination = ({ changed }: AddressReport) =>
  changed.includes('ADDRESS') || changed.includes('ACCOUNT')

interface AboutProps {
  report: AddressReport
  busy: boolean
  onReport: () => void
  onConfirm: () => void
}

/** The change of an address, or of a bank account. */
function AboutDestination({ report, busy, onReport }: AboutProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { companyName: company, employeeName: name, changed, changedAt, reportedAt } = report
  const isAddress = changed.includes('ADDRESS')
  return (
    <>
      <LinkTitle>{t(isAddress ? 'addressReport.title' : 'addressReport.accountTitle')}</LinkTitle>
      <Text mb={3} breakWords>
        <Trans
          i18nKey={isAddress ? 'addressReport.text' : 'addressReport.accountText'}
          values={{ company, name, date: format.dateTime(changedAt) }}
          components={{ b: <b /> }}
        />
      </Text>
      <Text mb={6} tone="ink2">
        {t(isAddress ? 'addressReport.what' : 'addressReport.accountWhat')}
      </Text>
      <Before at={reportedAt} />
      <LinkPress onPress={onReport} busy={busy}>
        {t('addressReport.press')}
      </LinkPress>
      <Text variant="body2" mt={5} tone="ink2">
        {t('addressReport.orNot')}
      </Text>
    </>
  )
}

/** The change of an e-mail or a phone, which the reader of its former one may confirm as well. */
function AboutContact({ report, busy, onReport, onConfirm }: AboutProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { companyName: company, employeeName: name, changed, changedAt, mayConfirm } = report
  const what = t(`contactReport.what.${changed.length > 1 ? 'BOTH' : changed[0]}`)
  if (report.confirmed) return <Confirmed company={company} />
  return (
    <>
      <LinkTitle>{t('contactReport.title', { what })}</LinkTitle>
      <Text mb={3} breakWords>
        <Trans
          i18nKey="contactReport.text"
          values={{ company, name, what, date: format.dateTime(changedAt) }}
          components={{ b: <b /> }}
        />
      </Text>
      <Text mb={6} tone="ink2">
        {t('contactReport.why')}
      </Text>
      <Before at={report.reportedAt} />
      <Row wrap gap={3}>
        <LinkPress onPress={onReport} busy={busy}>
          {t('contactReport.press')}
        </LinkPress>
        {mayConfirm && (
          <Button
            variant="outlined"
            size="large"
            onClick={onConfirm}
            disabled={busy}
            width={{ xs: '100%', sm: 'auto' }}
          >
            {t('contactReport.confirm')}
          </Button>
        )}
      </Row>
      {!mayConfirm && (
        <Text variant="body2" mt={5} tone="ink2">
          {t('contactReport.orNot')}
        </Text>
      )}
    </>
  )
}

function Before({ at }: { at: string | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (at === null) return null
  return (
    <Text mb={5} strong>
      {t('addressReport.already', { date: format.dateTime(at) })}
    </Text>
  )
}

function Reported({ report: { companyName: company, changed } }: { report: AddressReport }) {
  const { t } = useTranslation()
  const done = changed.includes('ADDRESS')
    ? 'addressReport.done'
    : changed.includes('ACCOUNT')
      ? 'addressReport.accountDone'
      : 'contactReport.done'
  return (
    <LinkOutcome title={t('addressReport.doneTitle')}>
      <Text role="status" breakWords>
        {t(done, { company })}
      </Text>
    </LinkOutcome>
  )
}

function Confirmed({ company }: { company: string }) {
  const { t } = useTranslation()
  return (
    <LinkOutcome title={t('contactReport.confirmedTitle')}>
      <Text role="status" breakWords>
        {t('contactReport.confirmed', { company })}
      </Text>
    </LinkOutcome>
  )
}

/** Too old, or cut off by a mail program. */
function Ended() {
  const { t } = useTranslation()
  return (
    <LinkOutcome title={t('addressReport.endedTitle')}>
      <Text role="alert">{t('addressReport.ended')}</Text>
    </LinkOutcome>
  )
}
