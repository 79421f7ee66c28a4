import { expect, test } from 'vitest'
import type { roles } from '#domain/roles.ts'
import { type RoleAct, roleMay, whoMay } from './who-may.ts'

const actsOf = (role: (typeof roles)[number]) =>
  (Object.keys(whoMay) as RoleAct[]).filter((act) => roleMay(role, act)).sort()

test('administering is every act; each other role has exactly its own', () => {
  expect(actsOf('ADMIN')).toEqual(Object.keys(whoMay).sort())
  expect(actsOf('PAYROLL')).toEqual([
    'bump',
    'cancel',
    'changeEmployees',
    'changePayrolls',
    'closePayment',
    'runPayment',
    'withdraw',
  ])
  expect(actsOf('APPROVER')).toEqual(['approve', 'cancel', 'export', 'readAudit', 'releaseAddress'])
  expect(actsOf('ACCOUNTANT')).toEqual(['export', 'readAudit'])
})
