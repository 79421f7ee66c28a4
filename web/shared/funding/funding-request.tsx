import { useTranslation } from 'react-i18next'
import type { ToFund } from '#contract/payroll-status.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { usePayrollSweep } from '#web/shared/sweeps/api.ts'
import { Btc } from '#web/ui/amount.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

/** Below this sum the reserve is the fixed one and not the percentage. */
const fixedReserveUsd = 5

interface FundingRequestProps {
  payrollId: string
  toFund: ToFund
  missingUsd: number
}

/** The amount to send: what is missing, and a reserve for a price that falls meanwhile. */
export function FundingRequest({ payrollId, toFund, missingUsd }: FundingRequestProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { reserveUsd } = toFund
  const floorUsd = usePayrollSweep(payrollId).data?.floorUsd ?? null
  const percent = missingUsd > 0 ? Math.round((reserveUsd * 100) / missingUsd) : 0
  const amount = (usd: number) => (
    <Text as="span" strong>
      {format.usd(usd)}
    </Text>
  )
  return (
    <div>
      <Text variant="cell" as="h2" tone="ink2">
        {t('payday.fund.send')}
      </Text>
      <Figure usd={toFund.usd} size="answer" />
      <Row gap={1} mt={0.5} size={16}>
        <Btc btc={toFund.btc} />
        <CopyButton value={toFund.btc} label={t('payday.fund.copyAmount')} />
      </Row>
      {reserveUsd > 0 && (
        <>
          <Block mt={2}>
            <FactRows
              facts={[
                { name: t('payday.fund.missing'), value: amount(missingUsd) },
                {
                  name:
                    reserveUsd > fixedReserveUsd
                      ? t('payday.fund.reservePercent', { percent: format.percent(percent) })
                      : t('payday.fund.reserve'),
                  value: amount(reserveUsd),
                },
              ]}
            />
          </Block>
          <Text variant="secondary" pt={3} tone="ink2" lineAbove>
            {floorUsd === null
              ? t('payday.fund.sentence', { amount: format.usd(reserveUsd) })
              : t('sweeps.sentence', {
                  amount: format.usd(reserveUsd),
                  floor: format.usd(floorUsd),
                })}
          </Text>
        </>
      )}
    </div>
  )
}
