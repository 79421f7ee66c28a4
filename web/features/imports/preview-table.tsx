import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { headerFaultText } from '#contract/header-fault-texts.ts'
import { employeeFieldNames, fieldTable } from '#domain/employee-fields.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { HorizontalScroll } from '#web/ui/horizontal-scroll.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { PlainTable } from '#web/ui/plain-table.tsx'
import { Text } from '#web/ui/text.tsx'
import { csvText } from './csv-text.ts'
import type { Preview } from './preview.ts'

/** The missing columns of the header, or else the first people as they were understood. */
export function PreviewTable({ preview }: { preview: Preview }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleId = useId()
  const { columns, faults, first, rows, wrongCount } = preview
  if (faults.length > 0) return <HeaderFaults faults={faults} />
  // A file that is no list says so above.
  if (rows === 0) return wrongCount > 0 ? null : <Wrong text={csvText('csvEmpty')} />
  const shown = employeeFieldNames.filter((field) => columns[field] !== undefined)
  return (
    <Block mt={4}>
      <Text id={titleId} variant="caption" as="p" mb={1} tone="ink2">
        {t('payrolls.csv.first', { count: first.length })}
      </Text>
      <HorizontalScroll labelledBy={titleId} look="lined">
        <PlainTable look="preview" labelledBy={titleId}>
          <thead>
            <tr>
              {shown.map((field) => (
                <th key={field} scope="col" lang="es">
                  {fieldTable[field].template}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.map(({ cells, usd, wrong }, index) => (
              // Two rows of a file may be the same; their place is what they are known by.
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <tr key={index}>
                {shown.map((field) => (
                  <Text key={field} as="td" {...(wrong.includes(field) && { tone: 'brick' })}>
                    {field === 'baseSalary' && usd !== null ? format.usd(usd) : cells[field]}
                  </Text>
                ))}
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </HorizontalScroll>
    </Block>
  )
}

function HeaderFaults({ faults }: Pick<Preview, 'faults'>) {
  return faults.map((fault) => {
    const { text, params } = headerFaultText(fault)
    return <Wrong key={`${text} ${fault.column}`} text={csvText(text, params)} />
  })
}

/** Why the file can't be sent as it is. */
export function Wrong({ text }: { text: string }) {
  return (
    <Row role="alert" as="p" gap={2} mt={3} tone="brick" align="stretch">
      <Mark name="alert" mt="3px" />
      {text}
    </Row>
  )
}
