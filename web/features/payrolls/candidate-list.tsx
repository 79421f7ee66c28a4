import Checkbox from '@mui/material/Checkbox'
import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { AmountToday } from '#web/shared/prices/amount-today.tsx'
import { CheckRow } from '#web/ui/check-line.tsx'
import { Block } from '#web/ui/layout.tsx'
import { PersonName } from '#web/ui/person-name.tsx'
import { AmountSkeleton, TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'

interface CandidateListProps {
  /** Undefined while loading. */
  employees: readonly Employee[] | undefined
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  disabled: boolean
}

/** A line is the label of its checkbox; the head's checkbox is for the whole page. */
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
      <CheckRow look="head">
        <Checkbox
          checked={all}
          indeterminate={chosen > 0 && !all}
          disabled={disabled || ids.length === 0}
          onChange={() => toggle(ids, !all)}
          slotProps={{ input: { 'aria-label': t('payrolls.add.all') } }}
        />
        <Block as="span" flex={1}>
          {t('payrolls.employees.column.name')}
        </Block>
        {t('payrolls.add.salary')}
      </CheckRow>
      <Block aria-label={t('payrolls.add.title')} as="ul">
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
      </Block>
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
    <Block as="li" lineAbove>
      <CheckRow look="row">
        <Checkbox checked={checked} disabled={disabled} onChange={(_event, on) => onChange(on)} />
        <Text as="span" flex={1} minWidth={0} strong breakWords>
          <PersonName of={employee} />
        </Text>
        <AmountToday usd={employee.baseSalary} />
      </CheckRow>
    </Block>
  )
}

function Loading({ width }: { width: number }) {
  return (
    <Block aria-hidden as="li" lineAbove>
      <CheckRow look="awaited">
        <Block p={2.5}>
          <TextSkeleton width={20} height={20} />
        </Block>
        <Block flex={1}>
          <TextSkeleton width={width} />
        </Block>
        <AmountSkeleton />
      </CheckRow>
    </Block>
  )
}
