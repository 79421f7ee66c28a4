import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Occurrence } from '#contract/calendar.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { OccurrenceStateMark } from '#web/shared/calendar/occurrence-state.tsx'
import { useOccurrenceWords } from '#web/shared/calendar/use-occurrence-words.ts'
import { paths } from '#web/shared/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ArrowForwardIcon } from '#web/ui/icons/arrow-forward.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { textInset } from '#web/ui/panel.tsx'
import { RowCover } from '#web/ui/row-cover.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { localDayOf, type PaydayLine, totalOf } from './months.ts'

interface PaydayRowProps {
  line: PaydayLine
  now: number
  onOpen: (occurrence: Occurrence) => void
  /** Shows each payday of a line that has several. */
  onUnfold?: () => void
}

/**
 * One payday of a payroll, or several planned ones of a day, which a press unfolds. That of a special pay
 * leads to its sheet.
 */
export function CalendarPaydayRow({ line, now, onOpen, onUnfold }: PaydayRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useOccurrenceWords()
  const phone = usePhone()
  const [first] = line.occurrences
  const isGroup = line.occurrences.length > 1 && onUnfold !== undefined
  const texts = useTexts(line)
  const label = t('calendar.one.open', {
    name: texts.name,
    day: format.longDay(first.dueAt),
    state: words.state(first),
  })
  return (
    <Block as="li" relative>
      {phone ? (
        <Card line={line} texts={texts} />
      ) : (
        <Wide line={line} texts={texts} isToday={line.day === localDayOf(now)} />
      )}
      <RowCover
        {...(first.specialRun === null
          ? isGroup
            ? { onClick: onUnfold, 'aria-expanded': false }
            : { onClick: () => onOpen(first) }
          : { component: RouterLink, to: paths.specialRun(first.specialRun) })}
        aria-label={`${label}. ${words.line(first) ?? ''}`}
      />
    </Block>
  )
}

interface Texts {
  name: string
  detail: string
  people: string
  usd: number
}

function useTexts({ occurrences }: PaydayLine): Texts {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useOccurrenceWords()
  const [first] = occurrences
  const count = occurrences.length - 1
  const rhythms = new Set(occurrences.map(words.rhythm))
  const rhythm = rhythms.size > 1 ? t('calendar.rhythm.mixed') : words.rhythm(first)
  const moved = words.moved(first)
  const people = occurrences.reduce((sum, one) => sum + one.people, 0)
  return {
    name: count > 0 ? t('calendar.more', { name: words.name(first), count }) : words.name(first),
    detail:
      first.kind === 'REGULAR'
        ? [rhythm, moved].filter((part) => part !== null).join(' · ')
        : first.payroll.name,
    people: t('calendar.people', { count: people, people: format.count(people) }),
    usd: totalOf(occurrences),
  }
}

interface LooksProps {
  line: PaydayLine
  texts: Texts
}

const columns = '96px minmax(0, 1fr) 128px 120px 216px 24px'

function Wide({ line, texts, isToday }: LooksProps & { isToday: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [first] = line.occurrences
  return (
    <Grid
      columns={columns}
      columnGap={3}
      mx={textInset}
      align="center"
      minHeight={60}
      lineAbove={line.isFirst}
    >
      {line.isFirst ? (
        <Row gap={2} align="baseline">
          <Text as="div" serif size={22}>
            {Number(line.day.slice(8))}
          </Text>
          <Text as="span" size={13.5} tone="ink2">
            {isToday ? t('layout.today') : format.weekday(first.dueAt)}
          </Text>
        </Row>
      ) : (
        <span />
      )}
      <Grid
        columns="subgrid"
        columnGap={3}
        align="center"
        minHeight={60}
        py={2}
        style={{ gridColumn: '2 / -1' }}
        lineAbove={!line.isFirst}
      >
        <Name line={line} texts={texts} />
        <Text as="div" size={14} tone="ink2">
          {texts.people}
        </Text>
        <Text as="div" strong textAlign="right" noWrap>
          {format.usd(texts.usd)}
        </Text>
        <Block minWidth={0} pl={2}>
          <OccurrenceStateMark occurrence={first} />
        </Block>
        <Icon as={ArrowForwardIcon} size={19} tone="ink2" />
      </Grid>
    </Grid>
  )
}

function Card({ line, texts }: LooksProps) {
  const format = useFormat()
  const words = useOccurrenceWords()
  const [first] = line.occurrences
  return (
    <Block px={textInset} py={3} lineAbove>
      <Row justify="between" align="start" gap={3}>
        <Name line={line} texts={texts} isPhone />
        <Text as="div" strong noWrap>
          {format.usd(texts.usd)}
        </Text>
      </Row>
      <Row justify="between" align="start" gap={3} mt={1.5}>
        <OccurrenceStateMark occurrence={first} bare />
        <Text as="div" size={13.5} leading={20} tone="ink2" textAlign="right" breakWords>
          {words.line(first)}
        </Text>
      </Row>
    </Block>
  )
}

function Name({ line, texts, isPhone = false }: LooksProps & { isPhone?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [first] = line.occurrences
  const day = `${format.weekday(first.dueAt)} ${Number(line.day.slice(8))}`
  return (
    <Block minWidth={0}>
      <Text as="div" strong breakWords>
        {texts.name}
        {first.kind !== 'REGULAR' && (
          <Block as="span" ml={2}>
            <Tag>{t('calendar.special.tag')}</Tag>
          </Block>
        )}
      </Text>
      <Text as="div" size={13.5} leading={19} tone="ink2" breakWords>
        {isPhone ? `${day} · ${texts.people}` : texts.detail}
      </Text>
    </Block>
  )
}
