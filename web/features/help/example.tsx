import Box from '@mui/material/Box'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#web/shared/config.ts'
import { HorizontalScroll } from '#web/ui/horizontal-scroll.tsx'
import { Panel, rowInset } from '#web/ui/panel.tsx'
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
  return (
    <>
      <Text id={titleId} variant="h2" as="h2" mt={8} mb={2} size={20}>
        {t('help.example')}
      </Text>
      <Panel flush>
        <HorizontalScroll
          labelledBy={titleId}
          sx={{ borderRadius: '12px', '&:focus-visible': { outlineOffset: 2 } }}
        >
          <Box
            component="table"
            aria-labelledby={titleId}
            sx={{
              width: '100%',
              borderCollapse: 'collapse',
              whiteSpace: 'nowrap',
              '& th, & td': { height: 46, pr: { xs: 3, md: 5 }, textAlign: 'left' },
              '& th': { fontSize: '0.78125rem', fontWeight: 500, color: 'ink2' },
              '& td': {
                fontFamily: '"Spline Sans Mono Variable", ui-monospace, monospace',
                // So that a tablet shows the whole of it.
                fontSize: { xs: '0.75rem', md: '0.8125rem' },
                borderTop: 1,
                borderColor: 'line',
              },
              '& :is(th, td):first-of-type': { pl: rowInset },
              [`& :is(th, td):nth-of-type(${salaryColumn + 1})`]: { textAlign: 'right' },
            }}
          >
            <thead>
              <tr>
                {headers.map((header) => (
                  <th key={header} scope="col" lang="es">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <tr key={person[0]}>
                  {person.map((cell, column) => (
                    <td key={headers[column]}>{cellOf(cell, column)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Box>
        </HorizontalScroll>
      </Panel>
    </>
  )
}
