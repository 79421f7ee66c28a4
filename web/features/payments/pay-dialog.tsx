import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { optionalText } from '#contract/fields.ts'
import type { Include } from '#contract/include.ts'
import type { Payment } from '#contract/payments.ts'
import type { Payroll } from '#contract/payrolls.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { type PaySource, salarySource } from '#web/shared/payments/pay-source.ts'
import { waitOfPreview } from '#web/shared/payments/pay-wait.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { useStaysMounted } from '#web/ui/dialog-presence.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { usePay } from './api.ts'
import { hasNoBitcoin } from './both-parts.tsx'
import { PayForm } from './pay-form.tsx'
import { PaySkeleton } from './pay-skeleton.tsx'
import { type Payability, payabilityOf } from './payability.ts'
import { isToBeSeen } from './run-changes.tsx'
import { useAnnounce } from './use-announce.ts'
import { useHeldChoices } from './use-held-choices.ts'
import { includeOf, usePayChoice } from './use-pay-choice.ts'
import { type RunChangesState, useRunChanges } from './use-run-changes.ts'
import { useSharedAddresses } from './use-shared-addresses.ts'
import { WaitingPayment } from './waiting-payment.tsx'
import type { ResetPerson } from './waits-after-reset.tsx'
import { WhyNot } from './why-not.tsx'

interface PayDialogProps {
  payroll: Payroll
  /** The salaries, where nothing is said. */
  source?: PaySource
  /** Satoshi in the mempool, not yet in a block: no need to ask for them again. */
  incomingSats: bigint
  onClose: () => void
  /** The payment exists: whatever became of it is among the transactions. */
  onPaid?: () => void
  /** Leads to the transactions, if `onPaid` does not. */
  onSeeTransactions?: () => void
}

const noteForm = z.object({ note: optionalText(100) })

/** 'Deseas pagar la siguiente nómina:' and what becomes of it. */
export function PayDialog(props: PayDialogProps) {
  const { payroll, incomingSats, onClose, onPaid, onSeeTransactions } = props
  const { t } = useTranslation()
  const source = props.source ?? salarySource(payroll._id)
  const pay = usePay(source)
  // Once it is sent, our own payment would stand in its way there.
  const [left, setLeft] = useState<ResetPerson[]>([])
  const leave = left.map(({ _id }) => _id)
  const [targetBlocks, setTargetBlocks] = useState<TargetBlocks>(3)
  const enabled = !pay.isPending && !pay.isSuccess
  const heldState = useHeldChoices()
  const held = heldState.sent
  const [include, setInclude] = useState<Include>([])
  const query = { payrollId: payroll._id, source, enabled }
  const choice = usePayChoice({ ...query, incomingSats, leave, targetBlocks, held, include })
  const run = useRunChanges(query, heldState, choice)
  const { preview, only, repeat } = choice
  const shared = useSharedAddresses(preview.data?.sharedUnaccepted ?? [])
  const sending = useRef(false)
  const [waiting, setWaiting] = useState<Payment | null>(null)
  const { control, handleSubmit, setError, formState } = useZodForm(noteForm, { note: '' })
  // A note that was sent is with the payment, and no unsaved change.
  const { leave: ask } = useUnsavedChanges(formState.isDirty && enabled)
  const close = () => ask(onClose)
  const announce = useAnnounce()
  // While its outcome is looked for it goes on, though it was closed.
  useStaysMounted(pay.isPending)
  const payability = preview.data && payabilityOf(preview.data, incomingSats)
  const wait = preview.data ? waitOfPreview(preview.data) : null

  function exists(payment: Payment) {
    onPaid?.()
    if (announce.paid(payment)) onClose()
    else setWaiting(payment)
  }

  const send = handleSubmit(({ note }) => {
    // The ref is set at once, where a second click of that moment would still find `isPending` false.
    // Once paid, it stays set: while the dialog fades away nobody pays again.
    if (sending.current) return
    sending.current = true
    pay.mutate(
      {
        note,
        after: (repeat && (payability?.uncertain ?? payability?.paidBefore)?._id) || '',
        previewHash: preview.data?.previewHash ?? '',
        only: only ? [...only] : null,
        leave: leave.filter((id) => !only || only.includes(id)),
        targetBlocks,
        held: run.sent,
        include: includeOf(include, only),
        // The period that was shown, and no other that is due meanwhile. A sheet has its own.
        periodKey: source.special ? '' : (preview.data?.period?.key ?? ''),
        extra: choice.extra,
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
    payability.untracked === null &&
    payability.obstacles.length === 0 &&
    !payability.consolidates &&
    payability.periodPaid === null &&
    payability.short === null &&
    preview.data?.waits === null &&
    shared.unaccepted.size === 0 &&
    !shared.busy &&
    !preview.isPlaceholderData &&
    run.isCurrent &&
    run.isDecided &&
    ((payability.paidBefore === null && payability.uncertain === null) || repeat)

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
  // The changes come at once with the amounts, so that nothing moves under a press.
  const isThere = run.changes !== null || run.error !== null
  const wide = isChanged(run) || shared.groups.length > 0
  return (
    <AppDialog
      onClose={close}
      title={t(source.special ? 'payments.special.title' : 'payments.title')}
      size={
        payability && isThere
          ? sizeOf(payability, wait !== null, choice.missing !== null, wide)
          : 'normal'
      }
      // The person may leave while the outcome is looked for: a toast reports it.
      busy={pay.isPending && !pay.looking}
      note={
        <>
          {pay.isPending ? (
            <div role="status">{t('payments.sending')}</div>
          ) : (
            preview.data &&
            payability && (
              <WhyNot
                preview={preview.data}
                payability={payability}
                wait={wait}
                isShared={shared.unaccepted.size > 0}
                repeat={repeat}
                run={run}
              />
            )
          )}
          <div>
            {preview.data && hasNoBitcoin(preview.data)
              ? t('payDollars.finalAlone')
              : t('payments.final')}
          </div>
        </>
      }
      actions={
        <>
          <Button onClick={close} disabled={pay.isPending && !pay.looking}>
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
      {preview.data && payability && isThere ? (
        <PayForm
          payroll={payroll}
          source={source}
          preview={preview.data}
          payability={payability}
          choice={choice}
          shared={shared}
          run={run}
          wide={wide}
          wait={wait}
          control={control}
          left={left}
          onLeave={setLeft}
          include={include}
          onInclude={setInclude}
          targetBlocks={targetBlocks}
          onTarget={setTargetBlocks}
          pending={pay.isPending}
          looking={pay.looking}
          error={pay.error ?? (preview.error && !pay.isPending ? preview.error : null)}
          onSeeTransactions={() => {
            const see = onSeeTransactions ?? onPaid
            ask(() => {
              see?.()
              onClose()
            })
          }}
        />
      ) : preview.error ? (
        <LoadFailed error={preview.error} onRetry={preview.refetch} />
      ) : (
        <PaySkeleton payroll={payroll} source={source} />
      )}
    </AppDialog>
  )
}

/** The width of the dialog by what it shows: two columns, a choice of people, or a sentence. */
function sizeOf(
  { short, inProgress }: Payability,
  waits: boolean,
  isChoice: boolean,
  isWide: boolean,
) {
  if (short?.toDeposit && (waits || !inProgress)) return 'wide'
  if (inProgress) return 'normal'
  if (isWide) return 'wide'
  return isChoice ? 'progress' : 'normal'
}

const isChanged = ({ changes, held }: RunChangesState): boolean =>
  held.length > 0 || (changes !== null && isToBeSeen(changes))
