import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { fullName } from '#web/lib/full-name.ts'
import { paths } from '#web/shared/paths.ts'
import { RowButtons } from '#web/ui/row-buttons.tsx'
import { Tag } from '#web/ui/tag.tsx'

interface EmployeeActionsProps {
  employee: Employee
  onDelete: (employee: Employee) => void
}

/** An employee from a CSV is changed in its payroll, which its name links to: a tag instead of the icons. */
export function EmployeeActions({ employee, onDelete }: EmployeeActionsProps) {
  const { t } = useTranslation()
  const name = fullName(employee)
  if (employee.creationType === 'CSV') return <Tag>CSV</Tag>
  return (
    <RowButtons
      editLabel={t('employees.edit', { name })}
      edit={paths.editEmployee(employee._id)}
      removeLabel={t('employees.delete.label', { name })}
      onRemove={() => onDelete(employee)}
    />
  )
}
