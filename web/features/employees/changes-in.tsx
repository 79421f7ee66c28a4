import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Employee } from '#contract/employees.ts'
import { fullName } from '#web/lib/full-name.ts'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'

/** Under the name of somebody from a CSV: the payroll in which they change. */
export function ChangesIn({ employee }: { employee: Employee }) {
  const { t } = useTranslation()
  const { payroll } = employee
  if (!payroll) return null
  return (
    <Link
      component={RouterLink}
      to={paths.payroll(payroll._id)}
      aria-label={t('employees.list.changesInLabel', {
        name: fullName(employee),
        payroll: payroll.name,
      })}
      underline="hover"
      block
      width="fit-content"
      maxWidth="100%"
      truncate
      size={12.5}
      weight={500}
      leading={1.5}
    >
      {t('employees.list.changesIn', { payroll: payroll.name })}
    </Link>
  )
}
