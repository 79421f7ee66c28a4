import type { Approval } from '#contract/approvals.ts'
import type { Occurrence } from '#contract/calendar.ts'
import { newRegtestAddress } from '../../addresses.ts'
import { opens, presses, type Scene, type Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'
import { day, onDay, withCalendar } from './calendar.ts'
import { detailsOf } from './details.ts'
import { noChanges } from './no-changes.ts'

/** Answers a call of the page without the server. */
const answer = (path: RegExp, data: object, { page }: Stage) =>
  page.route(path, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { success: true, message: '', data } })
      : route.fallback(),
  )

const schedule = {
  every: 'FORTNIGHT',
  days: [15, 'LAST'],
  weekday: null,
  hour: '08:00',
  timeZone: 'America/El_Salvador',
  whenClosed: 'BEFORE',
  saturdays: 'CLOSED',
  startsOn: '2026-01-01',
  endsOn: null,
  mode: 'PREPARE',
  remindsOnly: false,
}

const member = (_id: string, role: string) => ({
  _id,
  firstName: _id,
  lastName: 'Portillo',
  email: `${_id}@izalco.sv`,
  role,
  factors: [],
  lastActiveAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  current: _id === 'Marcela',
  counts: { code: 'NO', from: null },
})

interface Saved {
  values?: object
  /** The roles of the others in the team. */
  others?: readonly string[]
}

const ofSchedule = (name: string, path: string, { values, others }: Saved = {}): Scene => ({
  name,
  path,
  act: async (stage) => {
    const next = [{ periodKey: '2026-11-Q2', dueAt: '2026-11-30T14:00:00.000Z', moved: null }]
    await answer(/\/schedule$/, { schedule: { ...schedule, ...values }, next }, stage)
    if (others) {
      const users = ['ADMIN', ...others].map((role, index) =>
        member(index === 0 ? 'Marcela' : `p${index}`, role),
      )
      await answer(/\/companies\/users$/, { users, invitations: [] }, stage)
    }
    await stage.page.reload()
    await opens('calendar.schedule.change')(stage)
    await stage.page.waitForLoadState('networkidle')
  },
})

const hoursFrom = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const sheetOf = (given: number, required = 2) => ({ _id: 'sheet', given, required })
const missing = { btc: '0.01344521', usd: 1230 }
const prepared = { mode: 'PAY', state: 'prepared', ceilingUsd: 39_120.4, missing } as const

const paydays = (): Record<string, Occurrence> => {
  const one = (more: Partial<Occurrence>) => day('season', 2, 86, 36_980, { mode: 'PAY', ...more })
  const late = { dueAt: hoursFrom(-1), ceilingUsd: 39_120.4, approvals: sheetOf(2) }
  const held = { state: 'held', ...late } as const
  return {
    planned: one({}),
    restored: one({ mode: 'REMIND' }),
    prepared: one({ ...prepared, approvals: sheetOf(1) }),
    free: one({ ...prepared, mode: 'PREPARE' }),
    approved: one({ ...prepared, state: 'approved', approvals: sheetOf(2) }),
    funds: one({ ...held, reason: 'FUNDS', missing }),
    changed: one({ ...held, reason: 'SHEET_CHANGED' }),
    ceiling: one({ ...held, reason: 'ABOVE_CEILING' }),
    node: one({ ...held, reason: 'NODE' }),
    missed: one({ ...held, state: 'missed', dueAt: hoursFrom(-20), reason: 'FUNDS' }),
  }
}

const changes = {
  since: { paymentId: 'before', at: onDay(-30) },
  counts: noChanges,
  totalUsd: { before: 36_980, now: 36_980 },
  salariesUsd: 0,
  severity: null,
}

const approvalOf = (occurrence: Occurrence, values: Partial<Approval>): Approval => ({
  _id: 'sheet',
  kind: 'OCCURRENCE',
  transaction: null,
  payment: null,
  subject: occurrence.payroll.name,
  payroll: occurrence.payroll,
  occurrence: { ...occurrence, bitcoinUsd: 30_980, ceilingUsd: 39_120.4, until: hoursFrom(54) },
  askedBy: { _id: 'carlos', name: 'Carlos Humberto Mejía', email: 'carlos@izalco.sv' },
  askedAt: hoursFrom(-2),
  expiresAt: hoursFrom(54),
  required: 2,
  stillNeeded: 1,
  changers: [],
  askedByMe: false,
  given: [
    {
      user: { _id: 'r', name: 'Roberto Siliézar', email: 'roberto@izalco.sv' },
      at: hoursFrom(-1),
      kind: 'PASSKEY',
    },
  ],
  canApprove: true,
  refusal: null,
  mayFrom: null,
  feeCeilingUsd: null,
  overUsd: null,
  reasons: [],
  changes,
  addressChange: null,
  accountChange: null,
  sheetHash: '9f2c41d7e0b85a36c1d2f4a7908b6e5d3c4f1a2b7e8d9c0f5a6b4e3d2c1b0a9f',
  ...values,
})
const own = { askedByMe: true, required: 1, given: [] }

