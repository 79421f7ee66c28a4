import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CellFault } from '#contract/imports.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PlainTable } from '#web/ui/plain-table.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

const pageSize = 10
/** A few are seen at a glance. */
const filteredFrom = 6

/** A cell that is wrong, its value where it is known. */
type ShownFault = Pick<CellFault, 'row' | 'column' | 'message'> & { value?: string }

interface FaultsProps {
  /** Undefined while loading; of many the first. */
  faults: readonly ShownFault[] | undefined
  count: number
}

export function Faults({ faults, count }: FaultsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [filter, setFilter] = useState('')
  const [page, setPage] = useState(1)
  const found = faults?.filter((fault) => fits(fault, filter))
  return (
    <Block mt={3}>
      <Row wrap justify="between" gap={3} mb={3}>
        <Row role="status" as="p" gap={2} strong tone="brick">
          <Mark name="cross" />
          {t('payrolls.csv.errors', { count, errors: format.count(count) })}
        </Row>
        {count >= filteredFrom && (
          <TextInput
            value={filter}
            onChange={({ target }) => {
              setFilter(target.value)
              setPage(1)
            }}
            placeholder={t('payrolls.csv.filter')}
            slotProps={{ input: { 'aria-label': t('payrolls.csv.filter'), type: 'search' } }}
            width={{ xs: '100%', sm: 300 }}
          />
        )}
      </Row>
      <Rows faults={found?.slice((page - 1) * pageSize, page * pageSize)} />
      {found && found.length > pageSize && (
        <Pager page={page} pageSize={pageSize} total={found.length} onPage={setPage} />
      )}
      {faults && faults.length < count && (
        <Text variant="secondary" mt={3} tone="ink2">
          {t('payrolls.csv.moreErrors', {
            count: faults.length,
            shown: format.count(faults.length),
          })}
        </Text>
      )}
    </Block>
  )
}

const fits = ({ row, column, message, value = '' }: ShownFault, filter: string) =>
  `${row} ${column} ${value} ${message}`.toLowerCase().includes(filter.trim().toLowerCase())

function Rows({ faults }: { faults: readonly ShownFault[] | undefined }) {
  const { t } = useTranslation()
  const hasValues = faults?.some(({ value }) => value !== undefined)
  return (
    <PlainTable look="faults" label={t('payrolls.csv.errorTable')} busy={faults === undefined}>
      <thead>
        <tr>
          <th scope="col">{t('payrolls.csv.column.row')}</th>
          <th scope="col">{t('payrolls.csv.column.column')}</th>
          {hasValues && (
            <th scope="col" className="value">
              {t('payrolls.csv.column.value')}
            </th>
          )}
          <th scope="col">{t('payrolls.csv.column.error')}</th>
        </tr>
      </thead>
      <tbody>
        {faults === undefined
          ? [220, 180, 240].map((width) => (
              <tr key={width}>
                <td>
                  <TextSkeleton width={18} />
                </td>
                <td>
                  <TextSkeleton width={90} />
                </td>
                <td>
                  <TextSkeleton width={width} />
                </td>
              </tr>
            ))
          : faults.map((fault) => (
              <tr key={`${fault.row} ${fault.column} ${fault.message}`}>
                <td>{fault.row}</td>
                <td>
                  {fault.column}
                  {fault.value && <span className="value">{fault.value}</span>}
                </td>
                {hasValues && (
                  <td className="value" title={fault.value}>
                    {fault.value}
                  </td>
                )}
                <Text as="td" tone="brick">
                  {fault.message}
                </Text>
              </tr>
            ))}
      </tbody>
    </PlainTable>
  )
}
