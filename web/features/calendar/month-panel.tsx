import { useId, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { CalendarAnswer, Occurrence } from '#contract/calendar.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Button } from '#web/ui/controls.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Panel, textInset } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { MonthDays } from './month-days.tsx'
import { localDayOf, type Month, type PaydayLine, separate, toPayOf, totalOf } from './months.ts'
import { CalendarPaydayRow } from './payday-row.tsx'

interface MonthPanelProps {
  month: Month
  now: number
  closedDays: CalendarAnswer['closedDays']
  /** Two months on: what is special stands there, the rest is asked for. */
  isFar: boolean
  onOpen: (occurrence: Occurrence) => void
}

/** One month: its ruler with the paydays on it, and a line for each that is not done. */
export function MonthPanel({ month, now, closedDays, isFar, onOpen }: MonthPanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleId = useId()
  const [showsAll, setShowsAll] = useState(false)
  const [unfolded, setUnfolded] = useState<readonly string[]>([])
  const special = month.lines.filter(({ occurrences: [{ kind }] }) => kind !== 'REGULAR')
  const near = special.length > 0 ? special : month.lines.slice(0, 1)
  const shown = isFar && !showsAll ? near : month.lines
  const rest = month.lines.length - shown.length
  const name = format.month(month.key)
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  const year = month.key.slice(0, 4)
  const isOtherYear = year !== localDayOf(now).slice(0, 4)
  return (
    <Panel flush labelledBy={titleId}>
      <Row wrap justify="between" align="baseline" gap={2} px={textInset} pt={5} pb={3}>
        <Text id={titleId} variant="h2">
          {isOtherYear ? `${title} ${year}` : title}
        </Text>
        <Text variant="body2" tone="ink2" boldInk>
          <Trans
            i18nKey="calendar.toPay"
            values={{ amount: format.usd(toPayOf(month)) }}
            components={{ b: <b /> }}
          />
        </Text>
      </Row>
      <MonthDays month={month} now={now} closedDays={closedDays} name={title} />
      {month.done.length > 0 && <Done month={month} onOpen={onOpen} />}
      <Block as="ul">
        {shown
          .flatMap((line) => (unfolded.includes(keyOf(line)) ? separate(line) : [line]))
          .map((line) => (
            <CalendarPaydayRow
              key={keyOf(line)}
              line={line}
              now={now}
              onOpen={onOpen}
              onUnfold={() => setUnfolded([...unfolded, keyOf(line)])}
            />
          ))}
      </Block>
      {rest > 0 && (
        <Block px={textInset} py={2} lineAbove>
          <Button variant="text" onClick={() => setShowsAll(true)} ml={-2}>
            {t('calendar.others', { count: rest })}
          </Button>
        </Block>
      )}
    </Panel>
  )
}

const keyOf = ({ occurrences: [{ _id }] }: PaydayLine) => _id

/** The paid ones in one line, which unfolds. */
function Done({ month, onOpen }: Pick<MonthPanelProps, 'month' | 'onOpen'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { done } = month
  const days = [...new Set(done.map(({ dueAt }) => String(Number(localDayOf(dueAt).slice(8)))))]
  const last = days.pop() ?? ''
  const named = days.length > 0 ? t('calendar.and', { first: days.join(', '), last }) : last
  return (
    <>
      <Row justify="between" gap={4} px={textInset} py={3} lineAbove>
        <Row gap={2.5} align="start" minWidth={0}>
          <Mark name="tick" tone="jade" mt="3px" />
          <Text variant="body2" tone="ink2" boldInk>
            <Trans
              i18nKey="calendar.done"
              count={done.length}
              values={{
                amount: format.usd(totalOf(done)),
                days: t('calendar.daysOf', { days: named, month: format.month(month.key) }),
              }}
              components={{ b: <b /> }}
            />
          </Text>
        </Row>
        <Button
          variant="text"
          size="small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          mr={-2}
          flex="none"
        >
          {t(isOpen ? 'calendar.hide' : 'calendar.show')}
        </Button>
      </Row>
      {isOpen && (
        <Block as="ul">
          {done.map((one) => (
            <CalendarPaydayRow
              key={one._id}
              line={{ day: localDayOf(one.dueAt), isFirst: true, occurrences: [one] }}
              onOpen={onOpen}
              now={0}
            />
          ))}
        </Block>
      )}
    </>
  )
}
