import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { paths } from '#web/lib/paths.ts'
import { BumpDialog } from './bump-dialog.tsx'
import { CancelDialog } from './cancel-dialog.tsx'

/** What can be done about a transaction of ours that no block has taken yet. */
export function TransactionActions({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<'bump' | 'cancel' | null>(null)
  const { type, state } = transaction
  const canBump = type !== 'receive' && state === 'unconfirmed'
  const canCancel = type === 'send' && (state === 'unconfirmed' || state === 'signed')
  const close = () => setOpened(null)

  /** Another transaction may have taken this one's place: its page is where it goes on. */
  function goOn({ _id }: Transaction) {
    close()
    if (_id !== transaction._id) void navigate(paths.transaction(_id), { replace: true })
  }

  return (
    <>
      {canCancel && (
        <Button
          variant="text"
          onClick={() => setOpened('cancel')}
          sx={{ px: 4, fontWeight: 600, color: 'ink' }}
        >
          {t('transactions.cancel.open')}
        </Button>
      )}
      {canBump && (
        <Button onClick={() => setOpened('bump')}>{t('transactions.bump.submit')}</Button>
      )}
      <BumpDialog
        transaction={transaction}
        open={opened === 'bump'}
        onClose={close}
        onBumped={goOn}
      />
      <CancelDialog
        transaction={transaction}
        open={opened === 'cancel'}
        onClose={close}
        onCancelled={goOn}
      />
    </>
  )
}
