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
    byFormerDay: null,
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
    referenceDay: '2027-01-25',
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

const days = (count: number, usd: number) =>
  `${count} días × $${usd.toLocaleString('en-US', { minimumFractionDigits: 2 })}/30`

/** Somebody of the aguinaldo, and the amount by 12 December where it is more. */
const december = (
  name: string,
  hiredOn: string,
  monthlyUsd: number,
  [usd, formula, formulaDetail = '']: [number | null, string, string?],
  former?: [number, string, string?],
): SpecialRunLine =>
  line(name, hiredOn, monthlyUsd, usd, {
    formula,
    formulaDetail,
    ...(usd === null && { reason: 'NOT_YET_HIRED' }),
    byFormerDay: former
      ? {
          referenceDay: '2026-12-12',
          usd: former[0],
          formula: former[1],
          formulaDetail: former[2] ?? '',
        }
      : null,
  })

const october = (count: number) => `${count} días al 20 de octubre`
const until = (count: number) => `${count} días al 12 de diciembre`

const aguinaldo = (): Partial<SpecialRun> => ({
  kind: 'AGUINALDO',
  year: 2026,
  periodKey: '2026-12-AGUINALDO',
  dueAt: '2026-12-18T15:00:00.000Z',
  window: { first: '2026-10-20', last: '2026-12-20' },
  rule: {
    law: 'Código de Trabajo, Decreto 433',
    articles: '196–202',
    enactedOn: '2025-10-15',
    reviewedOn: '2026-11-28',
    referenceDay: '2026-10-20',
  },
  lines: [
    december('José Roberto / Hernández Ayala', '2019-03-04', 1250, [791.67, days(19, 1250)]),
    december('Ana Guadalupe / Menjívar', '2015-08-16', 1480, [1036, days(21, 1480)]),
    december(
      'Rosa Idalia / Chicas de Portillo',
      '2023-12-01',
      545.5,
      [272.75, days(15, 545.5)],
      [345.48, days(19, 545.5)],
    ),
    december(
      'Wendy Carolina / Alvarenga',
      '2026-06-01',
      870,
      [168.04, '15 días × $870.00/30 × 141/365', october(141)],
      [231.21, '15 días × $870.00/30 × 194/365', until(194)],
    ),
    december(
      'Luis Ernesto / Guardado',
      '2016-11-05',
      1130,
      [715.67, days(19, 1130)],
      [791, days(21, 1130)],
    ),
    december(
      'Tatiana Marisol / Reyes',
      '2026-11-02',
      1500,
      [null, 'Ingresa después'],
      [82.19, '15 días × $1,500.00/30 × 40/365', until(40)],
    ),
  ],
  totalUsd: 2984.13,
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
    sheet('special-run-aguinaldo', aguinaldo()),
    {
      ...sheet('special-run-higher'),
      act: async (stage) => {
        await sheet('', aguinaldo()).act?.(stage)
        const { page } = stage
        const boxes = page.getByRole('checkbox')
        await boxes.nth(2).check()
        await boxes.nth(4).check()
      },
    },
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
