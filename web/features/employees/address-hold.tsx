import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useOwnApproval } from '#web/shared/approval/use-own-approval.tsx'
import { useAskRelease } from '#web/shared/changes/hold-api.ts'
import { useFreesItself } from '#web/shared/changes/use-hold-words.ts'
import { Link } from '#web/ui/controls.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'

type Hold = NonNullable<Employee['addressHold']>

interface HoldNoticeProps {
  employeeId: string
  hold: Hold
}

/** Until when and why nothing is paid to an address or account yet, and the way to have it released. */
export function HoldNotice({ employeeId, hold: { until, at, reason } }: HoldNoticeProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const freesItself = useFreesItself()
  const ask = useAskRelease(employeeId)
  const own = useOwnApproval()
  return (
    <Row gap={2} mt={2.5} align="start" size={14}>
      <Mark name={until ? 'clock' : 'alert'} tone={until ? 'amber' : 'brick'} mt="2px" />
      <Block minWidth={0}>
        <Text as="div" strong tone={until ? 'amber' : 'brick'}>
          {freesItself(until)}
        </Text>
        <Text as="div" tone="ink2">
          {t(`changes.hold.why.${reason}`, { date: format.dateTime(at) })}
        </Text>
        <div role="status">{ask.isSuccess && t('changes.hold.asked')}</div>
        {!ask.isSuccess && (
          <Link
            component="button"
            type="button"
            disabled={ask.isPending}
            onClick={() =>
              ask.mutate(undefined, {
                // Somebody who may release does so at once.
                onSuccess: ({ approval }) => void own.approve(({ _id }) => _id === approval._id),
                onError: reportWrite,
              })
            }
          >
            {t('changes.hold.ask')}
          </Link>
        )}
      </Block>
      {own.dialog}
    </Row>
  )
}

/** A list's mark of an address that waits, and how long. */
export function HoldMark({ hold }: { hold: Hold | undefined }) {
  const { t } = useTranslation()
  const freesItself = useFreesItself()
  if (!hold) return null
  const { until } = hold
  return (
    <Row gap={1.5} size={12.5} leading={18} tone={until ? 'amber' : 'brick'} noWrap>
      <Mark name={until ? 'clock' : 'alert'} size={13} />
      <span title={freesItself(until)}>{t('changes.hold.mark')}</span>
    </Row>
  )
}
