import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from 'react-i18next'
import { languages, languageTag } from '#web/lib/language.ts'
import { switchLanguage } from '#web/lib/switch-language.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { languageNames } from '#web/ui/language-names.ts'
import { Row } from '#web/ui/layout.tsx'

/** The languages, for somebody who has no menu yet. */
export function LanguageFoot() {
  const { t } = useTranslation()
  const current = useLanguage()
  return (
    <Row as="footer" aria-label={t('layout.language')} role="group" wrap justify="center" mt={8}>
      {languages.map((language) => {
        const chosen = language === current
        return (
          <ButtonBase
            key={language}
            lang={languageTag(language)}
            aria-pressed={chosen}
            onClick={() => switchLanguage(language)}
            sx={{
              height: 44,
              px: { xs: 2.5, sm: 3.25 },
              borderRadius: '10px',
              fontSize: '0.875rem',
              color: 'ink2',
              '&:hover': { color: 'ink' },
              ...(chosen && { color: 'ink', fontWeight: 600 }),
            }}
          >
            {languageNames[language]}
          </ButtonBase>
        )
      })}
    </Row>
  )
}
