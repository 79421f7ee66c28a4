import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { optionalText } from '#contract/fields.ts'
import type { Payment } from '#contract/payments.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { buriedDepth } from '#domain/exclusivity.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { type PayWait, waitOfPreview } from '#web/shared/payments/pay-wait.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { useStaysMounted } from '#web/ui/dialog-presence.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { usePay, usePaymentPreview } from './api.ts'
import { PayForm } from './pay-form.tsx'
import { PaySkeleton } from './pay-skeleton.tsx'
import { payabilityOf } from './payability.ts'
import { useAnnounce } from './use-announce.ts'
import { WaitingPayment } from './waiting-payment.tsx'
import type { LeftPerson } from './waits-after-reset.tsx'

interface PayDialogProps {
  payroll: Payroll
  /** Satoshi in the mempool, not yet in a block: no need to ask for them again. */
  incomingSats: bigint
  onClose: () => void
  /** The payment exists: whatever became of it is among the transactions. */
  onPaid: () => void
}

const noteForm = z.object({ note: optionalText(100) })

/** 'Deseas pagar la siguiente nómina:' and what becomes of it. */
export function PayDialog({ payroll, incomingSats, onClose, onPaid }: PayDialogProps) {
  const { t } = useTranslation()
  const pay = usePay(payroll._id)
  // Once it is sent, our own payment would stand in its way there.
  const [left, setLeft] = useState<LeftPerson[]>([])
  const leave = left.map(({ _id }) => _id)
  const [targetBlocks, setTargetBlocks] = useState<TargetBlocks>(3)
  const preview = usePaymentPreview(payroll._id, !pay.isPending && !pay.isSuccess, {
    leave,
    targetBlocks,
  })
  const sending = useRef(false)
  const [repeat, setRepeat] = useState(false)
  const [waiting, setWaiting] = useState<Payment | null>(null)
  const { control, handleSubmit, setError } = useZodForm(noteForm, { note: '' })
  const announce = useAnnounce()
  // While its outcome is looked for it goes on, though it was closed.
  useStaysMounted(pay.isPending)
  const payability = preview.data && payabilityOf(preview.data, incomingSats)
  const wait = preview.data ? waitOfPreview(preview.data) : null

  function exists(payment: Payment) {
    onPaid()
    if (announce.paid(payment)) onClose()
    else setWaiting(payment)
  }

  const send = handleSubmit(({ note }) => {
    // Not isPending, which a second click of the same moment would still find false. Once paid, it
    // stays: while the dialog fades away nobody pays again.
    if (sending.current) return
    sending.current = true
    pay.mutate(
      {
        note,
        after: repeat ? (payability?.paidBefore?._id ?? '') : '',
        previewHash: preview.data?.previewHash ?? '',
        leave,
        targetBlocks,
      },
      {
        onSuccess: exists,
        onError: (error) => {
          sending.current = false
          showFaults(error, ['note'], setError)
          announce.refused(error)
        },
      },
    )
  })

  const canPay =
    payability !== undefined &&
    payability.inProgress === null &&
    payability.ahead === null &&
    payability.obstacles.length === 0 &&
    payability.short === null &&
    preview.data?.waits === null &&
    (payability.paidBefore === null || repeat)

  if (waiting) {
    return (
      <WaitingPayment
        payment={waiting}
        onClose={onClose}
        onSent={(payment) => {
          announce.paid(payment)
          onClose()
        }}
      />
    )
  }
  return (
    <AppDialog
      onClose={onClose}
      title={t('payments.title')}
      size={payability?.short?.toDeposit && (wait || !payability.inProgress) ? 'wide' : 'normal'}
      // The person may leave while the outcome is looked for: a toast reports it.
      busy={pay.isPending && !pay.looking}
      note={
        pay.isPending ? (
          <span role="status">{t('payments.sending')}</span>
        ) : (
          payability && (
            <WhyNot
              payability={payability}
              nobody={preview.data?.employees === 0}
              waits={preview.data?.waits != null}
              wait={wait}
              repeat={repeat}
            />
          )
        )
      }
      actions={
        <>
          <Button onClick={onClose} disabled={pay.isPending && !pay.looking}>
            {t('ui.close')}
          </Button>
          <Button
            variant="contained"
            color="success"
            onClick={send}
            disabled={!canPay || pay.isPending}
            aria-busy={pay.isPending}
          >
            {t('payments.pay')}
          </Button>
        </>
      }
    >
      {preview.data && payability ? (
        <PayForm
          payroll={payroll}
          preview={preview.data}
          payability={payability}
          wait={wait}
          control={control}
          left={left}
          onLeave={setLeft}
          targetBlocks={targetBlocks}
          onTarget={setTargetBlocks}
          repeat={repeat}
          onRepeat={setRepeat}
          pending={pay.isPending}
          looking={pay.looking}
          error={pay.error ?? (preview.error && !pay.isPending ? preview.error : null)}
          onSeeTransactions={() => {
            onPaid()
            onClose()
          }}
        />
      ) : preview.error ? (
        <LoadFailed error={preview.error} onRetry={preview.refetch} />
      ) : (
        <PaySkeleton payroll={payroll} />
      )}
    </AppDialog>
  )
}

/** Beside the button: why it can't be pressed. */
function WhyNot({
  payability,
  nobody,
  waits,
  wait,
  repeat,
}: {
  payability: ReturnType<typeof payabilityOf>
  nobody: boolean
  waits: boolean
  wait: PayWait | null
  repeat: boolean
}) {
  const { t } = useTranslation()
  if (wait) return t(`payments.whyNot.wait.${wait.kind}`, { depth: buriedDepth })
  if (payability.inProgress !== null) return t('payments.whyNot.inProgress')
  if (nobody) return t('payments.whyNot.nobody')
  if (payability.obstacles.length > 0 || payability.ahead !== null || waits)
    return t('payments.whyNot.obstacles')
  if (payability.short) return t('payments.whyNot.short')
  if (payability.paidBefore && !repeat) return t('payments.whyNot.repeat')
  return null
}
