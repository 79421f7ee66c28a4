import type { SpecialRun, SpecialRunLine } from '#contract/special-runs.ts'
import { opens, type Scene } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'
import { detailsOf } from './details.ts'

/** Somebody of the sheet: hired, paid so much a month, and how the amount comes about. */
const line = (
  name: string,
  hiredOn: string | null,
  monthlyUsd: number,
  usd: number | null,
  more: Partial<SpecialRunLine> = {},
): SpecialRunLine => {
  const [firstName = '', ...rest] = name.split(' / ')
  const employee = { _id: name.toLowerCase(), firstName, lastName: rest.join(' '), hiredOn }
  return {
    employee: { ...employee, payFrequency: 'MONTH', creationType: 'REGULAR' },
    monthlyUsd,
    formulaDetail: '',
    usd,
    computedUsd: usd,
    edited: false,
    reason: null,
    formula: `50 % × $${monthlyUsd.toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
    ...more,
  }
}
const tooMuch = { formula: 'Gana más de $1,500.00', reason: 'EARNS_MORE' } as const

const lines = (): SpecialRunLine[] => [
  line('José Roberto / Hernández Ayala', '2019-03-04', 1250, 625),
  line('Ana Guadalupe / Menjívar', '2017-08-16', 1480, 740),
  line('Kevin Alexander / Ramos', '2024-01-08', 620, 310),
  line('Rosa Idalia / Chicas de Portillo', '2021-05-03', 545.5, 272.75),
  line('Óscar Armando / Quijada', '2020-10-19', 985, 492.5),
  line('Wendy Carolina / Alvarenga', '2026-06-01', 870, 283.64, {
    formula: '50 % × $870.00 × 238/365',
    formulaDetail: '238 días al 25 de enero',
  }),
  line('Fátima Beatriz / Cornejo', '2023-02-13', 760, 400, { computedUsd: 380, edited: true }),
  line('Luis Ernesto / Guardado', '2018-11-05', 1130, 565),
  line('Karla Patricia / Orellana', '2022-07-25', 695, 347.5),
  line('Tatiana Marisol / Reyes', '2026-11-02', 1500, 172.6, {
    formula: '50 % × $1,500.00 × 84/365',
    formulaDetail: '84 días al 25 de enero',
  }),
  line('Miguel Ángel / Zelaya', '2015-01-12', 2400, null, tooMuch),
  line('Diego Armando / Funes', '2026-11-02', 1785, null, tooMuch),
]

const run = (more: Partial<SpecialRun> = {}): SpecialRun => ({
  _id: 'special',
  kind: 'QUINCENA_25',
  year: 2027,
  periodKey: '2027-01-QUINCENA_25',
  payroll: { _id: 'office', name: 'Oficina San Salvador' },
  dueAt: '2027-01-25T15:00:00.000Z',
  window: { first: '2027-01-15', last: '2027-01-25' },
  rule: {
    law: 'Ley Especial Quincena Veinticinco',
    articles: 'Código de Trabajo, 197',
    enactedOn: '2026-01-14',
    reviewedOn: '2026-11-14',
  },
  lines: lines(),
  totalUsd: 4208.99,
  saved: true,
  payment: null,
  ...more,
})

const paid = (): Partial<SpecialRun> => ({
  payment: {
    _id: 'payment',
    state: 'confirmed',
    waitingFor: null,
    people: 10,
    unpaid: 0,
    at: '2027-01-25T15:02:00.000Z',
    transaction: 'transaction',
  },
})

const withMissing = (): Partial<SpecialRun> => ({
  saved: false,
  lines: lines().map((one, index) =>
    index === 1
      ? {
          ...one,
          employee: { ...one.employee, hiredOn: null },
          usd: null,
          computedUsd: null,
          reason: 'MISSING_HIRED_ON',
          formula: 'Falta la fecha de ingreso',
        }
      : one,
  ),
})

export function specialRuns({ payrolls: id }: ScreensWorld): Scene[] {
  const sheet = (name: string, more: Partial<SpecialRun> = {}): Scene => ({
    name,
    path: '/payrolls/special/special',
    act: async ({ page }) => {
      await page.route(/\/api\/v1\/special-runs\//, (route) =>
        route.fulfill({
          json: {
            success: true,
            message: '',
            data: {
              specialRun: run({
                payroll: { _id: id.ready, name: 'Oficina San Salvador' },
                ...more,
              }),
            },
          },
        }),
      )
      await page.reload()
      await page
        .getByText(/Hernández|contador/)
        .first()
        .waitFor()
    },
  })
  return [
    sheet('special-run'),
    sheet('special-run-missing', withMissing()),
    sheet('special-run-paid', paid()),
    sheet('special-run-empty', { lines: [], totalUsd: 0 }),
    {
      ...sheet('special-run-import'),
      act: async (stage) => {
        await sheet('').act?.(stage)
        const { page, t } = stage
        await page.getByRole('button', { name: t('specialRuns.upload') }).click()
        const rows = lines().map(({ employee }, index) => `${400 + index},${employee._id}`)
        const content = ['Monto USD,Identificador', ...rows.slice(0, 6)].join('\n')
        const input = page.getByRole('dialog').locator('input[type="file"]')
        const file = { name: 'quincena-25.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
        await input.setInputFiles(file)
        await page
          .getByRole('dialog')
          .getByRole('listitem')
          .or(page.getByRole('table'))
          .first()
          .waitFor()
      },
    },
    {
      name: 'special-run-make',
      path: detailsOf(id.ready),
      act: opens('specialRuns.make'),
    },
  ]
}
