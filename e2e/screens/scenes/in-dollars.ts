import type { DollarLine } from '#contract/dollar-lines.ts'
import { eachField, exportedFields } from '#domain/employee-fields.ts'
import { button, opens, type Scene, type Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'
import { detailsOf } from './details.ts'

type Details = { recipients: { userId: string }[]; approval: object | null }
type Answer = {
  data: object & { employees?: object[]; details?: Details; payment?: { _id: string } }
}

/** Puts more into what the program answers, from the next time that it is asked. */
export const withMore = ({ page }: Stage, path: RegExp, more: (data: Answer['data']) => object) =>
  page.route(path, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const { data, ...answer }: Answer = await response.json()
    return route.fulfill({ response, json: { ...answer, data: { ...data, ...more(data) } } })
  })

const twoWithoutConsent = [
  { _id: 'rosa', name: 'Rosa Idalia Chicas de Portillo', reason: 'NO_CONSENT' },
  { _id: 'ana', name: 'Ana Flores', reason: 'NO_CONSENT' },
  { _id: 'beto', name: 'Beto Ruiz', reason: 'DUST' },
]
const partly = { dollarsUsd: 910.5, dollarsPeople: 3, inDollars: twoWithoutConsent }
const alone = {
  totalUsd: 1500,
  bitcoinUsd: 0,
  dollarsUsd: 1500,
  dollarsPeople: 3,
  totalBtc: '0.00000000',
  usdRate: 0,
  rateAt: null,
  transactions: 0,
}

export const makeLine = (
  name: string,
  usd: number,
  more: Partial<DollarLine> = {},
): DollarLine => ({
  _id: name,
  employeeId: name,
  name,
  sent: false,
  usd,
  identification: '04512388-1',
  bank: 'Banco Agrícola',
  bankAccount: '0123 4567-89',
  ...eachField(exportedFields, () => ''),
  paid: false,
  paidAt: null,
  reference: '',
  ...more,
})
const paid = { paid: true, paidAt: '2026-11-16T16:20:00.000Z', reference: 'Transferencia 40871' }
const lines = [
  makeLine('Ana Flores', 381.89, paid),
  makeLine('Beto Ruiz', 212.4, paid),
  makeLine('Rosa Idalia Chicas de Portillo', 545.5),
  makeLine('José Roberto Hernández Ayala', 1250, { bank: '', bankAccount: '' }),
]
const dollarList = {
  lines,
  linesMatched: 4,
  pages: 1,
  totalUsd: 2389.79,
  paidUsd: 594.29,
  due: true,
  sent: null,
}

const states = ['ready', 'notInvited', 'noAddress', 'noConsent', 'addressHeld', 'noEmail']
const counts = { ready: 28, notInvited: 2, noAddress: 3, noConsent: 2, addressHeld: 1, noEmail: 1 }

const withReadiness = (stage: Stage) =>
  withMore(stage, /\/api\/v1\/employees\?/, ({ employees = [] }) => ({
    employees: employees.map((one, index) => ({
      ...one,
      readiness: states[index % states.length],
      invitedAt: index % 2 ? null : '2026-11-20T16:20:00.000Z',
      ...(index === 1 && { bitcoinPercent: 30 }),
    })),
    readiness: { counts, invited: 34, inDollars: 3 },
  }))

async function whoCanBePaid(stage: Stage) {
  await withReadiness(stage)
  await stage.page.reload()
  await stage.page.getByRole('tab').first().waitFor()
}

