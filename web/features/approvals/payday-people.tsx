import { useTranslation } from 'react-i18next'
import { fullName } from '#web/lib/full-name.ts'
import { useClampedPage, useListParams } from '#web/lib/use-list-params.ts'
import { usePaydaySheet } from '#web/shared/calendar/api.ts'
import { PeopleToPay, peopleOnPage } from '#web/shared/payments/people-to-pay.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'

/** The people of a payday who are paid once it is approved. */
export function PaydayPeople({ id, version }: { id: string; version: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = usePaydaySheet(id, version)
  const { page, setPage } = useListParams()
  const lines = data?.lines
  useClampedPage({ page, setPage }, lines && Math.ceil(lines.length / peopleOnPage))
  if (error) {
    const title = t('transactions.detail.recipients')
    return <LoadFailedPanel title={title} error={error} onRetry={refetch} />
  }
  const shown = lines?.slice((page - 1) * peopleOnPage, page * peopleOnPage)
  return (
    <PeopleToPay
      lines={shown?.map(({ employee, ...line }) => ({
        employee: { _id: employee._id, name: fullName(employee) },
        ...line,
      }))}
      totals={data?.totals}
      page={page}
      onPage={(next) => setPage(next, { staysInView: true })}
    />
  )
}
