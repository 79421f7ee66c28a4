import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { AddressFull } from '#web/ui/address-text.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { GiveApproval } from './give-approval.tsx'
import { useApprovalWords } from './use-approval-words.ts'

interface OwnCodeDialogProps {
  approval: Approval
  onClose: () => void
  onApproved: () => void
}

/** Names what one's own code moves, and takes the code. */
export function OwnCodeDialog({ approval, onClose, onApproved }: OwnCodeDialogProps) {
  const { t } = useTranslation()
  const words = useApprovalWords()
  const { addressChange, accountChange } = approval
  return (
    <AppDialog title={words.title(approval)} onClose={onClose} closeButton={false}>
      {addressChange && (
        <Block mb={4}>
          <AddressFull address={addressChange.after} />
        </Block>
      )}
      {accountChange && (
        <Text mb={4} translate="no">
          {accountChange.after}
        </Text>
      )}
      <GiveApproval
        approval={approval}
        sendsCode
        onApproved={onApproved}
        reject={<Button onClick={onClose}>{t('ui.close')}</Button>}
      />
    </AppDialog>
  )
}
