import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { LinkOutcome, LinkPage, LinkPress, LinkTitle } from '#web/ui/link-page.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { useAddressReport, useReportAddress } from './api.ts'

/** Somebody who is paid says that the new address is not theirs: by a press, never by the link alone. */
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
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, refetch } = useAddressReport(token)
  const report = useReportAddress(token)
  const [isOver, setOver] = useState(false)
  if (report.data) return <Reported company={report.data.companyName} />
  if (isOver || hasEnded(error)) return <Ended />
  if (error) return <LoadFailed error={error} onRetry={refetch} />
  if (!data) return <FieldSkeleton />
  const { companyName: company, employeeName: name, changedAt, reportedAt } = data
  const press = () => {
    if (report.isPending) return
    report.mutate(undefined, {
      onError: (cause) => (hasEnded(cause) ? setOver(true) : toastError(cause.message)),
    })
  }
  return (
    <>
      <LinkTitle>{t('addressReport.title')}</LinkTitle>
      <Text mb={3} breakWords>
        <Trans
          i18nKey="addressReport.text"
          values={{ company, name, date: format.dateTime(changedAt) }}
          components={{ b: <b /> }}
        />
      </Text>
      <Text mb={6} tone="ink2">
        {t('addressReport.what')}
      </Text>
      {reportedAt && (
        <Text mb={5} strong>
          {t('addressReport.already', { date: format.dateTime(reportedAt) })}
        </Text>
      )}
      <LinkPress onPress={press} busy={report.isPending}>
        {t('addressReport.press')}
      </LinkPress>
      <Text variant="body2" mt={5} tone="ink2">
        {t('addressReport.orNot')}
      </Text>
    </>
  )
}

function Reported({ company }: { company: string }) {
  const { t } = useTranslation()
  return (
    <LinkOutcome title={t('addressReport.doneTitle')}>
      <Text role="status" breakWords>
        {t('addressReport.done', { company })}
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
