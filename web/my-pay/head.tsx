import { type AppLanguage, appLanguages, isLanguage, languageTag } from '#web/lib/language.ts'
import { Chevron, Exit } from './marks.tsx'
import { useWords } from './texts.ts'

/** Languages by their own names, so that nobody has to know the present one to find theirs. */
const names: Record<AppLanguage, string> = {
  es: 'Español',
  en: 'English',
  it: 'Italiano',
  prt: 'Português',
}

interface HeadProps {
  onLanguage: (language: AppLanguage) => void
  /** Null while nobody is in. */
  onLeave: (() => void) | null
}

export function PageHeader({ onLanguage, onLeave }: HeadProps) {
  const { language, texts } = useWords()
  return (
    <header className="head">
      <span className="mark">
        <span>Quincena</span>
        <svg aria-hidden viewBox="0 0 112 92" fill="currentColor">
          <text x="0" y="40">
            15
          </text>
          <path d="M26 89 86 0" stroke="currentColor" strokeWidth="5" />
          <text x="61" y="92">
            30
          </text>
        </svg>
      </span>
      <span className="language">
        <span aria-hidden>{languageTag(language).toUpperCase()}</span>
        <Chevron />
        {/* Over the letters and as large as they: a phone opens its own list. */}
        <select
          aria-label={texts.language}
          value={language}
          onChange={({ target }) => isLanguage(target.value) && onLanguage(target.value)}
        >
          {appLanguages.map((each) => (
            <option key={each} value={each} lang={languageTag(each)}>
              {names[each]}
            </option>
          ))}
        </select>
      </span>
      {onLeave && (
        <button type="button" className="icon-button" aria-label={texts.leave} onClick={onLeave}>
          <Exit />
        </button>
      )}
    </header>
  )
}
