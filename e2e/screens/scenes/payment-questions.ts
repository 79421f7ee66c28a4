import { errorStatus } from '#contract/errors.ts'
import type { PaymentPreview } from '#contract/payments.ts'
import { texts } from '#contract/texts/index.ts'
import { languageOf } from '#server/platform/http/language.ts'
import { opens, presses, type Scene, type Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'
import { detailsOf } from './details.ts'
import { completes } from './rare-payments.ts'

/** The pay dialog while fees are dear, after a password reset, and after somebody changed the payroll. */
export function paymentQuestions({ payrolls: { ready }, person }: ScreensWorld): Scene[] {
  const pay = (
    name: string,
    more: Partial<PaymentPreview>,
    rest: Pick<Scene, 'act' | 'refused'> = {},
  ): Scene => ({
    ...rest,
    name,
    path: detailsOf(ready),
    act: async (stage) => {
      await completes(stage, async () => more)
      await opens('payrolls.details.pay')(stage)
      await stage.page.waitForLoadState('networkidle')
      await rest.act?.(stage)
    },
  })
  const employees = [{ _id: person, name: 'Ana Paz' }]
  const waits = { until: '2026-11-24T15:04:00.000Z', employees }
  return [
    pay('pay-dear', { targets: dear }),
    pay('pay-code', { needsCode: true, reasons }),
    pay('pay-approved', { approvedBefore: true }),
    pay('pay-after-reset', { waits }),
    pay('pay-elsewhere', elsewhere, {
      act: ({ page, t }) => page.getByText(t('payments.elsewhere.lead')).waitFor(),
    }),
    pay('pay-changed', {}, { refused: true, act: (stage) => changed(stage, person) }),
  ]
}

const key = '2026-11-Q2'
const shop = { _id: 'shop', name: 'Tienda Santa Tecla' }
const paid = (_id: string, name: string, as: string | null, periodKey: string, usd: number) => ({
  employee: { _id, name },
  payroll: shop,
  as,
  periodKey,
  usd,
  mayConfirm: _id === 'c',
})

const elsewhere: Partial<PaymentPreview> = {
  period: { key, dueAt: '2026-11-30T15:00:00.000Z', extra: false },
  paidElsewhere: {
    count: 3,
    people: [
      paid('a', 'Ana María Paz', 'Ana Paz', key, 850),
      paid('b', 'Rosa Elena Menjívar de Alvarenga', null, '2026-11', 1200),
      paid('c', 'José Ríos', null, key, 425.5),
    ],
  },
}

const cost = (usd: number) => ({ usd, btc: (usd / 118432.15).toFixed(8) })

const dear: PaymentPreview['targets'] = [
  { blocks: 3, feeRate: 287, cost: cost(228.01), needsCode: true },
  { blocks: 6, feeRate: 212, cost: cost(168.42), needsCode: true },
  { blocks: 36, feeRate: 96.5, cost: cost(76.65), needsCode: false },
  { blocks: 144, feeRate: 41, cost: cost(32.57), needsCode: false },
]

const reasons: PaymentPreview['reasons'] = [
  { code: 'OVER_USD', people: 3 },
  { code: 'CHANGED_ADDRESS', people: 2 },
  { code: 'NEW_PERSON', people: 1 },
  { code: 'SALARY_RAISED', people: 3 },
  { code: 'TOTAL_RAISED', people: 3 },
  { code: 'SECOND_RUN', people: 3 },
]

/** The server's refusal of a press that showed something else. */
async function changed(stage: Stage, employeeId: string): Promise<void> {
  await stage.page.route('**/run-payment', async (route) => {
    const language = languageOf(route.request().headers()['accept-language'])
    const code = 'PREVIEW_CHANGED'
    const name = 'Ana Paz'
    const changes = [
      {
        employeeId,
        name,
        kind: 'address',
        before: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
        after: 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
      },
      { employeeId, name, kind: 'salary', before: 850, after: 1200 },
    ]
    await route.fulfill({
      status: errorStatus[code],
      json: { success: false, code, message: texts[language].errors[code], data: { changes } },
    })
  })
  await presses('payments.pay')(stage)
  await stage.page.getByRole('alert').waitFor()
}
