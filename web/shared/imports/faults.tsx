import Box, { type BoxProps } from '@mui/material/Box'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CellFault } from '#contract/imports.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'

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
          <OutlinedInput
            value={filter}
            onChange={({ target }) => {
              setFilter(target.value)
              setPage(1)
            }}
            placeholder={t('payrolls.csv.filter')}
            slotProps={{ input: { 'aria-label': t('payrolls.csv.filter'), type: 'search' } }}
            sx={{ width: { xs: '100%', sm: 300 } }}
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
    <Box
      component="table"
      aria-label={t('payrolls.csv.errorTable')}
      aria-busy={faults === undefined}
      sx={{
        width: '100%',
        borderCollapse: 'collapse',
        fontSize: '0.90625rem',
        '& th, & td': { py: '13px', pr: 3, textAlign: 'left', verticalAlign: 'top' },
        '& th': { py: 2, fontSize: '0.78125rem', fontWeight: 500, color: 'ink2' },
        '& tr': { borderTop: 1, borderColor: 'line' },
        '& :is(th, td):first-of-type': { width: 64, color: 'ink2' },
        '& :is(th, td):nth-of-type(2)': { width: { xs: 96, sm: 176 }, overflowWrap: 'anywhere' },
      }}
    >
      <thead>
        <tr>
          <th scope="col">{t('payrolls.csv.column.row')}</th>
          <th scope="col">{t('payrolls.csv.column.column')}</th>
          {hasValues && (
            <Block as="th" scope="col" hideBelow="sm">
              {t('payrolls.csv.column.value')}
            </Block>
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
                  {fault.value && (
                    <Box
                      component="span"
                      sx={{ ...mono, display: { xs: 'block', sm: 'none' }, color: 'ink2' }}
                    >
                      {fault.value}
                    </Box>
                  )}
                </td>
                {hasValues && (
                  <Value component="td" title={fault.value}>
                    {fault.value}
                  </Value>
                )}
                <Text as="td" tone="brick">
                  {fault.message}
                </Text>
              </tr>
            ))}
      </tbody>
    </Box>
  )
}

const mono = {
  fontFamily: '"Spline Sans Mono Variable", ui-monospace, monospace',
  fontSize: '0.8125rem',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
}

/** As it stands in the file; on phones beneath the name of its column. */
function Value(props: BoxProps<'td'>) {
  return (
    <Box {...props} sx={{ display: { xs: 'none', sm: 'table-cell' }, maxWidth: 150, '&&': mono }} />
  )
}
