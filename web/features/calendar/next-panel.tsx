import { Trans, useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Occurrence } from '#contract/calendar.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { OccurrenceStateMark } from '#web/shared/calendar/occurrence-state.tsx'
import { useOccurrenceWords } from '#web/shared/calendar/use-occurrence-words.ts'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { NotificationsNoneIcon } from '#web/ui/icons/notifications-none.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Panel, textInset } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'

interface NextPanelProps {
  /** Undefined: nothing is left to pay in these months. */
  occurrence: Occurrence | undefined
  now: number
}

/** The answer first: which payday is next, and whether its funds are there. */
export function NextPanel({ occurrence, now }: NextPanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useOccurrenceWords()
  const phone = usePhone()
  return (
    <Panel flush labelledBy="next-payday">
      <Row
        stackBelow="md"
        justify="between"
        align={{ xs: 'stretch', md: 'end' }}
        gap={{ xs: 6, md: 6 }}
        px={textInset}
        py={6}
      >
        <Block minWidth={0}>
          <Text id="next-payday" variant="cell" as="h2" tone="ink2">
            {t('calendar.next.label')}
          </Text>
          <Text variant="answer" mt={0.5}>
            {occurrence ? format.longDay(occurrence.dueAt) : t('calendar.next.none')}
          </Text>
          {occurrence && (
            <Text variant="body2" tone="ink2" mt={1} breakWords>
              {[
                words.name(occurrence),
                t('calendar.people', {
                  count: occurrence.people,
                  people: format.count(occurrence.people),
                }),
                words.when(occurrence.dueAt, now),
              ].join(' · ')}
            </Text>
          )}
        </Block>
        {occurrence && (
          <Block flex="none" width={{ md: 320 }} style={phone ? undefined : { textAlign: 'right' }}>
            <Figure usd={occurrence.totalUsd} size="answer" />
            <Row mt={1} justify={{ xs: 'start', md: 'end' }}>
              <OccurrenceStateMark occurrence={occurrence} inline />
            </Row>
          </Block>
        )}
      </Row>
      {occurrence && <Notice occurrence={occurrence} now={now} />}
    </Panel>
  )
}

/** The foot with the bell: what is missing, and the next reminder. */
function Notice({ occurrence, now }: { occurrence: Occurrence; now: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { missing, covered, nextNotice, payroll } = occurrence
  return (
    <Row wrap justify="between" columnGap={6} rowGap={2} px={textInset} py={3.5} lineAbove>
      <Row gap={3} align="start" minWidth={0} flex="1 1 260px">
        <Icon as={NotificationsNoneIcon} size={19} tone="ink2" mt="1px" flex="none" />
        <Text variant="body2" tone="ink2" boldInk>
          {missing ? (
            <Trans
              i18nKey="calendar.next.missing"
              values={{ amount: format.usd(missing.usd) }}
              components={{ b: <b /> }}
            />
          ) : (
            covered !== null && t(covered ? 'calendar.next.covered' : 'calendar.next.coming')
          )}
          {nextNotice !== null &&
            Date.parse(nextNotice) > now &&
            ` ${t('calendar.next.again', { when: `${format.day(nextNotice)}, ${format.time(nextNotice)}` })}`}
        </Text>
      </Row>
      <Link component={RouterLink} to={paths.payroll(payroll._id)} size={14.5}>
        {t(missing ? 'calendar.next.fund' : 'calendar.next.open')}
      </Link>
    </Row>
  )
}
