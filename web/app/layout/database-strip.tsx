import { useTranslation } from 'react-i18next'
import { useDatabaseAway } from '#web/lib/database-away.ts'
import { Strip } from './quiet-strip.tsx'

/** Under the header while the server's database is away: what was typed stays, and nothing need be pressed again. */
export function DatabaseStrip() {
  const { t } = useTranslation()
  const isAway = useDatabaseAway()
  return (
    <div role="status">
      {isAway && (
        <Strip>
          <b>{t('layout.databaseAway.title')}</b> {t('layout.databaseAway.rest')}
        </Strip>
      )}
    </div>
  )
}