export function inDollars({ payrolls: id, transactions: { confirmed } }: ScreensWorld): Scene[] {
  const pay = (name: string, more: object): Scene => ({
    name,
    path: detailsOf(id.ready),
    act: async (stage) => {
      await withMore(stage, /\/payment-preview(\?|$)/, () => more)
      await stage.page.reload()
      await opens('payrolls.details.pay')(stage)
      await stage.page.waitForLoadState('networkidle')
    },
  })
  const form = (name: string, percent: string, filledIn: Record<string, string>): Scene => ({
    name,
    path: '/employees/create-employee',
    act: async ({ page, t }) => {
      await page.getByLabel(t('employees.field.firstName'), { exact: true }).fill('Kevin')
      await page.getByLabel(t('employees.field.baseSalary')).fill('620')
      await page.getByRole('button', { name: t('share.change'), exact: true }).click()
      await page.getByLabel(t('employees.field.bitcoinPercent')).fill(percent)
      for (const [key, text] of Object.entries(filledIn)) await page.getByLabel(t(key)).fill(text)
    },
  })
  return [
    form('employee-share', '30', {
      'employees.field.bank': 'Banco Agrícola',
      'employees.field.bankAccount': '3540 1184 4417',
    }),
    form('employee-share-none', '0', {}),
    pay('pay-partly-dollars', partly),
    pay('pay-dollars-alone', alone),
    {
      name: 'dollar-list',
      path: detailsOf(id.office),
      act: async (stage) => {
        await stage.page.route(/\/api\/v1\/payments\/[^/]+\/dollar-lines/, (route) =>
          route.fulfill({ json: { success: true, message: '', data: dollarList } }),
        )
        const older = {
          _id: id.office,
          at: '2026-10-30T21:00:00.000Z',
          note: 'Segunda quincena de octubre',
          people: 3,
          totalUsd: 1730.5,
          paidUsd: 1200,
          due: true,
        }
        const runs = [
          older,
          { ...older, note: '', paidUsd: 1730.5, at: '2026-10-15T21:00:00.000Z' },
        ]
        await stage.page.route(/\/api\/v1\/payrolls\/[^/]+\/dollar-runs/, (route) =>
          route.fulfill({
            json: { success: true, message: '', data: { runs, total: 2, pages: 1 } },
          }),
        )
        const path = `/api/v1/transactions/${confirmed}/details`
        const { data } = (await stage.call('GET', path)) as {
          data: { transaction: { payment: { _id: string } } }
        }
        const { _id: run } = data.transaction.payment
        await stage.page.goto(`${detailsOf(id.office)}/en-dolares/${run}`)
        await stage.page.getByText('Ana Flores').first().waitFor()
      },
    },
    { name: 'employees-for-pay', path: '/employees', act: whoCanBePaid },
    {
      name: 'employees-for-pay-chosen',
      path: '/employees',
      act: async (stage) => {
        await whoCanBePaid(stage)
        await stage.page.getByRole('checkbox').nth(1).check()
        await stage.page.getByRole('checkbox').nth(2).check()
      },
    },
    {
      name: 'employees-paper-consent',
      path: '/employees',
      act: async (stage) => {
        await whoCanBePaid(stage)
        await stage.page.getByRole('checkbox').nth(1).check()
        await stage.page.getByRole('checkbox').nth(2).check()
        await button(stage.t('paperConsent.button'))(stage.page)
        await stage.page.getByRole('radio').first().check()
      },
    },
    {
      name: 'payroll-for-pay',
      path: detailsOf(id.office),
      act: async (stage) => {
        await withReadiness(stage)
        await stage.page.reload()
        await stage.page.getByText(stage.t('forPay.state.noAddress')).first().waitFor()
      },
    },
    {
      name: 'transaction-arrived',
      path: `/dashboard/transaction/${confirmed}`,
      act: async (stage) => {
        await withMore(stage, /\/transactions\/[^/]+\/details/, ({ details }) => ({
          details: {
            ...details,
            recipients: details?.recipients.map((one, index) => ({
              ...one,
              ...(index !== 1 && { arrived: index !== 2 }),
              receiptNumber: `2026-00${41 + index}`,
              receipt: true,
              lineId: one.userId,
            })),
          },
        }))
        await stage.page.reload()
        await stage.page.getByText(stage.t('arrivals.yes')).first().waitFor()
      },
    },
  ]
}
