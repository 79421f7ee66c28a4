import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useQuietSince } from '#web/shared/network.ts'
import { PaidRuler } from '#web/shared/payday/paid-ruler.tsx'
import { goesToBank } from '#web/shared/payday/status-look.ts'
import { useStatusAnswer } from '#web/shared/payday/use-status-answer.ts'
import { useStatusWords } from '#web/shared/payday/use-status-words.ts'
import { priceQuery } from '#web/shared/prices/price.ts'
import { Btc } from '#web/ui/amount.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { AnswerAside } from '#web/ui/overview-frame.tsx'
import { Text } from '#web/ui/text.tsx'
import { btcOfRun, headlineOf, isShort, sumMissing } from './payday-rows.ts'

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

/** Whether the next paydays are covered; after a payday, the payday, while it is recent. */
export function DashboardHeadline({ payrolls }: { payrolls: readonly Payroll[] }) {
  const now = useNow(60_000)
  const headline = headlineOf(payrolls, now)
  return headline.kind === 'payday' ? (
    <AfterPayday payroll={headline.payroll} />
  ) : (
    <Coverage toCover={headline.toCover} />
  )
}

/** The payday that was: who was paid, when, and how much. */
export function AfterPayday({ payroll }: { payroll: Payroll }) {
  const now = useNow(60_000)
  const { t } = useTranslation()
  const format = useFormat()
  const { word } = useStatusWords()
  const { answer } = useStatusAnswer(payroll, now)
  const { code, at, lines, totalUsd, paid, paidUsd, dollars } = payroll.status
  const isToBank = goesToBank(payroll)
  const isPaid = code === 'paid' && !isToBank
  const count = isToBank ? lines : paid
  const values = { count, people: format.count(count) }
  const sum = { usd: isToBank ? totalUsd : paidUsd, btc: dollars ? undefined : btcOfRun(payroll) }
  return (
    <>
      <Question
        text={payroll.name}
        answer={isPaid || isToBank ? word(payroll) : answer}
        aside={
          <Aside
            label={t(isPaid ? 'payday.paid.who' : 'payday.sent.to', values)}
            sum={sum}
            tone="ink"
          />
        }
      />
      {isPaid && at !== null && (
        <Block pb={5}>
          <PaidRuler at={at} tall={26} disc={18} />
        </Block>
      )}
    </>
  )
}

function Coverage({ toCover }: { toCover: readonly Payroll[] }) {
  const { t } = useTranslation()
  const quietSince = useQuietSince()
  const label = t(quietSince === null ? 'dashboard.coverage.toFund' : 'payday.quiet.toFund')
  const missing = sumMissing(toCover)
  return (
    <Question
      text={t('dashboard.coverage.question')}
      answer={quietSince === null ? <Answer toCover={toCover} /> : <Was toCover={toCover} />}
      aside={missing && <Aside label={label} sum={missing} tone={quietSince ? 'ink' : 'brick'} />}
    />
  )
}

function Answer({ toCover }: { toCover: readonly Payroll[] }) {
  const { t } = useTranslation()
  const price = useQuery(priceQuery)
  if (!price.data && price.isError) return t('dashboard.coverage.noPrice')
  const total = toCover.length
  const missing = toCover.filter(isShort).length
  if (total === 0) return t('dashboard.coverage.nothing')
  if (missing > 0) {
    return total === 1
      ? t('dashboard.coverage.noOnly')
      : t('dashboard.coverage.no', { count: missing, total })
  }
  const coming = toCover.filter(({ status }) => status.code === 'fundsOnTheWay').length
  if (coming > 0) return t('dashboard.coverage.coming', { count: coming })
  return t('dashboard.coverage.yes', { count: total })
}

/** While the node is silent: as it was before. */
function Was({ toCover }: { toCover: readonly Payroll[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const since = useQuietSince()
  const time = since === null ? '' : format.time(since)
  const count = toCover.filter(({ status }) => status.code !== 'ready').length
  const total = toCover.length
  if (total === 0) return t('dashboard.coverage.nothing')
  return count > 0
    ? t('payday.quiet.was', { count, total, time })
    : t('payday.quiet.wasCovered', { count: total, time })
}

interface AsideProps {
  label: string
  sum: { usd: number; btc?: string | undefined }
  tone: 'ink' | 'brick'
}

function Aside({ label, sum, tone }: AsideProps) {
  const format = useFormat()
  return (
    <AnswerAside>
      <Text variant="body2" tone="ink2" leading={20}>
        {label}
      </Text>
      <Text as="div" size={17} leading={22} strong tone={tone}>
        {format.usd(sum.usd)}
      </Text>
      {sum.btc !== undefined && (
        <Text as="div" size={12.5} leading={20} tone="ink2">
          <Btc btc={sum.btc} />
        </Text>
      )}
    </AnswerAside>
  )
}
