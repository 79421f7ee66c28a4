import { expect, test } from 'vitest'
import { isScreenPath } from '#contract/screens.ts'
import { paths } from './paths.ts'

test('the server knows each screen’s path as one of a page', () => {
  const payroll = { id: '1', name: 'Ventas', address: 'bcrt1q' }
  const shown = Object.values(paths).map((path) =>
    // Every path takes texts, but for one that takes a payroll.
    typeof path === 'string' ? path : (path as (...of: unknown[]) => string)(payroll, payroll),
  )
  const unknown = shown.filter((path) => path !== '/' && !isScreenPath(path.split('?')[0] ?? ''))
  expect(unknown).toEqual([])
})
