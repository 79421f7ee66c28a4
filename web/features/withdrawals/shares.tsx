import { useTranslation } from 'react-i18next'
import { buriedDepth } from '#domain/exclusivity.ts'
import { minimumHeadSats } from '#domain/fees.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useConfig } from '#web/shared/config.ts'
import { useBlocksText } from '#web/shared/payments/pay-wait.ts'
import { usdOfSats, useBtcPrice } from '#web/shared/prices/price.ts'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import type { WithdrawalShare } from './withdrawal-form.ts'

interface SharesProps {
  /** Null where there is no such choice. */
  most: string | null
  chosen: WithdrawalShare
  onChoose: (share: WithdrawalShare) => void
}

/** How much is withdrawn, and when the payroll can pay after it. */
export function Shares({ most, chosen, onChoose }: SharesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const blocksText = useBlocksText()
  const sandbox = useConfig()?.sandbox ?? false
  const price = useBtcPrice()?.price
  const headUsd = price === undefined ? undefined : usdOfSats(minimumHeadSats, price)
  const head = {
    sats: format.count(Number(minimumHeadSats)),
    usd: headUsd === undefined ? '' : ` (${format.usd(headUsd)})`,
  }
  const wait = { blocks: buriedDepth, time: blocksText(buriedDepth) }
  return (
    <RadioRows<WithdrawalShare>
      label={t('withdrawals.howMuch')}
      value={chosen}
      onChange={onChoose}
      options={[
        ...(most === null
          ? []
          : [
              {
                value: 'most' as const,
                title: t('withdrawals.most'),
                detail: t('withdrawals.mostText', head),
              },
            ]),
        {
          value: 'everything',
          title: t('withdrawals.everything'),
          detail: t(sandbox ? 'withdrawals.everythingMine' : 'withdrawals.everythingText', wait),
        },
        { value: 'some', title: t('withdrawals.some'), detail: t('withdrawals.someText') },
      ]}
    />
  )
}
