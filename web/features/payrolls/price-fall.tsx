import { Trans } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { amountAt, parseBtc, parseUsdNumber } from '#domain/money.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { bitcoinOf, fallSince } from '#web/shared/coverage/coverage.ts'
import { useBtcPrice } from '#web/shared/prices/price.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ArrowDownwardIcon } from '#web/ui/icons/arrow-downward.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { useNewestDeposit } from './api.ts'

/**
 * The fall of the price since the newest deposit, in percent, where the deposit would have sufficed at
 * its own rate; 0 where something else is the cause.
 */
function useFall(payroll: Payroll): number {
  const isShort = payroll.status.code === 'short'
  const deposit = useNewestDeposit(payroll._id, isShort)
  const price = useBtcPrice()?.price
  const rate = parseUsdNumber(deposit?.usdRate ?? 0)
  if (!isShort || !deposit || !rate || price === undefined) return 0
  const then = amountAt(parseBtc(payroll.balance.btcBalance) ?? 0n, rate)
  return then.usd < bitcoinOf(payroll) ? 0 : fallSince(deposit.usdRate, price)
}

interface PriceFallProps {
  payroll: Payroll
  lineAbove?: boolean
  lineBelow?: boolean
}

/** Short after all: why, and how much is missing now. */
export function PriceFall({ payroll, lineAbove = false, lineBelow = false }: PriceFallProps) {
  const format = useFormat()
  const fall = useFall(payroll)
  const { missing } = payroll.status
  if (fall === 0 || !missing) return null
  return (
    <Row
      role="status"
      align="stretch"
      gap={2.5}
      lineAbove={lineAbove}
      lineBelow={lineBelow}
      {...(lineAbove && { mt: 4, pt: 4 })}
      {...(lineBelow && { mb: 5, pb: 4 })}
    >
      <Icon as={ArrowDownwardIcon} size={18} mt="2px" tone="amber" />
      <span>
        <Trans
          i18nKey="payday.fund.fall"
          values={{ percent: format.percentOf(fall), amount: format.usd(missing.usd) }}
          components={{ b: <Text as="b" strong tone="amber" /> }}
        />
      </span>
    </Row>
  )
}
