import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Employee } from '#contract/employees.ts'
import { paths } from '#web/lib/paths.ts'
import { Tag } from '#web/ui/tag.tsx'
import { fullName } from './full-name.ts'

interface EmployeeActionsProps {
  employee: Employee
  onDelete: (employee: Employee) => void
}

/** Who came in a CSV is changed by the next CSV: a tag instead of the icons. */
export function EmployeeActions({ employee, onDelete }: EmployeeActionsProps) {
  const { t } = useTranslation()
  if (employee.creationType === 'CSV') return <Tag>CSV</Tag>
  const name = fullName(employee)
  return (
    <Box component="span" sx={{ display: 'inline-flex', mr: -2.5 }}>
      <IconButton
        component={Link}
        to={paths.editEmployee(employee._id)}
        aria-label={t('employees.edit', { name })}
      >
        <Edit />
      </IconButton>
      <IconButton
        onClick={() => onDelete(employee)}
        aria-label={t('employees.delete.label', { name })}
      >
        <Delete />
      </IconButton>
    </Box>
  )
}
