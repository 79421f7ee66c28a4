import { useTranslation } from 'react-i18next'
import type { Member, TeamInvitation } from '#contract/team.ts'
import { dayMs, minuteMs } from '#domain/durations.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useSignedInUser } from '#web/lib/session.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { MailIcon } from '#web/ui/icons/mail.tsx'
import { EmptyDisc, Initials } from '#web/ui/initials.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { Text } from '#web/ui/text.tsx'
import { isEnded, type TeamRow, toSentAt } from './team-row.ts'
import { useDayWords } from './use-when.ts'
import { NextSending } from './waiting.tsx'

/** By itself, or in a line after something else. */
type Place = 'alone' | 'inLine'

/** The disc at the beginning of a row. */
export function Sign({ row }: { row: TeamRow }) {
  if (row.kind === 'member') {
    return <Initials first={row.member.firstName} last={row.member.lastName} size={36} />
  }
  return (
    <EmptyDisc>
      <Icon as={MailIcon} size={17} />
    </EmptyDisc>
  )
}

/** Name and mail, or the mail and who invited. */
export function MemberName({ row }: { row: TeamRow }) {
  const { t } = useTranslation()
  const invitedText = useInvitedText()
  return (
    <Row gap={3.5} minWidth={0}>
      <Sign row={row} />
      <Block minWidth={0}>
        <Row gap={2.5} minWidth={0}>
          <Text as="div" strong tone="ink" leading={21} truncate>
            {row.kind === 'member' ? fullName(row.member) : row.invitation.email}
          </Text>
          {row.kind === 'member' && row.member.current && <Tag>{t('team.you')}</Tag>}
        </Row>
        <Text as="div" size={13.5} leading={18} tone="ink2" truncate>
          {row.kind === 'member' ? row.member.email : invitedText(row.invitation)}
        </Text>
      </Block>
    </Row>
  )
}

/** 'Lo invitaste ayer, 16:20'; in a line after something else, 'lo invitaste ayer'. */
export function useInvitedText(place: Place = 'alone') {
  const { t } = useTranslation()
  const { dayOf, when } = useDayWords()
  const user = useSignedInUser()
  return (invitation: TeamInvitation): string => {
    const at = toSentAt(invitation)
    const isOwn = user !== null && fullName(user) === invitation.invitedBy
    // Beside somebody's name there is no room for the hour.
    const isExact = place === 'alone' && isOwn
    const values = { name: invitation.invitedBy, when: isExact ? when(at) : dayOf(at) }
    return t(`team.invitation.${isOwn ? 'byYou' : 'by'}.${place}`, values)
  }
}

/** Since when it counts, where that is not yet. */
export function ApprovesFrom({ member }: { member: Member }) {
  const { t } = useTranslation()
  const { when } = useDayWords()
  const { code, from } = member.counts
  if (code !== 'FROM' || from === null) return null
  return (
    <Text as="div" size={13} leading={18} tone="amber">
      {t('team.approvesFrom', { when: when(from) })}
    </Text>
  )
}

interface InvitationStateProps {
  invitation: TeamInvitation
  /** In one line, where there is little room. */
  short?: boolean
}

/** The state of an invitation, its end beneath. */
export function InvitationState({ invitation, short = false }: InvitationStateProps) {
  const { t } = useTranslation()
  const { when } = useDayWords()
  const ended = !invitation.awaitsApproval && isEnded(invitation)
  const isApproved = typeof invitation.change?.effectiveAt === 'string'
  const waits = isApproved ? 'approved' : 'awaits'
  const state = invitation.awaitsApproval ? waits : ended ? 'ended' : 'sent'
  return (
    <Row align="start" gap={2}>
      <Mark name={ended ? 'slash' : 'clock'} mt="2px" tone={ended ? 'brick' : 'amber'} />
      <Block minWidth={0} leading={20}>
        <Text as="div" strong tone={ended ? 'brick' : 'amber'}>
          {short && state === 'sent'
            ? t('team.invitation.until.alone', { when: when(invitation.expiresAt) })
            : t(`team.invitation.${state}`)}
        </Text>
        {state === 'sent' && !short && (
          <Text as="div" size={13.5}>
            {t('team.invitation.until.inLine', { when: when(invitation.expiresAt) })}
          </Text>
        )}
        <NextSending invitation={invitation} />
      </Block>
    </Row>
  )
}

/** When somebody was here last. */
export function LastSeen({ member, place = 'alone' }: { member: Member; place?: Place }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { when } = useDayWords()
  const { current, lastActiveAt } = member
  if (current || isNow(lastActiveAt)) {
    return (
      <Text as="span" strong tone="jade">
        {t(`team.seen.now.${place}`)}
      </Text>
    )
  }
  if (lastActiveAt === null) return t(`team.seen.never.${place}`)
  return isRecent(lastActiveAt) ? when(lastActiveAt) : format.date(lastActiveAt)
}

const nowMs = 5 * minuteMs
const recentMs = 2 * dayMs
const ageOf = (instant: string) => Date.now() - Date.parse(instant)
const isNow = (instant: string | null) => instant !== null && ageOf(instant) < nowMs
const isRecent = (instant: string) => ageOf(instant) < recentMs
