import { opens, presses, type Scene } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'

export function payrolls({ payrolls: id }: ScreensWorld): Scene[] {
  const list = (name: string, key: string, payroll?: string): Scene => ({
    name,
    path: '/payrolls',
    act: opens(key, payroll === undefined ? undefined : { name: payroll }),
  })
  return [
    { name: 'payrolls-empty', path: '/payrolls', as: 'beginner' },
    { name: 'payrolls', path: '/payrolls' },
    { name: 'payrolls-second-page', path: '/payrolls?page=2' },
    list('payroll-new', 'payrolls.createNew'),
    {
      name: 'payroll-new-faults',
      path: '/payrolls',
      act: async (stage) => {
        await opens('payrolls.createNew')(stage)
        await presses('payrolls.create.submit')(stage)
      },
    },
    list('payroll-edit-dialog', 'payrolls.edit.label', 'Aguinaldos'),
    list('payroll-delete', 'payrolls.delete.label', 'Practicantes'),
    list('payroll-delete-head', 'payrolls.delete.label', 'Vendimia'),
    list('payroll-delete-funds', 'payrolls.delete.label', 'Aguinaldos'),
    { name: 'payroll-create', path: '/payrolls/create-payroll' },
    { name: 'payroll-edit', path: `/payrolls/edit-payroll/${id.short}` },
  ]
}
