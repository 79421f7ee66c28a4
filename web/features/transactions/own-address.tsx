import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { AddressNotShown } from '#web/shared/funding/address-not-shown.tsx'
import { paths } from '#web/shared/paths.ts'
import { AddressFull } from '#web/ui/address-text.tsx'
import { Button } from '#web/ui/controls.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'

function titleOf({ type, state }: Transaction): string {
  // Until a block has it, nothing was withdrawn.
  if (type === 'withdrawal' && state !== 'confirmed') return 'withdrawalAsked'
  return type === 'send' ? 'cancel' : type
}

/** A transaction without recipients among the employees: its source, or its destination. */
export function OwnAddress({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation()
  const { cryptoAddress, payroll, type } = transaction
  return (
    <Panel>
      <Text variant="h3" as="h2">
        {t(`transactions.detail.address.${titleOf(transaction)}`)}
      </Text>
      <Text variant="body2" mt={1} mb={4} tone="ink2" breakWords>
        {t(`transactions.detail.${type === 'withdrawal' ? 'leaves' : 'addressOf'}`, {
          name: payroll.name,
        })}
      </Text>
      {cryptoAddress === '' ? <AddressNotShown /> : <AddressFull address={cryptoAddress} />}
      <Row wrap gap={3} mt={3} ml={-2} align="stretch">
        {cryptoAddress !== '' && <CopyButton value={cryptoAddress} text durationMs={2000} />}
        <Button component={Link} to={paths.payroll(payroll._id)} variant="text" size="small">
          {t('transactions.detail.toPayroll')}
        </Button>
      </Row>
    </Panel>
  )
}
