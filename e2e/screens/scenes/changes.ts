import type { Page } from '@playwright/test'
import type { Change, ChangeGroup, Changes, HeldAddress } from '#contract/changes.ts'
import type { PaymentPreview } from '#contract/payments.ts'
import { newRegtestAddress } from '../../addresses.ts'
import { button, opens, type Scene, type Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'
import { detailsOf } from './details.ts'
import { noChanges } from './no-changes.ts'

/** Months are put into the answers: a payday that lies a month back, addresses that wait. */

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const inHours = (hours: number) => hoursAgo(-hours)
const lastPaid = hoursAgo(30 * 24)

const person = (name: string) => ({ _id: name, name })
const origin = {
  by: 'Carlos Humberto Mejía',
  at: hoursAgo(6),
  via: 'FORM',
  ip: '190.86.112.41',
} as const

const held = (name: string, values: Partial<HeldAddress> = {}): HeldAddress => ({
  employee: person(name),
  kind: 'ADDRESS',
  cryptoAddress: newRegtestAddress(),
  account: '',
  until: inHours(42.5),
  previousAddress: newRegtestAddress(),
  previousAccount: null,
  previousPaidAt: lastPaid,
  usd: 545.5,
  contact: null,
  reason: 'ADDRESS',
  ...origin,
  releaseAskedAt: null,
  ...values,
})

const rosa = held('Rosa Idalia Chicas de Portillo', {
  via: 'EMPLOYEE',
  by: null,
  ip: '45.181.20.7',
  contact: { kind: 'PHONE', at: hoursAgo(6 + 1 / 3) },
})
const few = [
  rosa,
  held('Kevin Alexander Ramos Quintanilla', { usd: 620, releaseAskedAt: hoursAgo(1) }),
  held('María de los Ángeles Guadalupe del Carmen Hernández de Villatoro', {
    until: null,
    reason: 'REPORTED',
    usd: 1250,
  }),
]
const many = [
  'José Roberto Hernández Ayala',
  'Wendy Carolina Alvarenga',
  'Óscar Armando Quijada',
  'Glenda Mejía',
  'Nelson Umaña',
].map((name, index) => held(name, { usd: 412.5 + index * 100 }))

const row = (name: string, values: Partial<Change>): Change => ({
  employee: person(name),
  kind: 'address',
  before: newRegtestAddress(),
  after: newRegtestAddress(),
  ...origin,
  severity: 'warn',
  ...values,
})
const plain = { by: null, at: null, via: null, ip: null, severity: 'info' } as const
const rowsOf: Record<ChangeGroup, Change[]> = {
  addresses: [
    row(rosa.employee.name, { severity: 'danger', before: rosa.previousAddress }),
    row(rosa.employee.name, {
      kind: 'contactThenAddress',
      before: '+50373901186',
      after: '+50371112233',
      at: hoursAgo(6 + 1 / 3),
      severity: 'danger',
    }),
    row('Kevin Alexander Ramos', { via: 'CSV' }),
    row('Glenda Mejía', { via: 'API', by: null }),
    row('Glenda Mejía', { kind: 'formerlyAnothers', before: 'Luis Ernesto Guardado' }),
  ],
  salaries: [
    row('Kevin Alexander Ramos', { kind: 'salary', ...plain, before: 412.5, after: 440 }),
    row('Luis Ernesto Guardado', { kind: 'salary', ...plain, before: 530, after: 652.5 }),
  ],
  added: ['Santos Evelio Mejía', 'Yesenia Lisseth Barahona'].map((name) =>
    row(name, { kind: 'added', ...plain, before: null, after: 455 }),
  ),
  left: [row('Blanca Estela Sorto', { kind: 'left', ...plain, before: 740, after: null })],
  names: [],
  accounts: [
    row('Wendy Carolina Alvarenga', {
      kind: 'account',
      before: 'Banco Agrícola …4821',
      after: 'Banco Cuscatlán …0937',
    }),
  ],
  shares: [],
  frequencies: [],
  amounts: [],
}

const unchanged = {
  since: { paymentId: 'x', at: lastPaid },
  counts: noChanges,
  totalUsd: { before: 2520.25, now: 2520.25 },
  salariesUsd: 0,
  severity: null,
  held: [],
}
const changed = {
  ...unchanged,
  counts: {
    added: 2,
    left: 1,
    addresses: 3,
    salaries: 2,
    names: 0,
    accounts: 0,
    shares: 0,
    frequencies: 0,
    amounts: 0,
  },
  totalUsd: { before: 2225.5, now: 2520.25 },
  salariesUsd: 150,
}

type Answered = Omit<Changes, 'rows' | 'pages' | 'previewHash'>

async function answer(page: Page, changes: Answered): Promise<void> {
  await page.route('**/changes?*', async (route) => {
    const real = await route.fetch()
    const { data, ...envelope }: { data: Changes } = await real.json()
    const group = new URL(route.request().url()).searchParams.get('group') as ChangeGroup | null
    const rows = group ? rowsOf[group] : []
    await route.fulfill({ json: { ...envelope, data: { ...data, ...changes, rows, pages: 1 } } })
  })
  await page.route('**/payment-preview?*', async (route) => {
    const url = new URL(route.request().url())
    // The server knows nothing of these people.
    url.searchParams.delete('held')
    const real = await route.fetch({ url: url.href })
    const { data, ...envelope }: { data: PaymentPreview } = await real.json()
    await route.fulfill({ json: { ...envelope, data: { ...data, held: changes.held } } })
  })
}

const dialog = (changes: Answered) => async (stage: Stage) => {
  await answer(stage.page, changes)
  await stage.page.reload()
  await opens('payrolls.details.pay')(stage)
  await stage.page.getByText(stage.t('payments.leaves.title')).waitFor()
}

const presses = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.waitForLoadState('networkidle')
}

