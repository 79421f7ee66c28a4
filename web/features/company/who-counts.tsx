import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/team.ts'
import { approvingRoles } from '#domain/roles.ts'
import { fullName } from '#web/lib/full-name.ts'
import { CountsMark } from '#web/shared/factors/counts-mark.tsx'
import { useWhen } from '#web/shared/factors/use-when.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LockIcon } from '#web/ui/icons/lock.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'

/** Everybody who approves by role, and whether the approval counts today. */
export function WhoCounts({ members }: { members: readonly Member[] }) {
  const { t } = useTranslation()
  return (
    <>
      <Text as="h3" variant="body2" strong mt={6} mb={2}>
        {t('rules.who')}
      </Text>
      <Panel flush>
        <Block as="ul" aria-label={t('rules.who')}>
          {members
            .filter(({ role }) => approvingRoles.includes(role))
            .map((member) => (
              <MemberRow key={member._id} member={member} />
            ))}
          <PersonRow
            sign={<Icon as={LockIcon} size={20} tone="ink2" flex="none" mx="8px" />}
            name={t('rules.asker')}
            detail={t('rules.askerDetail')}
          />
        </Block>
      </Panel>
    </>
  )
}

function MemberRow({ member }: { member: Member }) {
  const { t } = useTranslation()
  const { role, factors } = member
  const kinds = factors.map((kind) => t(`factors.kind.${kind}`)).join(', ')
  const isStrong = factors.includes('PASSKEY') || factors.includes('TOTP')
  const has = isStrong || kinds === '' ? kinds : t('rules.only', { kinds })
  return (
    <PersonRow
      sign={<Initials first={member.firstName} last={member.lastName} size={36} />}
      name={fullName(member)}
      detail={[t(`roles.name.${role}`), has].filter(Boolean).join(' · ')}
      state={<Counts counts={member.counts} />}
    />
  )
}

function Counts({ counts: { code, from } }: Pick<Member, 'counts'>) {
  const { t } = useTranslation()
  const when = useWhen()
  if (code === 'YES') return <CountsMark look="yes">{t('rules.counts')}</CountsMark>
  if (code === 'NEEDS_KEY') return <CountsMark look="no">{t('rules.needsKey')}</CountsMark>
  if (from === null) return null
  return <CountsMark look="later">{t('factors.passkeys.from', { when: when(from) })}</CountsMark>
}

interface PersonRowProps {
  sign: ReactNode
  name: string
  detail: string
  state?: ReactNode
}

function PersonRow({ sign, name, detail, state }: PersonRowProps) {
  return (
    <Row
      as="li"
      lineBetween
      wrap={{ xs: true, sm: false }}
      columnGap={3.5}
      minHeight={66}
      px={{ xs: 4, sm: 4.5 }}
      py={2.5}
    >
      {sign}
      <Block flex={{ xs: '1 1 70%', sm: 1 }} minWidth={0}>
        <Text strong breakWords>
          {name}
        </Text>
        <Text variant="secondary" tone="ink2">
          {detail}
        </Text>
      </Block>
      {state && (
        <Block pl={{ xs: '50px', sm: 0 }} flex={{ xs: '1 1 100%', sm: 'none' }}>
          {state}
        </Block>
      )}
    </Row>
  )
}
