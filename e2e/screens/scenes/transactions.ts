import { nobodysId, opens, type Scene } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'

export function transactions({ transactions: ids }: ScreensWorld): Scene[] {
  const at = (id: string) => `/dashboard/transaction/${id}`
  return [
    ...Object.entries(ids).map(([name, id]) => ({ name: `transaction-${name}`, path: at(id) })),
    { name: 'bump', path: at(ids.unconfirmed), act: opens('transactions.bump.submit') },
    {
      name: 'bump-own',
      path: at(ids.unconfirmed),
      refused: true,
      act: async (stage) => {
        await opens('transactions.bump.submit')(stage)
        const { page, t } = stage
        await page.getByRole('radio', { name: t('transactions.bump.own') }).check()
        await page.getByLabel(t('transactions.bump.ownRate')).fill('0.1')
      },
    },
    { name: 'cancel', path: at(ids.unconfirmed), act: opens('transactions.cancel.open') },
    { name: 'reject', path: at(ids.waiting), act: opens('approval.reject') },
    { name: 'transaction-unknown', path: at(nobodysId), refused: true },
  ]
}
