import { useTranslation } from 'react-i18next'
import type { SpecialRunLine } from '#contract/special-runs.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { Block, Row } from '#web/ui/layout.tsx'
import { FaultLink } from '#web/ui/marked-links.tsx'
import { PlainTable } from '#web/ui/plain-table.tsx'
import { Text } from '#web/ui/text.tsx'
import { useNarrow } from '#web/ui/use-phone.ts'
import { SheetAmountField } from './amount-field.tsx'
import type { SheetAmount } from './use-amounts.ts'

interface SheetTableProps {
  label: string
  amounts: readonly SheetAmount[]
  onType: ((id: string, text: string) => void) | undefined
}

/** A row for each person; on phones a card. */
export function SheetTable({ label, amounts, onType }: SheetTableProps) {
  const isNarrow = useNarrow()
  const rows = amounts.map((amount) => {
    const { _id } = amount.line.employee
    return { amount, onType: onType && ((text: string) => onType(_id, text)) }
  })
  if (isNarrow) {
    return (
      <Block as="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
        {rows.map((row) => (
          <Card key={row.amount.line.employee._id} {...row} />
        ))}
      </Block>
    )
  }
  return <Wide label={label} rows={rows} />
}

interface RowProps {
  amount: SheetAmount
  onType: ((text: string) => void) | undefined
}

const columns = ['name', 'hiredOn', 'monthly', 'formula', 'amount'] as const
const widths = { name: '24%', hiredOn: '14%', monthly: '13%', formula: '23%', amount: '26%' }
const isRight = (column: (typeof columns)[number]) => column === 'monthly' || column === 'amount'

function Wide({ label, rows }: { label: string; rows: RowProps[] }) {
  const { t } = useTranslation()
  return (
    <PlainTable look="sheet" label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className={isRight(column) ? 'right' : undefined}
              style={{ width: widths[column] }}
            >
              {t(`specialRuns.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ amount, onType }) => {
          const { line, isOut } = amount
          return (
            <tr key={line.employee._id}>
              <td>
                <Text as="span" strong={!isOut} tone={isOut ? 'ink2' : 'ink'} breakWords>
                  {fullName(line.employee)}
                </Text>
              </td>
              <td>
                <HiredOn line={line} />
              </td>
              <td className="right">
                <Monthly line={line} isOut={isOut} />
              </td>
              <td>
                <Formula line={line} isOut={isOut} />
              </td>
              <td className="right">
                {onType && !isOut ? (
                  <SheetAmountField amount={amount} onType={onType} />
                ) : (
                  <Block pr={{ xs: 0, md: '96px' }}>
                    <SheetAmountField amount={amount} onType={onType} />
                  </Block>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </PlainTable>
  )
}

function Card({ amount, onType }: RowProps) {
  const { line, isOut } = amount
  return (
    <Block as="li" px={4.5} py={3.5} lineAbove>
      <Row justify="between" align="center" gap={3}>
        <Text as="span" strong={!isOut} tone={isOut ? 'ink2' : 'ink'} breakWords>
          {fullName(line.employee)}
        </Text>
        {/* The place is as wide as the field, so that the former amount stands beneath. */}
        <Text as="div" flex="none" width={128} textAlign="right">
          <SheetAmountField amount={amount} onType={onType} />
        </Text>
      </Row>
      <Row gap={2} mt={1.5} wrap size={13.5} align="center">
        <HiredOn line={line} />
        <Formula line={line} isOut={isOut} />
      </Row>
    </Block>
  )
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
