import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Payroll } from '#contract/payrolls.ts'
import type { Transaction } from '#contract/transactions.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { paths } from '#web/shared/paths.ts'
import { priceQuery } from '#web/shared/prices/price.ts'
import { Btc } from '#web/ui/amount.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { CoverageRow } from './coverage-row.tsx'
import { CoverageSkeleton } from './coverage-skeleton.tsx'
import {
  type CoveredPayroll,
  coverPayrolls,
  isShort,
  lastPayday,
  missingOf,
} from './covered-payrolls.ts'
import { keptUtxos } from './open-transactions.ts'
import { PaydayText } from './payday-text.tsx'

/** More than these are asked for: what lacks money comes first. */
const shownRows = 6
const noRows: readonly CoveredPayroll[] = []

interface CoverageSummaryProps {
  payrolls: readonly Payroll[]
  transactions: readonly Transaction[]
}

/** '¿Está cubierta la nómina?' and its answer, payroll by payroll. */
export function CoverageSummary({ payrolls, transactions }: CoverageSummaryProps) {
  const { t } = useTranslation()
  const { data: price, isError } = useQuery(priceQuery)
  const rows = useMemo(() => {
    if (!price) return undefined
    // The newest of each payroll besides: the company's newest are few.
    const newest = payrolls.flatMap(({ lastTransaction }) => lastTransaction ?? [])
    return coverPayrolls(payrolls, {
      ...keptUtxos([...transactions, ...newest]),
      price: price.price,
    })
  }, [payrolls, transactions, price])
  const { shown, rest, showAll } = useTruncatedList(rows ?? noRows, shownRows)
  if (rows === undefined) {
    return isError ? (
      <Question text={t('dashboard.coverage.question')} answer={t('dashboard.coverage.noPrice')} />
    ) : (
      <CoverageSkeleton />
    )
  }
  return (
    <>
      <Headline rows={rows} />
      <Block as="ul">
        {shown.map((row) => (
          <CoverageRow key={row.payroll._id} row={row} />
        ))}
      </Block>
      <WithoutPeople count={payrolls.length - rows.length} />
      {rest > 0 && (
        <Button variant="text" onClick={showAll} sx={{ ml: -2 }}>
          {t('dashboard.coverage.showRest', { count: rest })}
        </Button>
      )}
    </>
  )
}

/** They have nobody to pay, so nothing of them can be covered. */
function WithoutPeople({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <Text variant="body2" pt={3.5} pb={1.5} tone="ink2" lineAbove>
      <Link component={RouterLink} to={paths.payrolls} sx={{ color: 'inherit' }}>
        {t('dashboard.coverage.withoutPeople', { count })}
      </Link>
    </Text>
  )
}

interface QuestionProps {
  text: string
  answer: ReactNode
  aside?: ReactNode
}

export function Question({ text, answer, aside }: QuestionProps) {
  return (
    <Row wrap justify="between" columnGap={6} rowGap={2} pb={4} align="stretch">
      <div>
        <Text variant="cell" as="h2" tone="ink2">
          {text}
        </Text>
        <Text variant="answer" mt={0.5}>
          {answer}
        </Text>
      </div>
      {aside}
    </Row>
  )
}

/** Whether the next payday is covered; after a payday, the payday, until money for another is seen. */
function Headline({ rows }: { rows: readonly CoveredPayroll[] }) {
  const { t } = useTranslation()
  const toCover = rows.filter(({ payday }) => payday === null)
  const last = lastPayday(rows)
  if (toCover.length === 0 && last) {
    return <Question text={last.name} answer={<PaydayText payday={last.payday} />} />
  }
  return (
    <Question
      text={t('dashboard.coverage.question')}
      answer={<Answer rows={toCover} />}
      aside={<Missing rows={toCover} />}
    />
  )
}

function Answer({ rows }: { rows: readonly CoveredPayroll[] }) {
  const { t } = useTranslation()
  const total = rows.length
  const count = (coverage: string) => rows.filter((row) => row.coverage === coverage).length
  const missing = rows.filter(isShort).length
  if (missing > 0) {
    return total === 1
      ? t('dashboard.coverage.noOnly')
      : t('dashboard.coverage.no', { count: missing, total })
  }
  const coming = count('coming')
  if (coming > 0) return t('dashboard.coverage.coming', { count: coming })
  const tight = count('tight')
  if (tight > 0) return t('dashboard.coverage.tight', { count: tight })
  return t('dashboard.coverage.yes', { count: total })
}

/** Gone when all is covered. */
function Missing({ rows }: { rows: readonly CoveredPayroll[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const missing = missingOf(rows)
  if (!missing) return null
  return (
    <Box
      sx={{ textAlign: 'left', '@container (min-width: 540px)': { textAlign: 'right', mt: '2px' } }}
    >
      <Text variant="body2" tone="ink2" leading={20}>
        {t('dashboard.coverage.toFund')}
      </Text>
      <Text as="div" size={17} leading={22} strong tone="brick">
        {format.usd(missing.usd)}
      </Text>
      <Text as="div" size={12.5} leading={20} tone="ink2">
        <Btc btc={missing.btc} />
      </Text>
    </Box>
  )
}
