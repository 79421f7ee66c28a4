import { accounts } from './scenes/accounts.ts'
import { askingPayments } from './scenes/asking-payments.ts'
import { csvUploads } from './scenes/csv-uploads.ts'
import { dashboards } from './scenes/dashboards.ts'
import { details } from './scenes/details.ts'
import { employees } from './scenes/employees.ts'
import { freezing } from './scenes/freezing.ts'
import { moneyDialogs } from './scenes/money-dialogs.ts'
import { payrolls } from './scenes/payrolls.ts'
import { rarePayments } from './scenes/rare-payments.ts'
import { transactions } from './scenes/transactions.ts'
import { visitors } from './scenes/visitors.ts'
import type { Scene } from './stage.ts'
import type { World } from './world.ts'

/** Every screen and dialog: where it is, and what brings it about. None leaves anything behind. */
export const scenesOf = (world: World): Scene[] => [
  ...visitors(world),
  ...freezing(world),
  ...dashboards,
  ...employees(world),
  ...payrolls(world),
  ...details(world),
  ...moneyDialogs(world),
  ...rarePayments(world),
  ...askingPayments(world),
  ...csvUploads(world),
  ...transactions(world),
  ...accounts,
]
