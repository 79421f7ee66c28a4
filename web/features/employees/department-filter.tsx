import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { narrowedBy } from '#web/lib/use-list-params.ts'
import { FilterSelect } from '#web/ui/filter-select.tsx'

/** The department that the list is narrowed to, kept in the address bar as the page is; '' for all. */
export function useDepartment() {
  const [params, setParams] = useSearchParams()
  const setDepartment = (department: string) => setParams(narrowedBy('area', department))
  return { department: params.get('area') ?? '', setDepartment }
}

interface DepartmentFilterProps {
  departments: readonly string[]
  department: string
  onChange: (department: string) => void
}

/** Nothing where nobody has a department; one that the address bar names stays in sight. */
export function DepartmentFilter({ departments, department, onChange }: DepartmentFilterProps) {
  const { t } = useTranslation()
  if (departments.length === 0 && department === '') return null
  const isListed = department === '' || departments.includes(department)
  return (
    <FilterSelect
      label={t('employees.field.department')}
      value={department}
      onChange={onChange}
      all={t('employees.allDepartments')}
      options={isListed ? departments : [department, ...departments]}
    />
  )
}
