import { newRegtestAddress } from '../../addresses.ts'
import { opens, presses, type Scene, type Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'
import { detailsOf } from './details.ts'

export function moneyDialogs({ payrolls: id }: ScreensWorld): Scene[] {
  const pay = (name: string, payroll: string): Scene => ({
    name: `pay-${name}`,
    path: detailsOf(payroll),
    act: async (stage) => {
      await opens('payrolls.details.pay')(stage)
      await stage.page.waitForLoadState('networkidle')
    },
  })
  return [
    pay('ready', id.ready),
    pay('short', id.short),
    pay('incoming', id.incoming),
    pay('before', id.office),
    pay('nobody', id.empty),
    pay('waits', id.emptied),
    pay('missing', id.lacking),
    pay('people', id.sharing),
    {
      ...pay('people-accepted', id.sharing),
      act: async (stage) => {
        await pay('people-accepted', id.sharing).act?.(stage)
        await stage.page.getByRole('checkbox').check()
        await stage.page.getByRole('checkbox', { checked: true, disabled: false }).waitFor()
      },
      after: (stage) => forgetSharing(stage, id.sharing),
    },
    {
      name: 'pay-withdrawal-waits',
      path: detailsOf(id.bonus),
      act: async (stage) => {
        await withdrawal(stage)
        await presses('withdrawals.continue')(stage)
        await stage.page.getByLabel(stage.t('ui.code.title')).waitFor()
        await stage.page.goto(detailsOf(id.bonus))
        await opens('payrolls.details.pay')(stage)
        await stage.page.getByText(stage.t('payments.withdrawal.reject')).waitFor()
      },
      after: (stage) => rejectAll(stage, id.bonus),
    },
    {
      name: 'withdraw',
      path: detailsOf(id.withdrawing),
      act: opens('payrolls.details.withdraw'),
    },
    {
      name: 'withdraw-some',
      path: detailsOf(id.withdrawing),
      act: async (stage) => {
        const dialog = await withdrawal(stage)
        await dialog.getByRole('radio', { name: stage.t('withdrawals.some') }).check()
        await dialog.getByLabel(stage.t('withdrawals.inUsd')).fill('250.00')
      },
    },
    {
      name: 'withdraw-code',
      path: detailsOf(id.bonus),
      act: async (stage) => {
        await withdrawal(stage)
        await presses('withdrawals.continue')(stage)
        await stage.page.getByLabel(stage.t('ui.code.title')).waitFor()
      },
      after: (stage) => rejectAll(stage, id.bonus),
    },
  ]
}

/** The next picture asks about them again. */
async function forgetSharing({ call }: Stage, payroll: string): Promise<void> {
  const list = `/api/v1/companies/payrolls/${payroll}/payment-preview/people`
  const { data } = (await call('GET', list)) as {
    data: { people: { _id: string; sharedWith: { _id: string }[] }[] }
  }
  const [first] = data.people
  const body = { with: first?.sharedWith[0]?._id, accepted: false }
  await call('PUT', `/api/v1/companies/employees/${first?._id}/shared-address`, body)
}

async function withdrawal(stage: Stage) {
  await opens('payrolls.details.withdraw')(stage)
  const dialog = stage.page.getByRole('dialog')
  await dialog.getByLabel(stage.t('ui.address')).fill(newRegtestAddress())
  return dialog
}

async function rejectAll({ call }: Stage, payroll: string): Promise<void> {
  const list = `/api/v1/payrolls/${payroll}/transactions?state=pendingApproval`
  const { data } = (await call('GET', list)) as { data: { transactions: { _id: string }[] } }
  for (const { _id } of data.transactions) {
    await call('POST', `/api/v1/transactions/${_id}/reject`, { reason: 'Otra vez' })
  }
}
