import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { NextPayday } from '#contract/calendar.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { bitcoinUri } from '#web/shared/address/bitcoin-uri.ts'
import { QrCode } from '#web/shared/address/qr-code.tsx'
import { useOccurrenceWords } from '#web/shared/calendar/use-occurrence-words.ts'
import { CoverCushion, CoverGauge } from '#web/shared/coverage/cover-gauge.tsx'
import { useQuietSince } from '#web/shared/network.ts'
import { paths } from '#web/shared/paths.ts'
import { Btc } from '#web/ui/amount.tsx'
import { Link } from '#web/ui/controls.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Block } from '#web/ui/layout.tsx'
import { AnswerAside, CodeAndWords, GaugeAndCode } from '#web/ui/overview-frame.tsx'
import { Text } from '#web/ui/text.tsx'
import { Question } from './headline.tsx'
import { NextState } from './next-state.tsx'

export type NextOne = NonNullable<NextPayday['next']>

interface NextPaydayProps {
  next: NextOne
  /** The payroll that it pays; undefined: it is not in the list yet. */
  payroll: Payroll | undefined
}

/** '¿Está cubierto el próximo pago?': at today's price, and at lower ones. */
export function NextPaydayPanel({ next: { occurrence, cover, toFund }, payroll }: NextPaydayProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useOccurrenceWords()
  const now = useNow(60_000)
  const people = t('calendar.people', {
    count: occurrence.people,
    people: format.count(occurrence.people),
  })
  return (
    <>
      <Question
        text={t('dashboard.next.question')}
        answer={<AnswerText occurrence={occurrence} cover={cover} />}
        aside={
          <AnswerAside>
            <Text variant="body2" tone="ink2" leading={20}>
              {words.when(occurrence.dueAt, now)}
            </Text>
            <Text as="div" strong leading={22} breakWords>
              {payroll ? (
                <Link
                  component={RouterLink}
                  to={paths.payroll(payroll._id)}
                  underline="hover"
                  tone="ink"
                >
                  {words.name(occurrence)}
                </Link>
              ) : (
                words.name(occurrence)
              )}
            </Text>
            <Text variant="body2" tone="ink2" leading={20}>
              {`${people}, ${format.usd(occurrence.totalUsd)}`}
            </Text>
          </AnswerAside>
        }
      />
      <NextState occurrence={occurrence} />
      {cover && (
        <GaugeAndCode
          gauge={<CoverGauge cover={cover} />}
          code={
            payroll && toFund.usd > 0 && <Fund address={payroll.cryptoAddress} toFund={toFund} />
          }
        />
      )}
      {cover?.cushion && <CoverCushion cushion={cover.cushion} />}
    </>
  )
}

/**
 * 'Viernes 27: faltan $1,230.00' · 'Viernes 27: sí, y aguanta −10 %'; the day alone where nobody knows.
 * While the node is silent: as it was before.
 */
function AnswerText({ occurrence, cover }: Pick<NextOne, 'occurrence' | 'cover'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const day = format.weekdayAndDay(occurrence.dueAt)
  const values = { day: day.charAt(0).toUpperCase() + day.slice(1) }
  const { missing, covered } = occurrence
  const quietSince = useQuietSince()
  if (quietSince !== null && (missing || covered !== null)) {
    const was = missing ? 'nextShort' : covered ? 'nextCovered' : 'nextComing'
    const amount = format.usd(missing?.usd ?? 0)
    return t(`payday.quiet.${was}`, { ...values, amount, time: format.time(quietSince) })
  }
  if (missing) return t('dashboard.next.short', { ...values, amount: format.usd(missing.usd) })
  if (covered === null) return values.day
  if (!covered) return t('dashboard.next.coming', values)
  const holds = cover?.holdsPercent ?? 0
  return holds > 0
    ? t('dashboard.next.holds', { ...values, percent: format.percent(holds) })
    : t('dashboard.next.yes', values)
}

/** The code asks for what is missing and the reserve, which is named where there is one. */
function Fund({ address, toFund }: { address: string; toFund: NextOne['toFund'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <CodeAndWords>
      <QrCode value={bitcoinUri(address, toFund.btc)} label={t('ui.qr.label')} size={150} />
      <Block>
        <Text as="div" size={13} strong>
          <Btc btc={toFund.btc} />
        </Text>
        <Text as="div" size={12.5} leading={17} tone="ink2">
          {toFund.reserveUsd > 0
            ? t('dashboard.next.reserve', { amount: format.usd(toFund.reserveUsd) })
            : t('dashboard.next.code')}
        </Text>
        <CopyButton value={address} text />
      </Block>
    </CodeAndWords>
  )
}
