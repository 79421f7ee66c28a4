import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { fullName } from '#web/lib/full-name.ts'
import { AmountToday } from '#web/shared/prices/amount-today.tsx'
import { AmountSkeleton, TextSkeleton } from '#web/ui/skeleton.tsx'

interface CandidateListProps {
  /** Undefined while loading. */
  employees: readonly Employee[] | undefined
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  disabled: boolean
}

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 54,
  ml: '-10px',
  cursor: 'pointer',
}

/** Each line is its checkbox's label; the head's checkbox is for the whole page. */
export function CandidateList({ employees, selected, onSelect, disabled }: CandidateListProps) {
  const { t } = useTranslation()
  const ids = employees?.map(({ _id }) => _id) ?? []
  const chosen = ids.filter((id) => selected.has(id)).length
  const all = chosen > 0 && chosen === ids.length

  function toggle(changed: readonly string[], on: boolean) {
    const next = new Set(selected)
    for (const id of changed) {
      if (on) next.add(id)
      else next.delete(id)
    }
    onSelect(next)
  }

  return (
    <>
      <Box
        component="label"
        sx={{ ...row, minHeight: 42, fontSize: '0.78125rem', fontWeight: 500, color: 'ink2' }}
      >
        <Checkbox
          checked={all}
          indeterminate={chosen > 0 && !all}
          disabled={disabled || ids.length === 0}
          onChange={() => toggle(ids, !all)}
          slotProps={{ input: { 'aria-label': t('payrolls.add.all') } }}
        />
        <Box component="span" sx={{ flex: 1 }}>
          {t('payrolls.employees.column.name')}
        </Box>
        {t('payrolls.add.salary')}
      </Box>
      <Box
        component="ul"
        aria-label={t('payrolls.add.title')}
        sx={{ listStyle: 'none', m: 0, p: 0 }}
      >
        {employees === undefined
          ? [168, 140, 190, 154].map((width) => <Loading key={width} width={width} />)
          : employees.map((employee) => (
              <Candidate
                key={employee._id}
                employee={employee}
                checked={selected.has(employee._id)}
                disabled={disabled}
                onChange={(on) => toggle([employee._id], on)}
              />
            ))}
      </Box>
    </>
  )
}

interface CandidateProps {
  employee: Employee
  checked: boolean
  disabled: boolean
  onChange: (on: boolean) => void
}

function Candidate({ employee, checked, disabled, onChange }: CandidateProps) {
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'line' }}>
      <Box component="label" sx={row}>
        <Checkbox checked={checked} disabled={disabled} onChange={(_event, on) => onChange(on)} />
        <Box
          component="span"
          sx={{ flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          {fullName(employee)}
        </Box>
        <AmountToday usd={employee.baseSalary} />
      </Box>
    </Box>
  )
}

function Loading({ width }: { width: number }) {
  return (
    <Box component="li" aria-hidden sx={{ borderTop: 1, borderColor: 'line' }}>
      <Box sx={{ ...row, cursor: 'default' }}>
        <Box sx={{ p: 2.5 }}>
          <TextSkeleton width={20} height={20} />
        </Box>
        <Box sx={{ flex: 1 }}>
          <TextSkeleton width={width} />
        </Box>
        <AmountSkeleton />
      </Box>
    </Box>
  )
}
