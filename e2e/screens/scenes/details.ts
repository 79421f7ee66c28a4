import { nobodysId, opens, type Scene } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'

export const detailsOf = (payroll: string) => `/payrolls/details/${payroll}`

export const details = ({ payrolls: id }: ScreensWorld): Scene[] => [
  { name: 'details-covered', path: detailsOf(id.office) },
  { name: 'details-transactions', path: `${detailsOf(id.office)}?tab=transactions` },
  { name: 'details-ready', path: detailsOf(id.ready) },
  { name: 'details-short', path: detailsOf(id.short) },
  { name: 'details-great', path: detailsOf(id.great) },
  { name: 'details-paying', path: detailsOf(id.onItsWay) },
  { name: 'details-approving', path: detailsOf(id.approving) },
  { name: 'details-waits', path: detailsOf(id.emptied) },
  { name: 'details-incoming', path: detailsOf(id.incoming) },
  { name: 'details-csv', path: detailsOf(id.csv) },
  { name: 'details-empty', path: detailsOf(id.empty) },
  { name: 'details-empty-csv', path: detailsOf(id.emptyCsv) },
  { name: 'details-empty-transactions', path: `${detailsOf(id.empty)}?tab=transactions` },
  { name: 'get-bitcoin-payroll', path: `/help/get-bitcoin?payroll=${id.office}` },
  { name: 'details-unknown', path: detailsOf(nobodysId), refused: true },
  {
    name: 'details-loading',
    path: '/login',
    act: async ({ page }) => {
      await page.route(/\/api\/v1\/(?!config|coins)/, () => undefined)
      await page.goto(detailsOf(id.office))
      await page.getByRole('heading').first().waitFor()
    },
  },
  { name: 'qr', path: detailsOf(id.office), act: opens('payrolls.details.enlargeQr') },
  { name: 'qr-amount', path: detailsOf(id.short), act: opens('payrolls.details.enlargeQr') },
  {
    name: 'add-people',
    path: detailsOf(id.short),
    act: async (stage) => {
      await opens('payrolls.employees.add')(stage)
      await stage.page.getByRole('checkbox').nth(1).check()
    },
  },
  {
    name: 'remove-person',
    path: detailsOf(id.ready),
    act: opens('payrolls.remove.label', { name: 'Ana Paz' }),
  },
]