export function changeScenes({ payrolls: { ready } }: ScreensWorld): Scene[] {
  const scene = (
    name: string,
    changes: Answered,
    then: (stage: Stage) => Promise<void> = () => Promise.resolve(),
  ): Scene => ({
    name: `pay-${name}`,
    path: detailsOf(ready),
    act: async (stage) => {
      await dialog(changes)(stage)
      await then(stage)
    },
    after: ({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }),
  })
  const grave = { ...changed, severity: 'danger' } as const
  return [
    scene('nothing-changed', unchanged),
    scene('changed', { ...changed, severity: 'info' }),
    scene('changed-salaries', { ...changed, severity: 'info' }, ({ page }) =>
      presses(/\$150/)(page).catch(() => presses(/^2 .*Salar/)(page)),
    ),
    scene('changed-grave', grave),
    scene('held', { ...grave, held: [rosa] }),
    scene('held-chosen', { ...grave, held: [rosa] }, async ({ page }) => {
      await page.getByRole('radio').first().check()
      await page.waitForLoadState('networkidle')
    }),
    scene('held-few', { ...grave, held: few }),
    scene('held-many', { ...grave, held: many }, async ({ page, t }) => {
      await button(t('payments.held.allPrevious'))(page)
      await presses(/Glenda/)(page)
    }),
    {
      name: 'address-report',
      path: '/direccion#t=some-token',
      as: 'nobody',
      refused: true,
      act: async ({ page, t }) => {
        await page.route('**/address-reports/*', (route) =>
          route.fulfill({ json: { success: true, message: '', data: reported } }),
        )
        await page.reload()
        await page.getByText(t('addressReport.orNot')).waitFor()
      },
    },
    {
      name: 'contact-report',
      path: '/direccion#t=some-token',
      as: 'nobody',
      refused: true,
      act: async ({ page, t }) => {
        const contact = { ...reported, changed: ['EMAIL'], mayConfirm: true }
        await page.route('**/address-reports/*', (route) =>
          route.fulfill({ json: { success: true, message: '', data: contact } }),
        )
        await page.reload()
        await page.getByRole('button', { name: t('contactReport.confirm') }).waitFor()
      },
    },
    { name: 'address-report-ended', path: '/direccion', as: 'nobody' },
  ]
}

const reported = {
  companyName: 'Café Izalco',
  employeeName: 'Rosa Idalia Chicas de Portillo',
  changedAt: hoursAgo(3),
  reportedAt: null,
  changed: ['ADDRESS'],
  mayConfirm: false,
  confirmed: false,
}
