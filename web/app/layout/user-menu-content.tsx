import Check from '@mui/icons-material/Check'
import Logout from '@mui/icons-material/LogoutOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import Shield from '@mui/icons-material/ShieldOutlined'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { User } from '#contract/users.ts'
import { type AppLanguage, languages, languageTag } from '#web/lib/language.ts'
import { switchLanguage } from '#web/lib/switch-language.ts'
import { useFormat, useLanguage } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { Block, Grid } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { signOut } from './sign-out.ts'

/** Each by its own name, so that nobody has to know the present one to find theirs. */
const names: Record<AppLanguage, string> = {
  es: 'Español',
  en: 'English',
  it: 'Italiano',
  prt: 'Português',
}

const links = [
  { to: paths.editProfile, text: 'layout.editProfile', Icon: Person },
  { to: paths.security, text: 'layout.security', Icon: Shield },
] as const

const entry = {
  justifyContent: 'flex-start',
  width: '100%',
  height: 44,
  px: 5,
  fontSize: '0.9375rem',
  '&:hover': { bgcolor: 'anilTint', color: 'anil' },
  '&:focus-visible': { outlineOffset: -2 },
}

export function UserMenuContent({ user, onDone }: { user: User; onDone: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Block px={5} pt="17px" pb="13px">
        <Text variant="h3" as="p" breakWords>
          {user.firstName} {user.lastName}
        </Text>
        <Text variant="body2" tone="ink2">
          {t('layout.registered', { date: format.date(user.createdAt) })}
        </Text>
      </Block>
      <Block aria-label={t('layout.account')} as="nav" py={2} lineAbove>
        {links.map(({ to, text, Icon }) => (
          <ButtonBase
            key={to}
            component={Link}
            to={to}
            onClick={onDone}
            sx={{
              ...entry,
              gap: 3,
              '& svg': { fontSize: 20, color: 'ink2' },
              '&:hover svg': { color: 'anil' },
            }}
          >
            <Icon />
            {t(text)}
          </ButtonBase>
        ))}
      </Block>
      <Languages onDone={onDone} />
      <Block py="2px" lineAbove>
        <ButtonBase onClick={signOut} sx={{ ...entry, gap: 3 }}>
          <Logout sx={{ fontSize: 20, color: 'ink2' }} />
          {t('layout.logout')}
        </ButtonBase>
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
        {languages.map((language) => {
          const chosen = language === current
          return (
            <ButtonBase
              key={language}
              lang={languageTag(language)}
              aria-pressed={chosen}
              onClick={async () => {
                await switchLanguage(language)
                onDone()
              }}
              sx={{
                ...entry,
                height: 40,
                gap: 2,
                pr: 0,
                ...(chosen && { color: 'anil', fontWeight: 600 }),
              }}
            >
              <Check sx={{ fontSize: 18, visibility: chosen ? 'visible' : 'hidden' }} />
              {names[language]}
            </ButtonBase>
          )
        })}
      </Grid>
    </Block>
  )
}
