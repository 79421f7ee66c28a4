import type { EmployeeMe, EmployeePayments } from '#contract/employee-page.ts'
import type { Scene, Stage } from '../stage.ts'

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

const me = (): EmployeeMe => ({
  firstName: 'Kevin',
  lastName: 'Ramírez',
  company: { _id: 'company', name: 'Café Izalco, S.A. de C.V.' },
  next: null,
  baseSalary: 620,
  bitcoinPercent: 30,
  shareSetBy: 'EMPLOYEE',
  cryptoAddress: address,
  addressHeldUntil: null,
  addressReported: false,
  addressConfirmedAt: '2026-08-03T18:00:00.000Z',
  bank: 'Banco Agrícola',
  bankAccountEnd: '4417',
  codeVia: 'SMS',
  holdHours: 48,
  countsFrom: null,
  usdRate: 91_483.1,
  consentRequired: true,
  consent: null,
  consentText: { version: 2, text: 'Cobrar en bitcoin es voluntario.' },
  endsAt: new Date(Date.now() + 14 * 60_000).toISOString(),
})

const line = (day: string, more: object): EmployeePayments['payments'][number] => ({
  _id: day,
  at: `${day}T21:00:00.000Z`,
  period: 'Quincena',
  usd: 520,
  bitcoinUsd: 156,
  dollarsUsd: 364,
  btc: '0.00175450',
  state: 'confirmed',
  cryptoAddress: address,
  receipt: true,
  arrived: true,
  dollarsPaid: null,
  ...more,
})

const payments: EmployeePayments = {
  payments: [
    line('2026-10-30', { arrived: null }),
    line('2026-09-30', { arrived: false }),
    line('2026-08-31', {}),
  ],
  pages: 1,
}

/** The page of somebody who has entered, without the mail that takes somebody there. */
async function entered({ page }: Stage, more: Partial<EmployeeMe> = {}) {
  const answers: [string, object][] = [
    ['me', { ...me(), ...more }],
    ['payments', payments],
  ]
  for (const [path, data] of answers) {
    await page.route(`**/api/v1/employee/${path}`, (route) =>
      route.fulfill({ json: { success: true, message: '', data } }),
    )
  }
  await page.evaluate(`localStorage.setItem('quincena-my-pay', String(Date.now() + 60000))`)
  await page.reload()
  await page.getByRole('slider').waitFor()
  await page.evaluate(`localStorage.removeItem('quincena-my-pay')`)
}

const scenes: Scene[] = [
  { name: 'my-pay-ask', path: '/mi-pago' },
  { name: 'my-pay-enter', path: '/mi-pago#t=x' },
  {
    name: 'my-pay-link-ended',
    path: '/mi-pago#t=x',
    refused: true,
    act: async ({ page }) => {
      await page.locator('main button').click()
      await page.getByRole('textbox').waitFor()
    },
  },
  { name: 'my-pay', path: '/mi-pago', act: (stage) => entered(stage) },
  {
    name: 'my-pay-prepared',
    path: '/mi-pago',
    act: (stage) => {
      const at = new Date(Date.now() + 30 * 3_600_000).toISOString()
      return entered(stage, { next: { at, usd: 620 }, countsFrom: { after: at, next: null } })
    },
  },
  {
    name: 'my-pay-consent',
    path: '/mi-pago',
    act: async (stage) => {
      await entered(stage)
      await stage.page.locator('section[aria-labelledby="consent-title"] button').click()
      await stage.page.getByRole('checkbox').waitFor()
    },
  },
]

export const myPay: Scene[] = scenes.map((scene) => ({ ...scene, as: 'nobody' }))
