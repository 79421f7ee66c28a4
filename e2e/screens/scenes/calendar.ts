import type { Cover, Occurrence } from '#contract/calendar.ts'
import { opens, type Scene, type Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'
import { detailsOf } from './details.ts'

/** Days from today, 8:00 in El Salvador. */
export function onDay(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000)
  at.setUTCHours(14, 0, 0, 0)
  return at.toISOString()
}

let count = 0
const names = {
  season: 'Temporada de corte 2026',
  mill: 'Beneficio Santa Ana',
  office: 'Oficina San Salvador',
  cafe: 'Cafetería Antiguo Cuscatlán',
  transport: 'Transporte y bodega',
}

export const day = (
  name: keyof typeof names,
  days: number,
  people: number,
  totalUsd: number,
  more: Partial<Occurrence> = {},
): Occurrence => ({
  _id: `o${count++}`,
  kind: 'REGULAR',
  payroll: { _id: name, name: names[name] },
  periodKey: name === 'season' ? '2026-W47' : '2026-11-Q2',
  dueAt: onDay(days),
  moved: null,
  mode: 'REMIND',
  state: 'planned',
  people,
  totalUsd,
  missing: null,
  covered: null,
  reason: null,
  payment: null,
  approvals: null,
  ceilingUsd: null,
  specialRun: null,
  skipReason: '',
  nextNotice: onDay(days - 2),
  ...more,
})

const lacking = (given: number) => ({ approvals: { _id: 'a', given, required: 2 } })

/** Every state, and months to come. */
const occurrences = (): Occurrence[] => [
  day('season', -4, 86, 36_980, { state: 'paid' }),
  day('transport', -3, 10, 8455, { state: 'missed' }),
  day('mill', -2, 31, 19_240, { state: 'skipped', skipReason: 'Cerramos por inventario' }),
  day('cafe', 0, 9, 900, {
    kind: 'BONUS',
    periodKey: '2026-11-BONUS-1',
    state: 'held',
    reason: 'FUNDS',
    missing: { btc: '0.00232000', usd: 212.4 },
    dueAt: new Date(Date.now() - 3_600_000).toISOString(),
  }),
  day('season', 2, 86, 36_980, {
    state: 'prepared',
    mode: 'PREPARE',
    ...lacking(1),
    missing: { btc: '0.01344521', usd: 1230 },
  }),
  day('mill', 5, 31, 19_240, { state: 'prepared', mode: 'PREPARE', ...lacking(0) }),
  day('office', 5, 12, 14_020.5, { periodKey: '2026-11' }),
  day('transport', 5, 10, 8455, { state: 'approved', mode: 'PAY' }),
  day('season', 9, 86, 36_980, { mode: 'PREPARE' }),
  day('mill', 36, 31, 19_240),
  day('office', 36, 12, 14_020.5),
  day('transport', 36, 10, 8455),
  day('season', 38, 86, 36_980, {
    moved: { from: onDay(39).slice(0, 10), reason: 'HOLIDAY', name: 'Navidad' },
  }),
  day('office', 62, 139, 30_218.75, { kind: 'QUINCENA_25', periodKey: '2027-01-QUINCENA_25' }),
  day('season', 64, 86, 36_980),
]

const row = (fallPercent: number, usdRate: number, coveredPercent: number, usd: number) => ({
  fallPercent,
  usdRate,
  coveredPercent,
  spareUsd: 0,
  missing: { btc: '0.01344521', usd },
})
const cover: Cover = {
  rows: [
    row(0, 91_482.37, 96, 1230),
    row(5, 86_908.25, 91, 3018),
    row(10, 82_334.13, 87, 4805.99),
    row(20, 73_185.9, 77, 8381.98),
  ],
  holdsPercent: null,
  cushion: { fallPercent: 7, since: onDay(-90), add: { btc: '0.04387960', usd: 4014.19 } },
}
const covered: Cover = {
  rows: cover.rows.map((one, index) => ({
    ...one,
    coveredPercent: 118 - index * 5,
    missing: index === 3 ? one.missing : null,
    spareUsd: index === 3 ? 0 : 6656.4 - index * 1900,
  })),
  holdsPercent: 10,
  cushion: { fallPercent: 7, since: onDay(-90), add: { btc: '0.00000000', usd: 0 } },
}

export const answerWith = (data: object) => ({ json: { success: true, message: '', data } })

export async function withCalendar({ page }: Stage, all: readonly Occurrence[], isCovered = false) {
  await page.route(/\/api\/v1\/calendar(\?|$)/, (route) =>
    route.fulfill(answerWith({ occurrences: all, closedDays: [] })),
  )
  const next = all.find(({ state }) => state === 'prepared' || state === 'approved')
  await page.route(/\/api\/v1\/calendar\/next$/, (route) =>
    route.fulfill(
      answerWith({
        hasDates: true,
        next: next
          ? {
              occurrence: isCovered ? { ...next, missing: null, covered: true } : next,
              cover: isCovered ? covered : cover,
              toFund: isCovered
                ? { btc: '0.00000000', usd: 0, reserveUsd: 0 }
                : { btc: '0.01344521', usd: 1230, reserveUsd: 36 },
            }
          : null,
      }),
    ),
  )
  await page.route(/\/api\/v1\/calendar\/feed$/, (route) =>
    route.fulfill(answerWith({ active: false })),
  )
  await page.reload()
  await page.waitForLoadState('networkidle')
}

const ofDashboard = (name: string, isCovered: boolean): Scene => ({
  name,
  path: '/dashboard',
  act: async (stage) => {
    const [payroll] = (
      (await stage.call('GET', '/api/v1/payrolls?limit=1')) as {
        data: { payrolls: { _id: string; name: string }[] }
      }
    ).data.payrolls
    const all = occurrences().map((one) =>
      one.state === 'prepared' && payroll
        ? { ...one, payroll: { _id: payroll._id, name: payroll.name } }
        : one,
    )
    await withCalendar(stage, all, isCovered)
  },
})

/** A payday by its name, or a button by its text. */
const opened = (name: string, label: RegExp | string, after?: Scene['act']): Scene => ({
  name,
  path: '/calendar',
  act: async (stage) => {
    await withCalendar(stage, occurrences())
    const text = typeof label === 'string' ? stage.t(label) : label
    await stage.page.getByRole('button', { name: text }).last().click()
    await stage.page.getByRole('dialog').waitFor()
    await after?.(stage)
  },
})

export const calendar = ({ payrolls: id }: ScreensWorld): Scene[] => [
  {
    name: 'calendar',
    path: '/calendar',
    act: (stage) => withCalendar(stage, occurrences()),
  },
  {
    name: 'calendar-empty',
    path: '/calendar',
    act: (stage) => withCalendar(stage, []),
  },
  opened('calendar-payday', /^Transporte y bodega/),
  opened('calendar-skip', /^Transporte y bodega/, async ({ page, t }) => {
    await page.getByRole('button', { name: t('calendar.one.skip'), exact: true }).click()
  }),
  opened('calendar-move', /^Transporte y bodega/, async ({ page, t }) => {
    await page.getByRole('button', { name: t('calendar.one.move'), exact: true }).click()
  }),
  opened('calendar-closed-days', 'calendar.closed.title'),
  opened('calendar-special', 'specialRuns.make'),
  opened('calendar-feed', 'calendar.subscribe'),
  { name: 'schedule-first', path: detailsOf(id.ready), act: opens('calendar.schedule.add') },
  ofDashboard('dashboard-next-payday', false),
  ofDashboard('dashboard-next-payday-covered', true),
]
