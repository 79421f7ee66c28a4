import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { SquareButton } from '#web/ui/icon-buttons.tsx'
import { PrintIcon } from '#web/ui/icons/print.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { BatchFeeDialog } from './batch-fee-dialog.tsx'
import { BumpDialog } from './bump-dialog.tsx'
import { CancelDialog } from './cancel-dialog.tsx'

/** The actions on a transaction of the company that no block has taken yet. */
export function TransactionActions({
  transaction,
  people,
  onPrint,
}: {
  transaction: Transaction
  people: number
  onPrint: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const phone = usePhone()
  const [opened, setOpened] = useState<'bump' | 'cancel' | 'fee' | null>(null)
  const { type, state, waitingFor } = transaction
  const { can } = useRole()
  const canBump = can('bump') && type !== 'receive' && state === 'unconfirmed'
  const canPayFee = can('bump') && state === 'pendingApproval' && waitingFor === 'fee'
  const isUnderWay =
    (type === 'send' || type === 'withdrawal') && (state === 'unconfirmed' || state === 'signed')
  // A cancellation may have lost a deposit that it spends.
  const isLostCancellation = type === 'cancel' && state === 'removed'
  const canCancel = can('cancel') && (isUnderWay || isLostCancellation)
  const close = () => setOpened(null)

  /** Another transaction may have taken this one's place: its page is where it goes on. */
  function goOn({ _id }: Transaction) {
    close()
    if (_id !== transaction._id) void navigate(paths.transaction(_id), { replace: true })
  }

  return (
    <>
      {canCancel && (
        <Button variant="text" onClick={() => setOpened('cancel')} px={4} strong tone="ink">
          {t(`transactions.cancel.${type === 'withdrawal' ? 'openWithdrawal' : 'open'}`)}
        </Button>
      )}
      {can('export') && (
        <PrintButton
          asIcon={phone && (canCancel || canBump)}
          isText={canBump || canPayFee}
          onPrint={onPrint}
        />
      )}
      {canBump && (
        <Button onClick={() => setOpened('bump')}>{t('transactions.bump.submit')}</Button>
      )}
      {canPayFee && (
        <Button onClick={() => setOpened('fee')}>{t('transactions.batchFee.open')}</Button>
      )}
      <DialogPresence>
        {opened === 'fee' && <BatchFeeDialog transaction={transaction} onClose={close} />}
      </DialogPresence>
      <DialogPresence>
        {opened === 'bump' && (
          <BumpDialog transaction={transaction} onClose={close} onBumped={goOn} />
        )}
      </DialogPresence>
      <DialogPresence>
        {opened === 'cancel' && (
          <CancelDialog
            transaction={transaction}
            people={people}
            onClose={close}
            onCancelled={goOn}
          />
        )}
      </DialogPresence>
    </>
  )
}

interface PrintButtonProps {
  /** Beside others on a phone. */
  asIcon: boolean
  isText: boolean
  onPrint: () => void
}

function PrintButton({ asIcon, isText, onPrint }: PrintButtonProps) {
  const { t } = useTranslation()
  const text = t('transactions.print.open')
  if (!asIcon) {
    return (
      <Button variant={isText ? 'text' : 'outlined'} startIcon={<PrintIcon />} onClick={onPrint}>
        {text}
      </Button>
    )
  }
  return (
    <SquareButton onClick={onPrint} aria-label={text}>
      <PrintIcon />
    </SquareButton>
  )
}
