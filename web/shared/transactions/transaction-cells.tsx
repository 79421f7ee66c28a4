import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { CopyableAddress } from '#web/shared/address/copyable-address.tsx'
import { paths } from '#web/shared/paths.ts'
import { IconButton, Link } from '#web/ui/controls.tsx'
import { ArrowForwardIcon } from '#web/ui/icons/arrow-forward.tsx'
import { Text } from '#web/ui/text.tsx'

/** Older payments have no page of their own: the later of the specification's two dates shows fewer. */
const detailsSince = Date.parse('2022-06-18T00:00:00-06:00')

const hasDetails = ({ type, createdAt }: Transaction) =>
  type === 'send' && Date.parse(createdAt) > detailsSince

function useOpenLabel() {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ payroll, usd }: Transaction) =>
    t('transactions.open', { name: payroll.name, amount: format.usd(usd) })
}

/** At the end of a row: leads to the transaction's page. */
export function DetailArrow({ transaction }: { transaction: Transaction }) {
  const openLabel = useOpenLabel()
  if (!hasDetails(transaction)) return null
  return (
    <IconButton
      component={RouterLink}
      to={paths.transaction(transaction._id)}
      size="small"
      aria-label={openLabel(transaction)}
      mr={-2}
    >
      <ArrowForwardIcon />
    </IconButton>
  )
}

/** The title of a card: leads to the transaction's page. */
export function DetailLink({ transaction, text }: { transaction: Transaction; text: string }) {
  const openLabel = useOpenLabel()
  if (!hasDetails(transaction)) return text
  return (
    <Link
      component={RouterLink}
      to={paths.transaction(transaction._id)}
      // The accessible name contains the visible text, for people who speak to their browser.
      aria-label={`${text}. ${openLabel(transaction)}`}
      tone="ink"
    >
      {text}
    </Link>
  )
}

export function TransactionAddress({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation()
  const { cryptoAddress, payroll } = transaction
  if (cryptoAddress === '') return null
  return (
    <CopyableAddress
      address={cryptoAddress}
      label={t('transactions.copyAddress', { name: payroll.name })}
    />
  )
}

/** The payroll's name, and beneath it what happened. */
export function NameAndType({ name, type }: { name: string; type: string }) {
  return (
    <>
      <Text as="span" block truncate strong leading={20} title={name}>
        {name}
      </Text>
      <Text as="span" block truncate tone="ink2" size={13.5} leading={19}>
        {type}
      </Text>
    </>
  )
}