const people = [
  ['José Roberto', 'Hernández Ayala', 1250],
  ['Ana Guadalupe', 'Menjívar', 1036],
  ['Kevin Alexander', 'Ramos', 620],
  ['Rosa Idalia', 'Chicas de Portillo', 545.5],
] as const

async function withApproval(stage: Stage, one: Occurrence, values: Partial<Approval> = {}) {
  const approvals = one.approvals ? [approvalOf(one, values)] : []
  const waitingForMe = approvals.filter(({ canApprove }) => canApprove).length
  const list = { approvals, pages: 1, total: approvals.length, waitingForMe, approved: [] }
  await answer(/\/api\/v1\/approvals\?/, list, stage)
  const lines = people.map(([firstName, lastName, bitcoinUsd], index) => ({
    employee: { _id: `e${index}`, firstName, lastName },
    cryptoAddress: newRegtestAddress(),
    bitcoinUsd,
    ...(index === 1
      ? { dollarsUsd: 444, bank: 'Banco Agrícola', accountEnd: '8777' }
      : { dollarsUsd: 0, bank: '', accountEnd: '' }),
  }))
  const totals = {
    people: 4,
    bitcoinPeople: 4,
    bitcoinUsd: 3451.5,
    dollarsPeople: 1,
    dollarsUsd: 444,
  }
  await answer(/\/calendar\/[^/]+\/sheet$/, { lines, totals }, stage)
}

type Key = keyof ReturnType<typeof paydays>

const ofPayday = (
  name: string,
  key: Key,
  values: Partial<Approval> = {},
  after?: Scene['act'],
): Scene => ({
  name: `payday-${name}`,
  path: '/calendar',
  act: async (stage) => {
    const one = paydays()[key]
    if (!one) throw new Error(`no payday ${key}`)
    await withApproval(stage, one, values)
    await answer(
      /\/schedule$/,
      { schedule: { ...schedule, remindsOnly: key === 'restored' }, next: [] },
      stage,
    )
    await withCalendar(stage, [one])
    await stage.page
      .getByRole('button', { name: /Temporada de corte/ })
      .first()
      .click()
    await stage.page.getByRole('dialog').waitFor()
    await stage.page.waitForLoadState('networkidle')
    await after?.(stage)
  },
})

const onPage = (name: string, path: string, key: Key, values: Partial<Approval> = {}): Scene => ({
  name,
  path,
  act: async (stage) => {
    const one = paydays()[key]
    if (!one) throw new Error(`no payday ${key}`)
    await withApproval(stage, one, values)
    await withCalendar(stage, [one])
  },
})

const list = '/dashboard/por-aprobar'
const refused = { canApprove: false, refusal: 'SELF_APPROVAL', askedByMe: true }

const ofPaydays: Scene[] = [
  ofPayday('planned', 'planned'),
  ofPayday('restored', 'restored'),
  ofPayday('review', 'prepared'),
  ofPayday('others', 'prepared', refused),
  ofPayday('own', 'prepared', own, presses('approval.approve')),
  ofPayday('own-facts', 'prepared', own),
  ofPayday('free', 'free'),
  ofPayday('approved', 'approved', refused),
  ofPayday('held-funds', 'funds', refused),
  ofPayday('held-changed', 'changed', refused),
  ofPayday('held-ceiling', 'ceiling', refused),
  ofPayday('held-node', 'node', refused),
  ofPayday('missed', 'missed', refused),
  onPage('approvals-payday', list, 'prepared'),
  onPage('approval-payday', `${list}/sheet`, 'prepared'),
  onPage('approval-payday-own', `${list}/sheet`, 'prepared', refused),
  onPage('dashboard-payday-mine', '/dashboard', 'prepared'),
  onPage('dashboard-payday-approved', '/dashboard', 'approved', refused),
]

export const modes = ({ payrolls: id }: ScreensWorld): Scene[] => [
  ...ofPaydays,
  ofSchedule('schedule-prepare', detailsOf(id.ready), { others: ['APPROVER'] }),
  ofSchedule('schedule-pay-alone', detailsOf(id.ready), { values: { mode: 'PAY' } }),
  ofSchedule('schedule-pay-nobody', detailsOf(id.ready), { others: ['PAYROLL'] }),
  ofSchedule('schedule-restored', detailsOf(id.ready), {
    values: { mode: 'PAY', remindsOnly: true },
  }),
]
