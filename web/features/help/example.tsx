import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#web/shared/config.ts'
import { HorizontalScroll } from '#web/ui/horizontal-scroll.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PlainTable } from '#web/ui/plain-table.tsx'
import { Text } from '#web/ui/text.tsx'

/** The file's own headers: the template has them in Spanish for every language. */
const headers = [
  'Nombre',
  'Apellido',
  'DUI/NIT',
  'Email',
  'Teléfono',
  'Salario Base USD',
  'Bitcoin Address',
] as const
const salaryColumn = 5

/** Null is an empty cell; of an address its beginning, without the network's prefix. */
const people = [
  [
    'Ana Guadalupe',
    'Menjívar',
    '02956114-0',
    'ana@izalco.sv',
    '+50377129034',
    '480.00',
    '1qcnq3p7…',
  ],
  ['Kevin Alexander', 'Ramos', null, null, null, '412.50', '1qpt6fls…'],
  ['Rosa Idalia', 'Chicas', '01877245-9', null, '+50373901186', '455.00', '1q2qu034…'],
] as const

const prefixes = { main: 'bc', regtest: 'bcrt', test: 'tb', testnet4: 'tb', signet: 'tb' }

/** A file of three people as a spreadsheet shows it. */
export function Example() {
  const { t } = useTranslation()
  const titleId = useId()
  const prefix = prefixes[useConfig()?.network ?? 'main']
  const cellOf = (cell: string | null, column: number) => {
    if (cell === null)
      return (
        <Text as="span" tone="ink2">
          {t('help.emptyCell')}
        </Text>
      )
    return column === headers.length - 1 ? prefix + cell : cell
  }
  const classOf = (column: number) => (column === salaryColumn ? 'right' : undefined)
  return (
    <>
      <Text id={titleId} variant="h2" as="h2" mt={8} mb={2} size={20}>
        {t('help.example')}
      </Text>
      <Panel flush>
        <HorizontalScroll labelledBy={titleId} look="panel">
          <PlainTable look="example" labelledBy={titleId}>
            <thead>
              <tr>
                {headers.map((header, column) => (
                  <th key={header} scope="col" lang="es" className={classOf(column)}>
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <tr key={person[0]}>
                  {person.map((cell, column) => (
                    <td key={headers[column]} className={classOf(column)}>
                      {cellOf(cell, column)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </PlainTable>
        </HorizontalScroll>
      </Panel>
    </>
  )
}
