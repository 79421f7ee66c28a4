import type { Approval } from '#contract/approvals.ts'
import type { PayrollSweep, SweepAddress } from '#contract/sweeps.ts'
import { opens, type Scene } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'
import { answerWith } from './calendar.ts'
import { detailsOf } from './details.ts'

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
type Current = NonNullable<SweepAddress['current']>

const current = (state: Current['state']): SweepAddress => ({
  current: {
    address,
    state,
    from: '2026-11-26T15:00:00.000Z',
    arrivedAt: state === 'ARRIVED' ? '2026-11-24T15:00:00.000Z' : null,
    trial:
      state === 'TRIAL_SENT'
        ? {
            _id: 'trial',
            state: 'confirmed',
            type: 'withdrawal',
            sweep: true,
            usd: 9.1,
            btc: '0.00010000',
            usdRate: 91_000,
            cryptoAddress: address,
            txid: 'ab'.repeat(32),
            createdAt: '2026-11-24T14:00:00.000Z',
            confirmedAt: '2026-11-24T14:10:00.000Z',
            confirmations: 2,
            networkFee: null,
            feeRate: 1,
            vsize: 141,
            replacedBy: null,
            waitingFor: null,
            failure: null,
            failureMessage: null,
            reason: null,
            payment: null,
            payroll: { _id: 'office', name: 'Oficina San Salvador' },
          }
        : null,
  },
  pending: null,
})

const pending: SweepAddress = {
  current: null,
  pending: {
    _id: 'order',
    address,
    required: 2,
    given: 1,
    askedBy: { _id: 'u', name: 'Carlos Mejía', email: 'carlos@izalco.sv' },
    askedAt: '2026-11-24T14:00:00.000Z',
    expiresAt: '2026-11-27T14:00:00.000Z',
  },
}

const rule = (more: Partial<PayrollSweep> = {}): PayrollSweep => ({
  on: true,
  floorUsd: 50,
  leastFloorUsd: 36,
  defaultFloorUsd: 50,
  address,
  addressState: 'ARRIVED',
  pending: null,
  waits: 'DONE',
  fee: { btc: '0.00000282', usd: 0.26 },
  dust: { btc: '0.00000294', usd: 0.27 },
  ...more,
})

/** The order of an address that the code of who asks releases. */
const ownOrder: Approval = {
  _id: 'order',
  kind: 'SWEEP',
  transaction: null,
  payment: null,
  occurrence: null,
  subject: 'Lo que sobra va a bcrt1qw5…t080',
  payroll: null,
  askedBy: { _id: 'u', name: 'Marcela Portillo', email: 'marcela@izalco.sv' },
  askedAt: '2026-11-24T14:00:00.000Z',
  expiresAt: new Date(Date.now() + 72 * 3_600_000).toISOString(),
  required: 1,
  stillNeeded: 1,
  changers: [],
  given: [],
  askedByMe: true,
  canApprove: true,
  refusal: null,
  mayFrom: null,
  feeCeilingUsd: null,
  overUsd: null,
  reasons: [],
  sheetHash: '9f2c41d7e0b85a36c1d2f4a7908b6e5d3c4f1a2b7e8d9c0f5a6b4e3d2c1b0a9f',
  changes: null,
  accountChange: null,
  addressChange: {
    before: null,
    after: address,
    by: 'Marcela Portillo',
    at: '2026-11-24T14:00:00.000Z',
    via: 'FORM',
    ip: null,
  },
}

/** The address is typed: its code is asked for in a dialog that names it. */
const ownCode: Scene = {
  name: 'sweep-address-code',
  path: '/security',
  act: async ({ page, t }) => {
    await page.route(/\/companies\/sweep-address$/, (route) => {
      const isSent = route.request().method() === 'PUT'
      return route.fulfill(answerWith(isSent ? pending : { current: null, pending: null }))
    })
    const list = { approvals: [ownOrder], pages: 1, total: 1, waitingForMe: 1, approved: [] }
    await page.route(/\/api\/v1\/approvals\?/, (route) => route.fulfill(answerWith(list)))
    await page.route(/\/approvals\/order\/code$/, (route) => route.fulfill(answerWith({})))
    await page.reload()
    await page.getByLabel(t('sweeps.address')).fill(address)
    await page.getByRole('button', { name: t('sweeps.register') }).click()
    await page.getByRole('dialog').getByLabel(t('ui.code.title')).waitFor()
  },
}

export function sweeps({ payrolls: id }: ScreensWorld): Scene[] {
  const home = (name: string, data: SweepAddress): Scene => ({
    name,
    path: '/security',
    act: async ({ page, t }) => {
      await page.route(/\/companies\/sweep-address$/, (route) => route.fulfill(answerWith(data)))
      await page.reload()
      const title = page.getByRole('heading', { name: t('sweeps.title'), exact: true })
      await title.scrollIntoViewIfNeeded()
      await page.getByText(address.slice(-4)).first().waitFor()
    },
  })
  const payroll = (name: string, data: PayrollSweep, open: string | null): Scene => ({
    name,
    path: detailsOf(id.ready),
    act: async (stage) => {
      const { page, t } = stage
      await page.route(/\/payrolls\/[^/]+\/sweep$/, (route) => route.fulfill(answerWith(data)))
      await page.reload()
      await page
        .getByText(t('sweeps.back', { floor: '$50.00' }))
        .or(page.getByRole('button', { name: t('sweeps.add') }))
        .first()
        .waitFor()
      if (open) await opens(open)(stage)
    },
  })
  return [
    home('sweep-address-held', current('HELD')),
    home('sweep-address-ready', current('READY')),
    home('sweep-address-trial', current('TRIAL_SENT')),
    home('sweep-address-arrived', current('ARRIVED')),
    home('sweep-address-failed', current('TRIAL_FAILED')),
    home('sweep-address-pending', pending),
    ownCode,
    payroll('sweep-rule', rule(), null),
    payroll('sweep-rule-dialog', rule({ on: false, floorUsd: null }), 'sweeps.add'),
    payroll(
      'sweep-rule-no-address',
      rule({ on: false, floorUsd: null, address: null, addressState: null }),
      'sweeps.add',
    ),
  ]
}
