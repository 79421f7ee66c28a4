import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/team.ts'
import type { FactorKind } from '#domain/roles.ts'
import { Icon } from '#web/ui/icon.tsx'
import { AppShortcutIcon } from '#web/ui/icons/app-shortcut.tsx'
import { KeyIcon } from '#web/ui/icons/key.tsx'
import { MailIcon } from '#web/ui/icons/mail.tsx'
import { SmsIcon } from '#web/ui/icons/sms.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

const icons = {
  PASSKEY: KeyIcon,
  TOTP: AppShortcutIcon,
  EMAIL: MailIcon,
  SMS: SmsIcon,
} satisfies Record<FactorKind, unknown>

interface FactorsProps {
  member: Member
  /** The warning alone, where there is little room. */
  short?: boolean
}

/** A line for each of what somebody signs in and approves with. */
export function MemberFactors({ member, short = false }: FactorsProps) {
  const { t } = useTranslation()
  const { factors, counts } = member
  // Codes by mail and SMS are no choice of one's own where there is something stronger.
  const chosen = factors.filter((factor) => factor === 'PASSKEY' || factor === 'TOTP')
  const shown = chosen.length > 0 ? chosen : factors.slice(0, 1)
  if (counts.code === 'NEEDS_KEY') return <NoKey factor={shown[0]} short={short} />
  if (shown.length === 0) return <Text as="span">{t('team.factor.none')}</Text>
  return (
    <Grid as="ul" gap={0.5}>
      {shown.map((factor) => {
        const Drawing = icons[factor]
        return (
          <Row key={factor} as="li" gap={2} leading={20}>
            <Icon as={Drawing} size={17} />
            {t(`team.factor.${factor}`)}
          </Row>
        )
      })}
    </Grid>
  )
}

function NoKey({ factor, short }: { factor: FactorKind | undefined; short: boolean }) {
  const { t } = useTranslation()
  const why = t(`team.needsKey.${factor ?? 'none'}`)
  return (
    <Row align="start" gap={2}>
      <Mark name="alert" mt="2px" tone="amber" />
      <Block minWidth={0} leading={20}>
        <Text as="div" strong tone="amber">
          {short ? why : t(`team.factor.${factor ?? 'none'}`)}
        </Text>
        {!short && (
          <Text as="div" size={13.5}>
            {why}
          </Text>
        )}
      </Block>
    </Row>
  )
}
