import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useClampedPage, useListParams } from '#web/lib/use-list-params.ts'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { paymentPeopleQuery } from './payment.ts'
import { PeopleToPay, peopleOnPage } from './people-to-pay.tsx'

interface PeopleOfPaymentProps {
  paymentId: string
  tagOf?: (employeeId: string) => ReactNode
}

/** Everybody whom a payment pays, those in dollars alone as well. */
export function PeopleOfPayment({ paymentId, tagOf }: PeopleOfPaymentProps) {
  const { t } = useTranslation()
  const { page, setPage } = useListParams()
  const { data, error, refetch } = useQuery({
    ...paymentPeopleQuery(paymentId, { page, limit: peopleOnPage }),
    placeholderData: keepPreviousData,
  })
  useClampedPage({ page, setPage }, data?.pages)
  if (!data && error) {
    const title = t('transactions.detail.recipients')
    return <LoadFailedPanel title={title} error={error} onRetry={refetch} />
  }
  return (
    <PeopleToPay
      lines={data?.lines}
      totals={data?.totals}
      page={page}
      onPage={(next) => setPage(next, { staysInView: true })}
      tagOf={tagOf}
    />
  )
}

/** The people with a part in bitcoin and in dollars; undefined until they are counted. */
export const useTotalsOfPayment = (paymentId: string | null) =>
  useQuery({
    ...paymentPeopleQuery(paymentId ?? '', { page: 1, limit: peopleOnPage }),
    enabled: paymentId !== null,
  }).data?.totals
