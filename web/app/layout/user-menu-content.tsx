import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { User } from '#contract/user.ts'
import { appLanguages, languageTag } from '#web/lib/language.ts'
import { switchLanguage } from '#web/lib/switch-language.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { isTeam, useTeam } from '#web/shared/team/api.ts'
import { CheckIcon } from '#web/ui/icons/check.tsx'
import { DnsIcon } from '#web/ui/icons/dns.tsx'
import { LogoutIcon } from '#web/ui/icons/logout.tsx'
import { PersonIcon } from '#web/ui/icons/person.tsx'
import { ShieldIcon } from '#web/ui/icons/shield.tsx'
import { SupervisorAccountIcon } from '#web/ui/icons/supervisor-account.tsx'
import { languageNames } from '#web/ui/language-names.ts'
import { Block, Grid } from '#web/ui/layout.tsx'
import { MenuEntry } from '#web/ui/menu-entry.tsx'
import { Text } from '#web/ui/text.tsx'
import { signOut } from './sign-out.ts'

const links = [
  { to: paths.editProfile, text: 'layout.editProfile', Icon: PersonIcon },
  { to: paths.security, text: 'layout.security', Icon: ShieldIcon },
] as const
/** The team moves to the sidebar once somebody was invited. */
const team = { to: paths.team, text: 'team.title', Icon: SupervisorAccountIcon } as const

/** The page of those who look after the installation. */
const system = { to: paths.system, text: 'system.menu', Icon: DnsIcon } as const

export function UserMenuContent({ user, onDone }: { user: User; onDone: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const company = useTeam().data
  const hasTeam = isTeam(company)
  const isAlone = company !== undefined && !hasTeam
  const { can } = useRole()
  const shown = [...links, ...(isAlone ? [team] : []), ...(can('seeSystem') ? [system] : [])]
  return (
    <>
      <Block px={5} pt="17px" pb="13px">
        <Text variant="h3" as="p" breakWords>
          {user.firstName} {user.lastName}
        </Text>
        {hasTeam && (
          <Text variant="body2" strong>
            {t(`roles.name.${user.role}`)}
          </Text>
        )}
        <Text variant="body2" tone="ink2">
          {t('layout.registered', { date: format.date(user.createdAt) })}
        </Text>
      </Block>
      <Block aria-label={t('layout.account')} as="nav" py={2} lineAbove>
        {shown.map(({ to, text, Icon }) => (
          <MenuEntry key={to} component={Link} to={to} onClick={onDone} icon={Icon}>
            {t(text)}
          </MenuEntry>
        ))}
      </Block>
      <Languages onDone={onDone} />
      <Block py="2px" lineAbove>
        <MenuEntry onClick={signOut} icon={LogoutIcon}>
          {t('layout.logout')}
        </MenuEntry>
      </Block>
    </>
  )
}

function Languages({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const current = useLanguage()
  return (
    <Block aria-label={t('layout.language')} as="section" py={2} lineAbove>
      <Text variant="caption" as="p" px={5} pt={1} pb={0.5} tone="ink2">
        {t('layout.language')}
      </Text>
      <Grid columns="127px 1fr" pt="3px" pb="3px">
        {appLanguages.map((language) => (
          <MenuEntry
            key={language}
            lang={languageTag(language)}
            icon={CheckIcon}
            half
            chosen={language === current}
            onClick={async () => {
              await switchLanguage(language)
              onDone()
            }}
          >
            {languageNames[language]}
          </MenuEntry>
        ))}
      </Grid>
    </Block>
  )
}
