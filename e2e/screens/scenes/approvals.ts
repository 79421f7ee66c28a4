import type { Approval } from '#contract/approvals.ts'
import type { Change } from '#contract/changes.ts'
import { newRegtestAddress } from '../../addresses.ts'
import { nobodysId, presses, type Scene, type Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'
import { noChanges } from './no-changes.ts'

/** Orders and changes that wait for several people, with answers that no program gives without a team. */

const hoursFrom = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const carlos = { _id: 'carlos', name: 'Carlos Humberto Mejía', email: 'carlos@izalco.sv' }
const roberto = { _id: 'roberto', name: 'Roberto Antonio Siliézar', email: 'roberto@izalco.sv' }
const lastPaid = hoursFrom(-30 * 24)

const changes = {
  since: { paymentId: 'before', at: lastPaid },
  counts: {
    added: 2,
    left: 1,
    addresses: 1,
    salaries: 2,
    names: 0,
    accounts: 0,
    shares: 0,
    frequencies: 0,
    amounts: 0,
  },
  totalUsd: { before: 36_690, now: 36_980 },
  salariesUsd: 150,
  severity: 'danger' as const,
}
const unchanged = {
  ...changes,
  counts: noChanges,
  totalUsd: { before: 19_240, now: 19_240 },
  salariesUsd: 0,
  severity: null,
}

const origin = { by: carlos.name, at: hoursFrom(-40), via: 'FORM', ip: '190.86.112.41' } as const
const plain = { by: null, at: null, via: null, ip: null, severity: 'info' } as const
const row = (name: string, values: Partial<Change>): Change => ({
  employee: { _id: name, name },
  kind: 'address',
  before: null,
  after: null,
  ...plain,
  ...values,
})
const miguel = 'Miguel Ángel Zelaya'
const rows: Record<string, Change[]> = {
  addresses: [
    row(miguel, {
      before: newRegtestAddress(),
      after: newRegtestAddress(),
      ...origin,
      severity: 'danger',
    }),
    row(miguel, {
      kind: 'contactThenAddress',
      before: 'miguel@izalco.sv',
      after: 'm.zelaya@correo.com',
      ...origin,
      at: hoursFrom(-90),
      severity: 'danger',
    }),
  ],
  salaries: [
    row('Kevin Alexander Ramos', { kind: 'salary', before: 520, after: 620 }),
    row('Wendy Carolina Alvarenga', { kind: 'salary', before: 820, after: 870 }),
  ],
  added: [
    row('Santos Evelio Mejía', { kind: 'added', after: 465 }),
    row('Yesenia Lisseth Barahona', { kind: 'added', after: 415 }),
  ],
  left: [row('Blanca Estela Sorto', { kind: 'left', before: 740 })],
}

type Details = { data: { transaction: NonNullable<Approval['transaction']> } }

async function approvalsOf({ call, world }: Stage): Promise<Approval[]> {
  const path = `/api/v1/transactions/${world.transactions.waiting}/details`
  const { transaction } = ((await call('GET', path)) as Details).data
  const payment = (usd: number, btc: string, lines: number) => ({
    _id: transaction.payment?._id ?? '',
    state: transaction.state,
    totalUsd: usd,
    bitcoinUsd: usd,
    dollarsUsd: 0,
    totalBtc: btc,
    usdRate: transaction.usdRate,
    networkFee: { btc: '0.00002000', usd: 2 },
    lines,
    paidLines: 0,
    note: '',
    createdAt: transaction.createdAt,
    transactions: [transaction],
    leftOut: [],
  })
  const first: Approval = {
    _id: 'first',
    kind: 'PAYMENT',
    transaction,
    payment: payment(36_980, '0.40423089', 86),
    occurrence: null,
    subject: transaction.payroll.name,
    payroll: transaction.payroll,
    askedBy: carlos,
    askedAt: hoursFrom(-3),
    expiresAt: hoursFrom(21),
    required: 2,
    stillNeeded: 1,
    changers: [],
    given: [{ user: roberto, at: hoursFrom(-2), kind: 'PASSKEY' }],
    askedByMe: false,
    canApprove: true,
    refusal: null,
    mayFrom: null,
    feeCeilingUsd: 12.4,
    overUsd: null,
    reasons: [],
    sheetHash: '9f2c41d7e0b85a36c1d2f4a7908b6e5d3c4f1a2b7e8d9c0f5a6b4e3d2c1b0a9f',
    changes,
    addressChange: null,
    accountChange: null,
  }
  const later = (values: Partial<Approval>): Approval => {
    const { required, given } = { ...first, ...values }
    return { ...first, stillNeeded: Math.max(0, required - given.length), ...values }
  }
  const ofChange = { transaction: null, payment: null, payroll: null, changes: null }
  return [
    first,
    later({
      _id: 'second',
      payroll: { _id: 'second', name: 'Beneficio Santa Ana' },
      payment: payment(19_240, '0.21031375', 31),
      given: [],
      askedAt: hoursFrom(-20),
      expiresAt: hoursFrom(4),
      feeCeilingUsd: 5.1,
      changes: unchanged,
    }),
    later({
      _id: 'third',
      payroll: { _id: 'third', name: 'Cafetería Antiguo Cuscatlán' },
      payment: payment(6316.5, '0.06904609', 9),
      canApprove: false,
      refusal: 'ALREADY_APPROVED',
    }),
    later({
      _id: 'fourth',
      kind: 'WITHDRAWAL',
      payroll: { _id: 'fourth', name: 'Transporte y bodega' },
      payment: payment(1850, '0.02022248', 0),
      given: [],
      askedByMe: true,
      canApprove: false,
      refusal: 'SELF_APPROVAL',
    }),
    later({
      _id: 'fifth',
      payroll: { _id: 'fifth', name: 'Finca El Imposible' },
      payment: payment(2480, '0.02710900', 6),
      given: [],
      canApprove: false,
      refusal: 'WRONG_ASSERTION',
    }),
    later({
      _id: 'sixth',
      payroll: { _id: 'sixth', name: 'Bodega' },
      payment: payment(960, '0.01049380', 3),
      given: [],
      canApprove: false,
      refusal: 'APPROVER_TOO_NEW',
      mayFrom: hoursFrom(18),
    }),
    later({
      ...ofChange,
      transaction: { ...transaction, networkFee: { btc: '0.00135588', usd: 123.39 } },
      _id: 'consolidation',
      kind: 'CONSOLIDATION',
      payroll: { _id: 'consolidation', name: 'Beneficio Santa Ana' },
      required: 1,
      given: [],
      feeCeilingUsd: 123.39,
    }),
    later({
      ...ofChange,
      _id: 'role',
      kind: 'ROLE',
      subject: 'Ernesto Antonio Rivas: aprueba',
      required: 2,
      feeCeilingUsd: null,
    }),
    later({
      ...ofChange,
      _id: 'rules',
      kind: 'RULES',
      subject: 'Reglas de aprobación',
      required: 2,
      feeCeilingUsd: null,
    }),
    later({
      ...ofChange,
      _id: 'release',
      kind: 'RELEASE',
      subject: 'Dirección nueva de Rosa Idalia Chicas de Portillo',
      required: 1,
      given: [],
      feeCeilingUsd: null,
      addressChange: { before: newRegtestAddress(), after: newRegtestAddress(), ...origin },
    }),
  ]
}

const rules = {
  tiers: [
    { fromUsd: 500, approvals: 1 },
    { fromUsd: 5000, approvals: 2 },
  ],
  strongOnly: false,
  pending: {
    _id: 'rules',
    tiers: [{ fromUsd: 20_000, approvals: 1 }],
    strongOnly: false,
    effectiveAt: null,
    askedBy: carlos,
    askedAt: hoursFrom(-3),
    required: 2,
    given: [],
  },
}

const passkey = {
  _id: 'key',
  name: 'MacBook de Marcela',
  kind: 'SYNCED',
  createdAt: lastPaid,
  lastUsedAt: null,
  approvesFrom: lastPaid,
}

const refused = (refusal: string) => ({ canApprove: false, refusal })
const own = { ...refused('SELF_APPROVAL'), askedByMe: true }

interface Waits {
  /** The first of them has these values. */
  values?: Partial<Approval>
  chosen?: (approval: Approval) => boolean
  hasKey?: boolean
}

export const answerWaiting =
  ({ chosen = ({ payment }) => payment !== null, hasKey = true, values }: Waits = {}) =>
  async (stage: Stage) => {
    const { page } = stage
    const approvals = (await approvalsOf(stage))
      .filter(chosen)
      .map((approval) => (approval._id === 'first' ? { ...approval, ...values } : approval))
    const waitingForMe = approvals.filter(({ canApprove }) => canApprove).length
    const answer = (path: string | RegExp, data: (url: URL) => object) =>
      page.route(path, (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({
              json: { success: true, message: '', data: data(new URL(route.request().url())) },
            })
          : route.fallback(),
      )
    await answer(/\/api\/v1\/approvals\?/, () => ({
      approvals,
      pages: 1,
      total: approvals.length,
      waitingForMe,
      approved: [],
    }))
    await answer('**/api/v1/companies/approval-rules', () => rules)
    await answer('**/api/v1/users/factors', (url) => ({
      passkeys: hasKey ? [passkey] : [],
      totp: null,
      recoveryCodes: null,
      passkeysPossible: true,
      publicUrl: url.origin,
    }))
    await answer(/\/payrolls\/[^/]+\/changes\?/, (url) => ({
      ...changes,
      previewHash: 'a',
      rows: rows[url.searchParams.get('group') ?? ''] ?? [],
      pages: 1,
      held: [],
    }))
    await page.reload()
    await page.waitForLoadState('networkidle')
  }

export function approvalScenes({ transactions }: ScreensWorld): Scene[] {
  const list = '/dashboard/por-aprobar'
  const detail = `/dashboard/transaction/${transactions.waiting}`
  const change = (kind: string) => ({
    path: `${list}/${kind.toLowerCase()}`,
    act: answerWaiting({ chosen: (approval) => approval.kind === kind }),
  })
  return [
    { name: 'approvals', path: list, act: answerWaiting() },
    { name: 'approvals-kinds', path: list, act: answerWaiting({ chosen: () => true }) },
    { name: 'approvals-none', path: list, act: answerWaiting({ chosen: () => false }) },
    { name: 'approval-detail', path: detail, act: answerWaiting() },
    { name: 'approval-code', path: detail, act: answerWaiting({ hasKey: false }) },
    {
      name: 'approval-reject',
      path: detail,
      act: async (stage) => {
        await answerWaiting()(stage)
        await presses('approval.reject')(stage)
        await stage.page.getByRole('dialog').waitFor()
      },
    },
    { name: 'approval-own', path: detail, act: answerWaiting({ values: own }) },
    {
      name: 'approval-given',
      path: detail,
      act: answerWaiting({ values: refused('ALREADY_APPROVED') }),
    },
    {
      name: 'approval-needs-key',
      path: detail,
      act: answerWaiting({ values: refused('WRONG_ASSERTION') }),
    },
    {
      name: 'approval-too-new',
      path: detail,
      act: answerWaiting({ values: { ...refused('APPROVER_TOO_NEW'), mayFrom: hoursFrom(18) } }),
    },
    { name: 'approval-role', ...change('ROLE') },
    { name: 'approval-release', ...change('RELEASE') },
    { name: 'approval-rules-change', ...change('RULES') },
    { name: 'approval-over', path: `${list}/${nobodysId}`, act: answerWaiting() },
  ]
}
