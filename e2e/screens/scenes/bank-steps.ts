import type { DollarLine, DollarLines } from '#contract/dollar-lines.ts'
import type { Payment } from '#contract/payments.ts'
import { opens, type Scene, type Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'
import { detailsOf } from './details.ts'
import { makeLine, withMore } from './in-dollars.ts'
import { completesPayrolls, type More, minutesAgo } from './paydays.ts'

/**
 * Scenes of a payment whose dollars the bank passes on, from the press to the last mark: the program's
 * own answers, with the sums of one story.
 */
export function bankSteps({ payrolls: id }: ScreensWorld): Scene[] {
  const page = (name: string, story: Story, act?: Scene['act']): Scene => ({
    name: `payday-steps-${name}`,
    path: '/login',
    act: async (stage) => {
      await tells(stage, story)
      const payroll = story.status?.code === 'sent' ? id.onItsWay : id.office
      await stage.page.goto(detailsOf(payroll))
      await stage.page.waitForLoadState('networkidle')
      await act?.(stage)
    },
  })
  const atBank = { status: ofSent, list: { sent } }
  return [
    page('sent', { status: { code: 'sent', at: minutesAgo(4) }, run: { state: 'unconfirmed' } }),
    page('paid', {}),
    page('downloaded', atBank),
    page('marking', atBank, opens('dollarList.step.passed')),
    page('not-sent', atBank, opens('dollarList.notSent')),
    page('one-marked', {
      status: ofSent,
      list: {
        sent,
        paidUsd: 540,
        lines: [
          { ...carlos, ...marked },
          { ...marvin, sent: true },
        ],
      },
    }),
    page('marked', {
      status: ofSent,
      run: { paidLines: 9 },
      list: { sent, paidUsd: 995, lines: allMarked },
    }),
    page('in-part', { status: { code: 'paidInPart', unpaid: 1 } }),
    page('many', {
      status: { dollars: { people: 40, left: 40 } },
      list: { linesMatched: 40, totalUsd: 19_995, lines: [carlos, marvin, ...others] },
    }),
    page('to-bank', {
      status: { paid: 0, paidUsd: 0, totalUsd: 995, lines: 2, dollars: { people: 2, left: 2 } },
      run: { totalUsd: 995, bitcoinUsd: 0, lines: 2, paidLines: 0, transactions: [] },
    }),
  ]
}

const account = { identification: '03417785-5', bankAccount: '0034 1188 8777' }
const carlos = makeLine('Carlos Ernesto Ramírez', 540, account)
const marvin = makeLine('Marvin Flores', 455, {
  identification: '05230418-3',
  bank: 'Banco Cuscatlán',
  bankAccount: '4471 2093',
})
const others = [
  makeLine('María de los Ángeles Hernández de Portillo', 1250.5, {
    bank: 'Banco de América Central de El Salvador',
  }),
  makeLine('José López', 500, { bank: '', bankAccount: '' }),
  makeLine('Wendy Alas', 388),
]
const sent = { at: minutesAgo(2), by: 'Marta Rivas (marta@izalco.sv)' }
const marked = { sent: true, paid: true, paidAt: minutesAgo(1), reference: 'Transferencia 40871' }
const allMarked: DollarLine[] = [carlos, marvin].map((one) => ({ ...one, ...marked }))

const paid: More = {
  code: 'paid',
  at: minutesAgo(20),
  unpaid: 0,
  lines: 9,
  totalUsd: 7083.7,
  paid: 7,
  paidUsd: 6088.7,
  dollars: { people: 2, left: 2 },
}
const ofSent: More = { paid: 9, paidUsd: 7083.7, dollars: { people: 2, left: 0 } }

const run: Partial<Payment> = {
  state: 'confirmed',
  totalUsd: 7083.7,
  bitcoinUsd: 6088.7,
  dollarsUsd: 995,
  totalBtc: '0.06672203',
  networkFee: { usd: 0.41, btc: '0.00000449' },
  lines: 9,
  paidLines: 7,
  period: { key: '2026-11-Q2', dueAt: null, extra: false },
}
const list: DollarLines = {
  lines: [carlos, marvin],
  linesMatched: 2,
  pages: 1,
  totalUsd: 995,
  paidUsd: 0,
  due: true,
  sent: null,
  order: null,
}

interface Story {
  status?: More
  run?: Partial<Payment>
  list?: Partial<DollarLines>
}

async function tells(stage: Stage, story: Story): Promise<void> {
  await completesPayrolls(stage, () => ({ ...paid, ...story.status }))
  await withMore(stage, /\/companies\/payments\/[^/]+$/, ({ payment }) => ({
    payment: { ...payment, ...run, ...story.run },
  }))
  await withMore(stage, /\/payments\/[^/]+\/people/, () => ({
    totals: {
      people: 9,
      bitcoinPeople: 7,
      bitcoinUsd: 6088.7,
      btc: '0.06672203',
      dollarsPeople: 2,
      dollarsUsd: 995,
    },
  }))
  await stage.page.route(/\/api\/v1\/payments\/[^/]+\/dollar-lines\?/, (route) =>
    route.fulfill({
      json: { success: true, message: '', data: { ...list, ...story.list } },
    }),
  )
}
