import { useTranslation } from 'react-i18next'
import type { SpecialRunLine } from '#contract/special-runs.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { FaultLink } from '#web/ui/marked-links.tsx'
import { PersonName } from '#web/ui/person-name.tsx'
import type { Column } from '#web/ui/table-props.ts'
import { Text } from '#web/ui/text.tsx'
import { SheetAmountField } from './amount-field.tsx'
import type { SheetAmount } from './use-amounts.ts'

interface SheetTableProps {
  label: string
  amounts: readonly SheetAmount[]
  onType: OnType
}

/** A typed amount is told; undefined where the person only reads. */
type OnType = ((id: string, text: string) => void) | undefined

/** The content of a window 600 wide: there it is still a table. */
const minimumWidth = 566

/** A row for each person. */
export function SheetTable({ label, amounts, onType }: SheetTableProps) {
  return (
    <DataTable
      label={label}
      columns={useColumns(onType)}
      rows={amounts}
      rowKey={({ line }) => line.employee._id}
      rowHeight={54}
      minimumWidth={minimumWidth}
      empty={null}
      bare
    />
  )
}

function useColumns(onType: OnType): Column<SheetAmount>[] {
  const { t } = useTranslation()
  const head = (column: string) => t(`specialRuns.column.${column}`)
  return [
    {
      key: 'name',
      head: head('name'),
      width: 273,
      wraps: true,
      cell: (amount) => <Name amount={amount} />,
      onCard: 'title',
      look: 'plain',
    },
    {
      key: 'hiredOn',
      head: head('hiredOn'),
      width: 159,
      cell: ({ line }) => <HiredOn line={line} />,
      look: 'plain',
    },
    {
      key: 'monthly',
      head: head('monthly'),
      width: 148,
      align: 'right',
      wraps: true,
      cell: ({ line, isOut }) => <Monthly line={line} isOut={isOut} />,
      look: 'plain',
    },
    {
      key: 'formula',
      head: head('formula'),
      width: 261,
      apart: true,
      wraps: true,
      cell: ({ line, isOut }) => <Formula line={line} isOut={isOut} />,
      onCard: {
        foot: ({ line, isOut }) => (
          <Row gap={2} wrap size={13.5} leading={20}>
            <HiredOn line={line} />
            <Formula line={line} isOut={isOut} />
          </Row>
        ),
      },
      look: 'plain',
    },
    {
      key: 'amount',
      // The head stands above the field, not above the former amount.
      head: <Block pr={{ xs: 0, md: '96px' }}>{head('amount')}</Block>,
      width: 295,
      align: 'right',
      wraps: true,
      cell: (amount) => (
        <Block py={1} pr={{ xs: 0, md: onType && !amount.isOut ? 0 : '96px' }}>
          <TypedAmount amount={amount} onType={onType} />
        </Block>
      ),
      // The place is as wide as the field, so that the former amount stands beneath.
      onCard: {
        aside: (amount) => (
          <Text as="div" width={128} textAlign="right">
            <TypedAmount amount={amount} onType={onType} />
          </Text>
        ),
      },
      look: 'plain',
    },
  ]
}

function Name({ amount: { line, isOut } }: { amount: SheetAmount }) {
  return (
    <Text as="span" strong={!isOut} tone={isOut ? 'ink2' : 'ink'}>
      <PersonName of={line.employee} />
    </Text>
  )
}

function TypedAmount({ amount, onType }: { amount: SheetAmount; onType: OnType }) {
  const { _id } = amount.line.employee
  return <SheetAmountField amount={amount} onType={onType && ((text) => onType(_id, text))} />
}

/** A missing value leads to its field; a CSV person's comes with the next file. */
function HiredOn({ line }: { line: SpecialRunLine }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { employee, reason } = line
  if (employee.hiredOn !== null) {
    return (
      <Text as="span" tone="ink2" noWrap>
        {format.date(`${employee.hiredOn}T12:00:00Z`)}
      </Text>
    )
  }
  if (reason !== 'MISSING_HIRED_ON')
    return (
      <Text as="span" tone="ink2">
        —
      </Text>
    )
  return (
    <Missing
      line={line}
      text={t('specialRuns.missing.hiredOn')}
      label={t('specialRuns.missing.add', { name: fullName(employee) })}
    />
  )
}

function Monthly({ line, isOut }: { line: SpecialRunLine; isOut: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (line.monthlyUsd !== null) {
    return (
      <Text as="span" tone={isOut ? 'ink2' : 'ink'}>
        {format.usd(line.monthlyUsd)}
      </Text>
    )
  }
  if (line.reason !== 'MISSING_PAY_FREQUENCY' && line.reason !== 'MISSING_HIRED_ON') {
    return (
      <Text as="span" tone="ink2">
        —
      </Text>
    )
  }
  return (
    <Missing
      line={line}
      text={t('specialRuns.missing.frequency')}
      label={t('specialRuns.missing.addFrequency', { name: fullName(line.employee) })}
    />
  )
}

function Missing({ line, text, label }: { line: SpecialRunLine; text: string; label: string }) {
  if (line.employee.creationType === 'CSV') {
    return (
      <Text as="span" tone="brick" strong>
        {text}
      </Text>
    )
  }
  return (
    <FaultLink to={paths.editEmployee(line.employee._id)} label={`${text}: ${label}`}>
      {text}
    </FaultLink>
  )
}

function Formula({ line, isOut }: { line: SpecialRunLine; isOut: boolean }) {
  return (
    <>
      <Text as="span" tone={isOut ? 'ink2' : 'ink'} breakWords>
        {line.formula}
      </Text>
      {line.formulaDetail !== '' && (
        <Text as="div" size={12.5} tone="ink2">
          {line.formulaDetail}
        </Text>
      )}
    </>
  )
}
