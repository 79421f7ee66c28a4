import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Occurrence } from '#contract/calendar.ts'
import { useApprovalOf } from '#web/shared/approval/approvals-api.ts'
import { OccurrenceStateMark } from '#web/shared/calendar/occurrence-state.tsx'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'
import { Row } from '#web/ui/layout.tsx'

/** 'Aprobada: se paga sola a las 9:00' · 'Espera tu aprobación', once its sheet is prepared. */
export function NextState({ occurrence }: { occurrence: Occurrence }) {
  const { t } = useTranslation()
  const isMine = useApprovalOf(occurrence)?.canApprove === true
  const { state, approvals } = occurrence
  if (state === 'planned' || state === 'paid' || state === 'skipped') return null
  return (
    <Row wrap justify="between" columnGap={5} rowGap={1} py={3.5} lineAbove>
      <OccurrenceStateMark
        occurrence={occurrence}
        inline
        word={isMine ? t('calendar.auto.mine') : undefined}
      />
      {approvals && state === 'prepared' ? (
        <Link component={RouterLink} to={paths.approval(approvals._id)} strong>
          {t(isMine ? 'calendar.auto.review' : 'calendar.one.approval')}
        </Link>
      ) : (
        <Link component={RouterLink} to={paths.calendar} strong>
          {t('calendar.title')}
        </Link>
      )}
    </Row>
  )
}
