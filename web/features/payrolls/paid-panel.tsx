import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Payment } from '#contract/payments.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { parseUsdNumber, usdNumber } from '#domain/money.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useSchedule } from '#web/shared/calendar/api.ts'
import { paths } from '#web/shared/paths.ts'
import { PaidRuler } from '#web/shared/payday/paid-ruler.tsx'
import { useDepthText } from '#web/shared/transactions/depth.ts'
import { Link } from '#web/ui/controls.tsx'
import { FactColumn } from '#web/ui/fact-rows.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CornerButton } from '#web/ui/icon-buttons.tsx'
import { CloseIcon } from '#web/ui/icons/close.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { Panel, textInset } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { depthOfRun, useRunOf } from './depth.tsx'
import type { PayrollMoney } from './payroll-money.ts'
import { SaidOnce } from './said-once.tsx'
import { usePaidNames } from './use-paid-names.ts'
import type { RecentPayday } from './use-recent-payday.ts'

interface PaidPanelProps {
  payroll: Payroll
  payday: RecentPayday
  money: PayrollMoney
  /** 'Exportar' and the receipts. */
  actions: ReactNode
  onClose: () => void
}

/** The payday is confirmed: who, how many, how much; shown once. */
export function PaidPanel({ payroll, payday, money, actions, onClose }: PaidPanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const phone = usePhone()
  const { payment, at } = payday
  const run = useRunOf(payment)
  const { status } = payroll
  const nextAt = useNextAt(payroll._id, run)
  const count = run?.paidLines ?? status.paid
  const head = t('payday.word.paid', { day: format.day(at), time: format.time(at) })
  const people = format.count(count)
  const answer = t('payday.paid.who', { count, people })
  const figure = run && <Figure usd={run.totalUsd} btc={run.totalBtc} />
  return (
    <Panel flush relative mb={{ xs: 4, md: 6 }}>
      <SaidOnce text={`${head}. ${answer}.`} />
      <CornerButton onClick={onClose} aria-label={t('payday.paid.close')}>
        <Icon as={CloseIcon} size={20} />
      </CornerButton>
      <Block px={textInset} pt={{ xs: '18px', md: '24px' }} pb={{ xs: 4, md: 5.5 }}>
        <Row align="start" justify="between" gap={6}>
          <Block minWidth={0}>
            <Row gap={2.5} tone="jade" strong pr={{ xs: 10, md: 0 }}>
              <Mark name="tick" />
              {head}
            </Row>
            <Text variant="answer" as="h2" mt={2}>
              {answer}
            </Text>
          </Block>
          {!phone && (
            <Text as="div" flex="none" width={300} mr={10} textAlign="right">
              {figure}
            </Text>
          )}
        </Row>
        {phone && figure}
        <Block mt={{ xs: 3, md: 4 }}>
          <PaidRuler
            at={at}
            tall={{ xs: 44, md: 56 }}
            disc={phone ? 22 : 24}
            numerals={phone ? 21 : 26}
            animated
            nextAt={nextAt}
          />
        </Block>
        {run && <Names run={run} count={count} shown={phone ? 2 : 3} />}
      </Block>
      {run && (
        <Facts
          run={run}
          leftUsd={hasMovedSince(payroll, payday) ? null : money.balance?.usdBalance}
        />
      )}
      {!phone && (
        <Row wrap justify="between" gap={4} px={textInset} py={4} lineAbove>
          <Text variant="secondary" tone="ink2">
            {t('payday.paid.receiptsNote')}
          </Text>
          <Row gap={3}>{actions}</Row>
        </Row>
      )}
    </Panel>
  )
}

/** A later deposit or withdrawal changed the balance that the payment left. */
const hasMovedSince = ({ lastTransaction: last }: Payroll, { payment, at }: RecentPayday) =>
  last !== null && last.payment?._id !== payment && Date.parse(last.createdAt) > Date.parse(at)

/** The payday after the one that was paid; undefined: the payroll has no dates. */
function useNextAt(payrollId: string, run: Payment | undefined): string | undefined {
  const next = useSchedule(payrollId).data?.next
  return next?.find(({ periodKey }) => periodKey !== run?.period?.key)?.dueAt
}

interface NamesProps {
  run: Payment
  count: number
  shown: number
}

function Names({ run, count, shown }: NamesProps) {
  const names = usePaidNames(run, shown)
  const format = useFormat()
  const [first] = run.transactions
  const rest = count - names.length
  if (!first) return null
  return (
    // Room is kept for as many lines as they mostly take, while they are not known.
    <Text mt={{ xs: 4, md: 5 }} breakWords minHeight={names.length > 0 ? 0 : { xs: 48, md: 24 }}>
      {names.join(', ')}{' '}
      {names.length > 0 && rest > 0 && (
        <Trans
          i18nKey="payday.paid.more"
          count={rest}
          values={{ people: format.count(rest) }}
          components={{ a: <Link component={RouterLink} to={paths.transaction(first._id)} /> }}
        />
      )}
    </Text>
  )
}

interface FactsProps {
  run: Payment
  /** The dollars left; undefined until known, null: nobody knows any more. */
  leftUsd: number | null | undefined
}

function Facts({ run, leftUsd }: FactsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const phone = usePhone()
  const depth = useDepthText()
  const [first] = run.transactions
  const cents = (usd: number) => parseUsdNumber(usd) ?? 0n
  const total = usdNumber(cents(run.totalUsd) + cents(run.networkFee.usd))
  const strong = (value: ReactNode) => (
    <Text as="span" strong>
      {value}
    </Text>
  )
  return (
    <Grid
      as="dl"
      lineAbove={{ md: true }}
      m={0}
      columns={{ md: `repeat(${leftUsd === null ? 3 : 4}, minmax(0, 1fr))` }}
      px={textInset}
      py={{ xs: 0, md: 4.5 }}
      pb={{ xs: 2 }}
    >
      <Fact name={t('payday.paid.fee')}>{strong(format.usd(run.networkFee.usd))}</Fact>
      <Fact name={t('payday.paid.total')}>{strong(format.usd(total))}</Fact>
      {leftUsd !== null && (
        <Fact name={t('payday.paid.left')}>
          {strong(leftUsd === undefined ? '–' : format.usd(leftUsd))}
        </Fact>
      )}
      <Fact name={depth(depthOfRun(run))}>
        {first && (
          <Link component={RouterLink} to={paths.transaction(first._id)} strong>
            {t(phone ? 'payday.paid.seeShort' : 'payday.paid.see')}
          </Link>
        )}
      </Fact>
    </Grid>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <FactColumn gap={0.5}>
      <Text as="dt" size={14} tone="ink2">
        {name}
      </Text>
      <Text as="dd" m={0}>
        {children}
      </Text>
    </FactColumn>
  )
}
