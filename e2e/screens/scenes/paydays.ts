import type { PayrollStatus, PayrollStatusCode } from '#contract/payroll-status.ts'
import type { Payroll } from '#contract/payrolls.ts'
import type { Scene, Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'
import { detailsOf } from './details.ts'

/**
 * Scenes of a payday in each of its ten states. For the picture the program's own answer is
 * completed with times and states that nobody can wait for.
 */
export function paydays({ payrolls: id }: ScreensWorld): Scene[] {
  const page = (name: string, payroll: string, more: More, rest: Partial<Scene> = {}): Scene => ({
    ...rest,
    name: `payday-${name}`,
    path: '/login',
    act: async (stage) => {
      await completesPayrolls(stage, () => more)
      await stage.page.goto(detailsOf(payroll))
      await stage.page.waitForLoadState('networkidle')
      await rest.act?.(stage)
    },
  })
  const ofTwelve = { lines: 12, totalUsd: 7699.25, paid: 12, paidUsd: 7699.25, dollars: null }
  const paid = { code: 'paid', at: minutesAgo(20), unpaid: 0, ...ofTwelve } as const
  const lately = { ...paid, at: minutesAgo(60 * 24 * 5) }
  const inDollars = { paid: 9, paidUsd: 6304.25, dollars: { people: 4, left: 4 } }
  const toBank = { paid: 0, paidUsd: 0, dollars: { people: 12, left: 12 } }
  return [
    page('no-people', id.empty, {}),
    page('short', id.short, {}),
    page('price-fell', id.short, {}, { act: (stage) => fallsShort(stage) }),
    page('funds-on-the-way', id.incoming, {
      code: 'fundsOnTheWay',
      onTheWay: { usd: 1184.32, btc: '0.01000000' },
    }),
    page('ready', id.ready, {}),
    page('approval', id.approving, {}),
    page('sent', id.onItsWay, { code: 'sent', at: minutesAgo(4) }),
    page('sent-late', id.onItsWay, { code: 'sent', at: minutesAgo(41) }),
    page('awaits-node', id.onItsWay, { code: 'awaitsNode', at: minutesAgo(4) }),
    page('paid', id.office, paid),
    page('paid-ordinary', id.office, lately),
    page('paid-more-people', id.office, { ...lately, unpaid: 1 }),
    page('paid-dollars-later', id.office, { ...lately, ...inDollars }),
    page('paid-in-part', id.office, {
      ...paid,
      code: 'paidInPart',
      at: minutesAgo(60),
      unpaid: 1,
      paid: 11,
    }),
    page('stopped', id.ready, { code: 'stopped', reason: 'COMPANY_FROZEN' }),
    many('payday-list', '/payrolls'),
    many('payday-dashboard', '/dashboard'),
    many('payday-after', '/dashboard', ['paid', 'ready', 'ready', 'fundsOnTheWay']),
    many('payday-after-dollars', '/dashboard', ['paid', 'paid', 'ready', 'ready'], undefined, [
      inDollars,
      toBank,
    ]),
    many('payday-after-to-bank', '/dashboard', ['paid', 'ready', 'ready', 'ready'], undefined, [
      toBank,
    ]),
    many('payday-quiet', '/dashboard', ['short', 'awaitsNode', 'ready', 'ready'], isQuiet),
    page('quiet-page', id.onItsWay, { code: 'awaitsNode', at: minutesAgo(4) }, { act: isQuiet }),
  ]
}

export type More = Partial<PayrollStatus>

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const everyState: readonly PayrollStatusCode[] = [
  'noPeople',
  'short',
  'fundsOnTheWay',
  'ready',
  'awaitsApproval',
  'sent',
  'awaitsNode',
  'paid',
  'paidInPart',
  'stopped',
]

const usd = (amount: number) => ({ usd: amount, btc: (amount / 118432.15).toFixed(8) })

/** A status as the server would say it. */
function statusOf(code: PayrollStatusCode, people: number): More {
  const more: Record<PayrollStatusCode, More> = {
    noPeople: { people: 0 },
    short: { missing: usd(6338.26) },
    fundsOnTheWay: { onTheWay: usd(6528.41) },
    ready: { spare: { usd: 491.86 } },
    awaitsApproval: {
      at: minutesAgo(12),
      approvals: { given: 0, required: 1, until: minutesAgo(-60 * 23) },
    },
    sent: { at: minutesAgo(4) },
    awaitsNode: { at: minutesAgo(4) },
    paid: { at: minutesAgo(20) },
    paidInPart: { at: minutesAgo(20), unpaid: 1 },
    stopped: { reason: 'COMPANY_FROZEN' },
  }
  const sums = { lines: people, totalUsd: 7699.25, paid: people, paidUsd: 7699.25, dollars: null }
  const rest = { payment: 'a', unpaid: 0, missing: null, reason: null }
  return { code, people, ...sums, ...rest, ...more[code] }
}

function many(
  name: string,
  path: string,
  codes = everyState,
  act?: (stage: Stage) => Promise<void>,
  mores: readonly More[] = [],
): Scene {
  return {
    name,
    path: '/login',
    act: async (stage) => {
      await completesPayrolls(stage, ({ employees }, index) => {
        const code = codes[index]
        return code ? { ...statusOf(code, employees || 12), ...mores[index] } : null
      })
      await stage.page.goto(path)
      await act?.(stage)
      await stage.page.waitForLoadState('networkidle')
    },
  }
}

/** A status for each payroll of an answer; null: it is not in it. */
type Completed = (payroll: Payroll, index: number) => More | null

/** Each payroll in a status that nobody can wait for. */
export async function completesPayrolls({ page }: Stage, more: Completed): Promise<void> {
  const complete = (payroll: Payroll, index: number) => {
    const status = more(payroll, index)
    const missing = status?.missing?.usd ?? 0
    const toFund = missing > 0 ? { ...usd(missing * 1.03), reserveUsd: missing * 0.03 } : null
    return status === null
      ? []
      : [{ ...payroll, status: { ...payroll.status, ...status }, ...(toFund && { toFund }) }]
  }
  await page.route(/\/api\/v1\/payrolls(\?.*)?$/, async (route) => {
    const response = await route.fetch()
    const json: { data: { payrolls: Payroll[]; pages: number } } = await response.json()
    const payrolls = json.data.payrolls.flatMap(complete)
    await route.fulfill({ response, json: { ...json, data: { ...json.data, pages: 1, payrolls } } })
  })
  await page.route(/\/api\/v1\/payrolls\/[0-9a-f-]{36}$/, async (route) => {
    const response = await route.fetch()
    const json: { data: Payroll } = await response.json()
    const [data] = complete(json.data, 0)
    await route.fulfill({ response, json: { ...json, data } })
  })
}

/** The newest deposit came when bitcoin was worth more. */
async function fallsShort({ page }: Stage): Promise<void> {
  await page.route(/\/transactions\?.*type=receive/, async (route) => {
    const response = await route.fetch()
    const json: { data: { transactions: { usdRate: number }[] } } = await response.json()
    for (const deposit of json.data.transactions) deposit.usdRate = 4_000_000
    await route.fulfill({ response, json })
  })
  await page.reload()
  await page.waitForLoadState('networkidle')
}

async function isQuiet({ page }: Stage): Promise<void> {
  await page.route('**/api/v1/network', (route) =>
    route.fulfill({ json: { success: true, message: '', data: { quietSince: minutesAgo(6) } } }),
  )
  await page.reload()
  await page.waitForLoadState('networkidle')
}
