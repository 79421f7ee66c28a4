import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Recipient } from '#contract/transactions.ts'
import { ApiError } from '#web/lib/api.ts'
import { download } from '#web/lib/download.ts'
import { fullName } from '#web/lib/full-name.ts'
import { Button, IconButton } from '#web/ui/controls.tsx'
import { HoverTip } from '#web/ui/hover-tip.tsx'
import { FileDownloadIcon } from '#web/ui/icons/file-download.tsx'
import { ReceiptLongIcon } from '#web/ui/icons/receipt-long.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { type OnlyReceipt, receiptPath, receiptsFile } from './receipts-file.ts'

function useFile() {
  const { t } = useTranslation()
  const [pending, setPending] = useState(false)
  async function save(path: string, name: string) {
    setPending(true)
    try {
      await download(path, name)
    } catch (error) {
      const isKnown = error instanceof ApiError
      if (!isKnown || !error.isAboutSession) {
        toastError(isKnown ? error.message : t('errors.unexpected'))
      }
    } finally {
      setPending(false)
    }
  }
  return { pending, save }
}

interface ReceiptFileProps {
  paymentId: string
  recipient: Recipient
  lineId: string
  number: string
}

/** The receipt that the server issued, as a file; one that was voided says so. */
export function ReceiptDownload({ paymentId, recipient, lineId, number }: ReceiptFileProps) {
  const { t } = useTranslation()
  const { pending, save } = useFile()
  const values = { number, name: fullName(recipient) }
  const label = t(recipient.receipt ? 'arrivals.pdf' : 'arrivals.void', values)
  const path = receiptPath(paymentId, lineId)
  return (
    <HoverTip title={label}>
      <IconButton
        size="small"
        disabled={pending}
        onClick={() => save(path, `${number}.pdf`)}
        aria-label={label}
        mr={-2}
        tone={recipient.receipt ? 'ink2' : 'ink3'}
      >
        <ReceiptLongIcon />
      </IconButton>
    </HoverTip>
  )
}

interface ReceiptsFileProps {
  paymentId: string
  /** The line and number of the run's only receipt, where it has one alone. */
  only: OnlyReceipt | null
}

/** All receipts of a run in one file: a zip, or the receipt itself where there is no second. */
export function ReceiptsFile({ paymentId, only }: ReceiptsFileProps) {
  const { t } = useTranslation()
  const { pending, save } = useFile()
  const { path, name } = receiptsFile(paymentId, only, t('arrivals.zip'))
  return (
    <Button
      variant="text"
      size="small"
      startIcon={<FileDownloadIcon />}
      disabled={pending}
      onClick={() => save(path, name)}
      aria-label={t(only ? 'arrivals.oneLabel' : 'arrivals.zipLabel')}
    >
      {t(only ? 'arrivals.one' : 'arrivals.zip')}
    </Button>
  )
}
