import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setElementWidth, widths } from '#web/testing/page-width.ts'
import { show, t } from '#web/testing/show.tsx'
import { DataTable } from './data-table.tsx'
import { Pager } from './pager.tsx'
import type { DataTableProps } from './table-props.ts'

interface Town {
  name: string
  people: number
  river: string
}
const towns: Town[] = [
  { name: 'Santa Ana', people: 245_000, river: 'Lempa' },
  { name: 'Suchitoto', people: 24_800, river: '' },
]

function showTable(values: Partial<DataTableProps<Town>> = {}) {
  return show(
    <DataTable
      label="Towns"
      columns={[
        {
          key: 'people',
          head: 'People',
          width: 200,
          cell: ({ people }) => people,
          onCard: { title: () => <b>A town</b>, aside: ({ people }) => `${people} people` },
        },
        { key: 'name', head: 'Town', width: 400, cell: ({ name }) => name, onCard: 'title' },
        { key: 'river', head: 'River', width: 100, cell: ({ river }) => river, onCard: 'foot' },
        { key: 'twin', head: 'Twin', width: 0, cell: () => 'a twin', skeleton: 50 },
      ]}
      rows={towns}
      rowKey={({ name }) => name}
      empty={<p>no towns</p>}
      {...values}
    />,
  )
}

const textOfRows = () => screen.getAllByRole('row').map((row) => row.textContent)

test('there is room → rows stand in a table under their heads', () => {
  setElementWidth(widths.desk)
  showTable()
  expect(screen.getByRole('table', { name: 'Towns' })).toBeTruthy()
  expect(textOfRows()).toEqual([
    'PeopleTownRiverTwin',
    '245000Santa AnaLempaa twin',
    '24800Suchitotoa twin',
  ])
})

test('there is no room → rows are cards of the columns that have a place on one', () => {
  setElementWidth(widths.phone)
  showTable()
  expect(screen.queryByRole('table')).toBeNull()
  const cards = within(screen.getByRole('list', { name: 'Towns' })).getAllByRole('listitem')
  expect(cards.map((card) => card.textContent)).toEqual([
    'A townSanta Ana245000 peopleLempa',
    'A townSuchitoto24800 people',
  ])
})

test.each([
  ['just enough of its columns’ width', 575, true],
  ['less than that', 573, false],
])('the table has %s → it is a table: %s px, %s', (_case, width, isTable) => {
  setElementWidth(width)
  showTable()
  expect(screen.queryByRole('table') !== null).toBe(isTable)
})

test('a minimum width is given → it decides instead of the columns', () => {
  setElementWidth(650)
  showTable({ minimumWidth: 651 })
  expect(screen.queryByRole('table')).toBeNull()
})

test.each([widths.desk, widths.phone])(
  'rows are on their way, %i px → it says so and draws as many as expected',
  (width) => {
    setElementWidth(width)
    showTable({ rows: undefined, expected: 4 })
    expect(screen.getByRole('status').textContent).toBe(t('ui.loading'))
    expect(screen.getByLabelText('Towns').closest('[aria-busy="true"]')).not.toBeNull()
    const drawn = screen.getAllByRole(width === widths.desk ? 'row' : 'listitem', { hidden: true })
    expect(drawn.filter((row) => row.hasAttribute('aria-hidden'))).toHaveLength(4)
  },
)

test('there is no row → what is empty stands instead of the table and its pager', () => {
  setElementWidth(widths.desk)
  showTable({ rows: [], pager: <p>pager</p> })
  expect(screen.getByText('no towns')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByText('pager')).toBeNull()
})

test.each([
  [1, '1–10 de 24', false, true],
  [2, '11–20 de 24', true, true],
  [3, '21–24 de 24', true, false],
])('page %i of 24 rows → says %s, and goes only where rows are', async (page, said, back, on) => {
  const onPage = vi.fn()
  const { person } = show(<Pager page={page} pageSize={10} total={24} onPage={onPage} />)
  expect(screen.getByText(said)).toBeTruthy()
  const previous = screen.getByRole('button', { name: t('ui.pager.previous') })
  const next = screen.getByRole('button', { name: t('ui.pager.next') })
  expect(previous.hasAttribute('disabled')).toBe(!back)
  expect(next.hasAttribute('disabled')).toBe(!on)
  await person.click(on ? next : previous)
  expect(onPage).toHaveBeenCalledWith(on ? page + 1 : page - 1)
})
