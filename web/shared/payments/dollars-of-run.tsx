import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { DollarLines } from '#contract/dollar-lines.ts'
import type { Payment } from '#contract/payments.ts'
import { parseUsdNumber, usdNumber } from '#domain/money.ts'
import { quickPollMs } from '#web/lib/polling.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Panel, textInset } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { dollarLinesQuery } from './dollar-lines.ts'

interface DollarsOfRunProps {
  payrollId: string
  run: Pick<Payment, '_id' | 'dollarsUsd'>
}

/** The dollars that no one has marked paid, exactly. */
export const openDollars = ({ totalUsd, paidUsd }: Pick<DollarLines, 'totalUsd' | 'paidUsd'>) =>
  usdNumber((parseUsdNumber(totalUsd) ?? 0n) - (parseUsdNumber(paidUsd) ?? 0n))

/**
 * The first people of a run's list for the bank, and its sums. A list that was just released is there once the
 * signer has noted its dollars.
 */
export const bankListQuery = (paymentId: string) =>
  queryOptions({
    ...dollarLinesQuery(paymentId, { page: 1, limit: 5 }),
    refetchInterval: ({ state }) => (state.data ? false : quickPollMs),
  })

/**
 * The dollar part of a run that has one: how much of it is still to be paid, and the way to its
 * list.
 */
export function DollarsOfRun({ payrollId, run }: DollarsOfRunProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery({
    ...bankListQuery(run._id),
    enabled: run.dollarsUsd > 0,
    // A run that waits for its approvals has no list yet.
    refetchInterval: false,
  })
  if (run.dollarsUsd === 0 || !data) return null
  const sum = t('dollarList.sum', {
    count: data.linesMatched,
    people: format.count(data.linesMatched),
    dollars: format.usd(data.totalUsd),
  })
  return (
    <Block mt={{ xs: 4, md: 5 }}>
      <Panel flush>
        <Row wrap justify="between" columnGap={5} rowGap={1} px={textInset} py={4} minHeight={56}>
          <Row wrap columnGap={3} rowGap={1}>
            <Text as="span" strong>
              {sum}
            </Text>
            {data.due && <DollarsLeft run={data} />}
          </Row>
          <Link component={RouterLink} to={paths.dollarLines(payrollId, run._id)} strong>
            {t('dollarList.link')}
          </Link>
        </Row>
      </Panel>
    </Block>
  )
}

/** 'Todo pagado', or how much is left. */
export function DollarsLeft({ run }: { run: Pick<DollarLines, 'totalUsd' | 'paidUsd'> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const open = openDollars(run)
  return (
    <Row as="span" inline gap={2} tone={open === 0 ? 'jade' : 'ink2'}>
      {open === 0 && <Mark name="tick" size={15} />}
      {open === 0 ? t('dollarList.done') : t('dollarList.left', { dollars: format.usd(open) })}
    </Row>
  )
}
