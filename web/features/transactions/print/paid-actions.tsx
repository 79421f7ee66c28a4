import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '#contract/payments.ts'
import type { TransactionDetails } from '#contract/transactions.ts'
import { ApiError } from '#web/lib/api.ts'
import { download } from '#web/lib/download.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { transactionDetailsQuery } from '#web/shared/approval/api.ts'
import { companyNameQuery } from '#web/shared/company-name.ts'
import { Button } from '#web/ui/controls.tsx'
import { FileDownloadIcon } from '#web/ui/icons/file-download.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { onlyReceiptOf, receiptsFile } from '../receipts-file.ts'
import { type PrintedReceipts, ReceiptsPaper } from './receipts-paper.tsx'
import { usePrint } from './use-print.ts'

interface PaidActionsProps {
  run: Payment
  people: number
  /** Another button is the next thing to press. */
  quiet?: boolean
}

/** The transactions of a run that paid somebody. */
const paying = ({ transactions }: Payment) =>
  transactions.filter(({ type, state }) => type === 'send' && state === 'confirmed')

/** Files and papers of a payday: the list for the accountant, and a receipt for each person. */
export function PaidActions({ run, people, quiet = false }: PaidActionsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const phone = usePhone()
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const { paper, print } = usePrint<PrintedReceipts>(null)

  async function attempt(work: () => Promise<void>) {
    setPending(true)
    try {
      await work()
    } catch (error) {
      const isKnown = error instanceof ApiError
      if (!isKnown || !error.isAboutSession) {
        toastError(isKnown ? error.message : t('errors.unexpected'))
      }
    } finally {
      setPending(false)
    }
  }

  const receipts = () =>
    attempt(async () => {
      const transactions: TransactionDetails[] = []
      for (const { _id } of paying(run)) {
        transactions.push(await client.fetchQuery(transactionDetailsQuery(_id)))
      }
      const recipients = transactions.flatMap(({ details }) => details.recipients)
      // The server issues them some time after the first confirmation.
      // A payment all in dollars has no transaction to make papers of.
      if (recipients.every(({ receipt }) => receipt)) {
        // People in dollars alone have a receipt too, and are in no transaction.
        const only = run.lines === 1 ? onlyReceiptOf(recipients) : null
        const { path, name } = receiptsFile(run._id, only, t('arrivals.zip'))
        await download(path, name)
      } else {
        const company = await client.fetchQuery(companyNameQuery)
        print({ company, note: run.note, transactions })
      }
    })
  const exportLists = () =>
    attempt(async () => {
      for (const { _id, payroll, payment } of paying(run)) {
        const part = payment && payment.count > 1 ? ` ${payment.index + 1}` : ''
        await download(
          `/transactions/${encodeURIComponent(_id)}/recipients.xlsx`,
          `${payroll.name}${part}.xlsx`,
        )
      }
    })

  const count = { count: people, people: format.count(people) }
  return (
    <>
      {paying(run).length > 0 && (
        <Button onClick={exportLists} disabled={pending} size={phone ? 'large' : 'medium'}>
          {t('payday.paid.export')}
        </Button>
      )}
      <Button
        variant={quiet ? 'outlined' : 'contained'}
        startIcon={<FileDownloadIcon />}
        onClick={receipts}
        disabled={pending}
        size={phone ? 'large' : 'medium'}
      >
        {pending
          ? t('payday.paid.preparing')
          : t(phone ? 'payday.paid.receiptsShort' : 'payday.paid.receipts', count)}
      </Button>
      {paper && <ReceiptsPaper {...paper} />}
    </>
  )
}
