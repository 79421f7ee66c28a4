import { useTranslation } from 'react-i18next'
import { appLanguages, languageTag } from '#web/lib/language.ts'
import { switchLanguage } from '#web/lib/switch-language.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { FootChoice } from '#web/ui/foot-choice.tsx'
import { languageNames } from '#web/ui/language-names.ts'
import { Row } from '#web/ui/layout.tsx'

/** The languages, for somebody who has no menu yet. */
export function LanguageFoot() {
  const { t } = useTranslation()
  const current = useLanguage()
  return (
    <Row as="footer" aria-label={t('layout.language')} role="group" wrap justify="center" mt={8}>
      {appLanguages.map((language) => (
        <FootChoice
          key={language}
          lang={languageTag(language)}
          chosen={language === current}
          onClick={() => switchLanguage(language)}
        >
          {languageNames[language]}
        </FootChoice>
      ))}
    </Row>
  )
}
