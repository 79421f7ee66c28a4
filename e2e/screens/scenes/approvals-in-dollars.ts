import type { Payment, PaymentPeople } from '#contract/payments.ts'
import type { CodeReasonCount } from '#contract/transactions.ts'
import { newRegtestAddress } from '../../addresses.ts'
import type { Scene, Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'
import { answerWaiting } from './approvals.ts'
import { withMore } from './in-dollars.ts'

/** Approvals of what the company's bank pays: beside bitcoin, and alone. */

type Line = PaymentPeople['lines'][number]

const line = (name: string, parts: Partial<Line>): Line => ({
  employee: { _id: name, name },
  bitcoinUsd: 0,
  btc: '0.00000000',
  cryptoAddress: '',
  dollarsUsd: 0,
  bank: '',
  accountEnd: '',
  ...parts,
})
const inDollars = (name: string, dollarsUsd: number, bank: string, accountEnd: string) =>
  line(name, { dollarsUsd, bank, accountEnd })
const inBitcoin = (name: string, bitcoinUsd: number, btc: string) =>
  line(name, { bitcoinUsd, btc, cryptoAddress: newRegtestAddress() })

const bankPeople = [
  inDollars('Carlos Ernesto Ramírez', 540, 'Banco Agrícola', '8777'),
  inDollars('Marvin Flores', 455, 'Banco Cuscatlán', '2093'),
]
const mixed: PaymentPeople = {
  lines: [
    ...bankPeople.slice(0, 1),
    inBitcoin('José Antonio López', 554.7, '0.00607859'),
    inBitcoin('Luis Pérez', 430, '0.00471208'),
    ...bankPeople.slice(1),
    inBitcoin('Óscar Alvarado', 1670, '0.01830043'),
    {
      ...inBitcoin('Rosa Idalia Martínez de Cruz', 400, '0.00438334'),
      dollarsUsd: 400,
      bank: 'Banco Davivienda Salvadoreño',
      accountEnd: '0031',
    },
  ],
  totals: {
    people: 6,
    bitcoinPeople: 4,
    bitcoinUsd: 3054.7,
    btc: '0.03347444',
    dollarsPeople: 3,
    dollarsUsd: 1395,
  },
  pages: 1,
}
const alone: PaymentPeople = {
  lines: bankPeople,
  totals: {
    people: 2,
    bitcoinPeople: 0,
    bitcoinUsd: 0,
    btc: '0.00000000',
    dollarsPeople: 2,
    dollarsUsd: 995,
  },
  pages: 1,
}

const paymentOf = ({ totals }: PaymentPeople): Payment => ({
  _id: 'in-dollars',
  state: 'pendingApproval',
  totalUsd: totals.bitcoinUsd + totals.dollarsUsd,
  bitcoinUsd: totals.bitcoinUsd,
  dollarsUsd: totals.dollarsUsd,
  totalBtc: totals.btc,
  usdRate: 0,
  networkFee: { btc: '0.00000000', usd: 0 },
  lines: totals.people,
  paidLines: 0,
  note: '',
  createdAt: new Date().toISOString(),
  transactions: [],
  leftOut: [],
})
const reasons: CodeReasonCount[] = [{ code: 'SECOND_RUN', people: 2 }]

const answersPeople = ({ page }: Stage, people: PaymentPeople) =>
  page.route(/\/payments\/[^/]+\/people/, (route) =>
    route.fulfill({ json: { success: true, message: '', data: people } }),
  )

export const approvalsInDollars = ({ transactions }: ScreensWorld): Scene[] => [
  {
    name: 'approval-dollars',
    path: `/dashboard/transaction/${transactions.waiting}`,
    act: async (stage) => {
      const { totalUsd, lines, bitcoinUsd: usd, totalBtc: btc } = paymentOf(mixed)
      await answersPeople(stage, mixed)
      await withMore(stage, /\/transactions\/[^/]+\/details/, ({ details }) => ({
        details: details && {
          ...details,
          approval: { ...details.approval, people: lines, usd, btc, totalUsd },
        },
      }))
      await withMore(stage, /\/companies\/payments\/[^/]+$/, ({ payment }) => ({
        payment: { ...paymentOf(mixed), _id: payment?._id },
      }))
      await answerWaiting()(stage)
    },
  },
  {
    name: 'approval-dollars-alone',
    path: '/dashboard/por-aprobar/first',
    act: async (stage) => {
      await answersPeople(stage, alone)
      const payment = paymentOf(alone)
      const values = { transaction: null, payment, feeCeilingUsd: 0, reasons }
      await answerWaiting({ values, chosen: ({ _id }) => _id === 'first' })(stage)
    },
  },
]
