import { expect, test } from 'vitest'
import { searchTerms } from './search-terms.ts'

test.each([
  ['Pérez  José', [['Pérez'], ['José']]],
  ['+503 7841-2265', [['+503 7841-2265', '50378412265']]],
  ['01234567-8', [['01234567-8', '012345678']]],
  ['AB-123456', [['AB-123456', 'AB123456']]],
  ['José 7841', [['José'], ['7841']]],
  ['Zoë-Lou', [['Zoë-Lou']]],
  [' - ', [['-']]],
  [' ', []],
])('the terms of %j are %j', (search, terms) => {
  expect(searchTerms(search)).toEqual(terms)
})
