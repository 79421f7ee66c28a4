import fc from 'fast-check'
import { expect, test } from 'vitest'
import { occurrenceKinds, occurrenceReasons } from '#contract/calendar.ts'
import type { OrderedChange } from '#contract/change-orders.ts'
import { languages } from '#contract/languages.ts'
import { texts } from '#contract/texts/index.ts'
import { stepUpBody } from '#contract/users.ts'
import { changeKinds } from '#domain/change-kinds.ts'
import { roles } from '#domain/roles.ts'
import type { NotifiedChange } from './changes.ts'
import {
  type Content,
  type ParamsOf,
  type Rendered,
  render,
  type TemplateName,
  templates,
} from './index.ts'

const code = fc.integer({ min: 0, max: 999_999 }).map((value) => String(value).padStart(6, '0'))
/** Names of payrolls, six digits and markup included. */
const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30 }),
  fc.constantFrom('Planilla 202611', '407182', '<b>"Café" & \'Hijos\'</b>', 'é407182.', '1234567'),
)
const sats = fc.bigInt({ min: 1n, max: 2_100_000_000_000_000n })
const cents = fc.bigInt({ min: 1n, max: 10n ** 14n })
const at = fc.date({
  min: new Date('2020-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
})
const url = fc.uuid().map((id) => `https://quincena.example/payrolls/details/${id}?a=1&b="2"`)
const people = fc.integer({ min: 1, max: 1_000_000 })
const address = fc.constantFrom(
  'bcrt1q407182k2xyzm4n0s8c5v6w9e3r7t2y4u6i8',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
)
const sums = { payroll: name, usdCents: cents, sats, url }
const aSum = fc.record({ sats, usdCents: cents })
const aPayday = {
  occurrence: fc.constantFrom(...occurrenceKinds),
  payroll: name,
  dueAt: at,
  people,
  usdCents: cents,
  url,
  timeZone: fc.constantFrom('America/El_Salvador', 'Europe/Rome'),
}
const trouble = fc.record({ what: fc.constantFrom('payment', 'withdrawal'), ...sums })

const ip = fc.option(fc.ipV4())
const change: fc.Arbitrary<NotifiedChange> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('changedAddress' as const, 'newPerson' as const),
    person: name,
    address: fc.constantFrom('bcrt1q40…407182', '1A1zP1eP…ivfNa9'),
  }),
  fc.record({
    kind: fc.constant('salary' as const),
    person: name,
    fromUsdCents: cents,
    toUsdCents: cents,
  }),
  fc.record({
    kind: fc.constantFrom('email' as const, 'phone' as const),
    person: name,
    from: fc.constantFrom('', 'ana407182@acme.sv', '+50371112222'),
    to: fc.constantFrom('', 'ana@acme.sv', '+50379990000'),
  }),
)
const changedContact = fc.constantFrom('EMAIL' as const, 'PHONE' as const, 'BOTH' as const)

const role = fc.constantFrom(...roles)
const aChange: fc.Arbitrary<OrderedChange> = fc.oneof(
  fc.record({
    kind: fc.constant('RULES' as const),
    payload: fc.record({
      tiers: fc.constant<{ fromUsdCents: string; approvals: number }[]>([]),
      strongOnly: fc.boolean(),
    }),
  }),
  fc.record({
    kind: fc.constant('SETTINGS' as const),
    payload: fc.record({
      overUsdCents: fc.constantFrom(null, '50050'),
      changedAddresses: fc.boolean(),
      addressHoldHours: fc.nat(168),
      salaryGuardPercent: fc.nat(100),
    }),
  }),
  fc.record({
    kind: fc.constant('ROLE' as const),
    payload: fc.record({ userId: fc.uuid(), name, role: fc.option(role) }),
  }),
  fc.record({
    kind: fc.constant('INVITATION' as const),
    payload: fc.record({
      invitationId: fc.uuid(),
      email: fc.constantFrom('ana407182@acme.sv', 'ana@acme.sv'),
      role,
    }),
  }),
  fc.record({
    kind: fc.constant('FACTOR' as const),
    payload: fc.record({
      userId: fc.uuid(),
      name,
      role,
      credentialId: fc.constant('a2V5'),
      publicKey: fc.option(fc.constant('pQECAyYgASFYIA')),
    }),
  }),
  fc.record({
    kind: fc.constant('RESET' as const),
    payload: fc.record({ userId: fc.uuid(), name }),
  }),
  fc.record({
    kind: fc.constant('RELEASE' as const),
    payload: fc.record({
      employeeId: fc.uuid(),
      name,
      version: fc.nat(),
      address,
      account: fc.constantFrom('', 'Banco Agrícola …4821'),
      changedBy: fc.array(fc.uuid()),
    }),
  }),
)
const aSummary = fc.record({
  since: fc.option(fc.record({ paymentId: fc.uuid(), at: at.map((date) => date.toISOString()) })),
  counts: fc.record({
    added: people,
    left: fc.nat(3),
    addresses: fc.nat(3),
    salaries: people,
    names: fc.nat(3),
    accounts: fc.nat(3),
    shares: fc.nat(3),
    frequencies: fc.nat(3),
    amounts: fc.nat(3),
  }),
  totalUsd: fc.constant({ before: 100, now: 250 }),
  salariesUsd: fc.constantFrom(-20.5, 0, 150),
  severity: fc.constantFrom('info' as const, 'danger' as const, null),
})
const aSubject = fc.oneof(
  fc.record({
    what: fc.constantFrom('payment' as const, 'withdrawal' as const, 'consolidation' as const),
    payroll: name,
  }),
  fc.record({ what: fc.constant('change' as const), change: aChange }),
)

/** The parameters that each template may be given. */
const changedDestination = fc.record({
  company: name,
  at,
  url,
  contact: fc.option(changedContact),
  account: fc.option(fc.constantFrom('', 'Banco Agrícola …4821')),
})

const params: { [Name in TemplateName]: fc.Arbitrary<ParamsOf<Name>> } = {
  signInCode: fc.record({ code }),
  paymentCode: fc.record({
    code,
    payroll: name,
    asker: name,
    ip,
    people,
    sums: fc.record({ usdCents: cents, sats }),
    changes: fc.array(change, { maxLength: 10 }),
    more: fc.nat(10_000),
  }),
  withdrawalCode: fc.record({
    code,
    payroll: name,
    asker: name,
    ip,
    address,
    sats,
    usdCents: cents,
  }),
  consolidationCode: fc.record({
    code,
    payroll: name,
    asker: name,
    ip,
    feeSats: sats,
    feeUsdCents: cents,
  }),
  contactCode: fc.record({ code }),
  emailChanged: fc.record({ at, email: fc.constant('j•••@acme.sv') }),
  stepUpCode: fc.record({ code, action: fc.constantFrom(...stepUpBody.shape.action.options) }),
  passwordReset: fc.record({ url }),
  newDevice: fc.record({ at, device: name, ip: fc.ipV6(), url }),
  passwordChanged: fc.record({ at }),
  factorChanged: fc.record({ at, enabled: fc.boolean(), via: fc.constantFrom('EMAIL', 'SMS') }),
  factorsChanged: fc.record({
    at,
    what: fc.constantFrom('passkeyAdded', 'passkeyRemoved', 'appAdded', 'appRemoved', 'reset'),
    name: fc.option(name),
  }),
  phoneChanged: fc.record({ at, phone: fc.constantFrom(null, '+50378120946', '+407182') }),
  approvalSettingsChanged: fc.record({
    at,
    who: name,
    overUsdCents: fc.option(cents),
    changedAddresses: fc.boolean(),
  }),
  employeeLink: fc.record({ url }),
  employeeInvitation: fc.record({
    firstName: name,
    company: name,
    percent: fc.nat(100),
    consentRequired: fc.boolean(),
    next: fc.option(at),
    url,
  }),
  payoutCode: fc.record({ code }),
  ownAddressChanged: fc.record({ company: name, at, url }),
  ownShareChanged: fc.record({ company: name, at, percent: fc.nat(100) }),
  notArrived: fc.record({ person: name, period: name, usdCents: cents, at, url }),
  addressChanged: changedDestination,
  accountChanged: changedDestination,
  accountReported: fc.record({ person: name, at, changedBy: name }),
  contactChanged: fc.record({ company: name, at, url, contact: fc.option(changedContact) }),
  contactReported: fc.record({ person: name, at, changedBy: name }),
  addressReported: fc.record({ person: name, at, changedBy: name }),
  companyFrozen: fc.record({ at, ip: fc.ipV6(), url }),
  companyUnfrozen: fc.record({ at, who: fc.option(name) }),
  paydayReminder: fc.record({
    ...aPayday,
    address,
    stage: fc.constantFrom('short', 'onTheWay', 'check', 'ready', 'empty'),
    needed: fc.array(fc.record({ changer: fc.record({ name }), names: fc.array(name) }), {
      maxLength: 3,
    }),
    missing: fc.option(aSum),
    missingLower: fc.option(aSum),
    hasCover: fc.boolean(),
    // Sums stay below six digits before the point, since no real one has more.
    toFund: fc.option(
      fc.record({
        sats: fc.bigInt({ min: 1n, max: 9_999_999_999_999n }),
        usdCents: cents,
        reserveUsdCents: fc.oneof(fc.constant(0n), cents),
      }),
    ),
    way: fc.option(fc.constantFrom('ADDRESS', 'FROZEN', 'STOPPED', 'IN_PROGRESS', 'PRICE', 'NODE')),
    notReady: fc.record({
      people: fc.array(
        fc.record({ name, lacks: fc.constantFrom('noAddress', 'addressHeld', 'noConsent') }),
        { maxLength: 5 },
      ),
      count: people,
    }),
    changes: fc.option(
      fc.record({
        summary: aSummary,
        people: fc.array(
          fc.record({
            name,
            kinds: fc.subarray([...changeKinds], { minLength: 1 }),
            salary: fc.option(fc.record({ fromUsdCents: cents, toUsdCents: cents })),
          }),
          { maxLength: 5 },
        ),
        more: fc.nat(10_000),
      }),
    ),
  }) as fc.Arbitrary<ParamsOf<'paydayReminder'>>,
  paydayHeld: fc.record({
    ...aPayday,
    until: at,
    kind: fc.constantFrom(...occurrenceReasons),
  }),
  paydayMissed: fc.record({
    ...aPayday,
    mode: fc.constantFrom('REMIND' as const, 'PREPARE' as const, 'PAY' as const),
    kind: fc.constantFrom(...occurrenceReasons, 'NO_PEOPLE' as const, 'NOBODY' as const),
  }),
  payrollPaid: fc.record({
    ...sums,
    note: fc.oneof(fc.constant(''), name),
    people,
    feeUsdCents: cents,
    feeSats: sats,
    at,
  }),
  receipt: fc.record({ name, company: name, url }),
  receiptOnItsWay: fc.record({ name, company: name, url }),
  paymentAsked: fc.record({
    ...sums,
    what: fc.constantFrom('payment', 'withdrawal', 'consolidation'),
    asker: name,
    ip,
    people,
    address: fc.constantFrom(null, 'bcrt1q40…407182'),
    changes: fc.array(change, { maxLength: 10 }),
    more: fc.nat(10_000),
    waits: fc.boolean(),
  }),
  approvalAsked: fc.record({
    subject: aSubject,
    asker: name,
    ip,
    people: fc.option(people),
    sums: fc.option(fc.record({ usdCents: cents, sats })),
    address: fc.constantFrom(null, 'bcrt1q40…407182'),
    summary: fc.option(aSummary),
    payday: fc.option(
      fc.record({
        people,
        dueAt: at,
        usdCents: cents,
        ceilingUsdCents: cents,
        summary: fc.option(aSummary),
        paysItself: fc.boolean(),
      }),
    ),
    sheet: fc.stringMatching(/^[0-9a-f]{64}$/),
    given: fc.nat(5),
    required: fc.integer({ min: 1, max: 5 }),
    until: at,
    isReminder: fc.boolean(),
    url,
    changes: fc.array(change, { maxLength: 10 }),
    more: fc.nat(10_000),
  }),
  approvalDecided: fc.record({
    subject: aSubject,
    outcome: fc.constantFrom('approved', 'rejected', 'expired'),
    who: fc.oneof(fc.constant(''), name),
    reason: fc.oneof(fc.constant(''), name),
    url,
  }),
  changeCode: fc.record({ code, change: aChange }),
  rulesChanged: fc.record({
    at,
    who: fc.option(name),
    tiers: fc.array(fc.record({ fromUsdCents: cents, approvals: fc.nat(5) }), { maxLength: 5 }),
    strongOnly: fc.boolean(),
    stage: fc.constantFrom('asked', 'waits', 'seed', 'now'),
    effectiveAt: fc.option(at),
    url,
  }),
  changeWaits: fc.record({ change: aChange, at, who: name, effectiveAt: at, url }),
  sweepChanged: fc.record({
    kind: fc.constantFrom('address', 'rule', 'off'),
    stage: fc.constantFrom('asked', 'now'),
    at,
    who: name,
    ip: fc.option(fc.ipV4()),
    address: fc.constant('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'),
    previousAddress: fc.constant(null),
    payroll: fc.option(name),
    floorUsdCents: fc.option(cents),
    effectiveAt: fc.option(at),
    url: fc.option(url),
  }),
  teamInvitation: fc.record({
    company: name,
    who: name,
    role: fc.constantFrom(...roles),
    url,
  }),
  teamChanged: fc.record({
    url: fc.option(url),
    kind: fc.constantFrom(
      ...(['invited', 'roleAsked', 'roleChanged', 'removed', 'keyAsked', 'keyApproved'] as const),
      'renamed' as const,
    ),
    at,
    who: name,
    before: name,
    ip,
    person: fc.oneof(name, fc.constant('ana@acme.sv')),
    role: fc.constantFrom(...roles),
  }),
  payDataChanged: fc.record({
    who: name,
    changes: fc.array(change, { minLength: 1, maxLength: 10 }),
    more: fc.nat(10_000),
  }),
  accountAlarm: fc.record({
    kind: fc.constantFrom(
      'networkAfterFailures',
      'tokenReused',
      'codesLocked',
      'signInBlocked',
      'sessionEnded',
    ),
    at,
    who: name,
    device: name,
    ip,
  }),
  paymentHeld: trouble,
  batchWaits: trouble,
  paymentFailed: trouble,
  paymentRemoved: trouble,
  paymentReorganised: trouble,
  paymentRejected: fc.record({
    what: fc.constantFrom('payment', 'withdrawal'),
    by: fc.constantFrom('somebody', 'time', 'price'),
    reason: fc.oneof(fc.constant(''), name),
    ...sums,
  }),
  paymentCancelled: trouble,
  depositArrived: fc.record({ ...sums, deposits: people, revived: fc.boolean() }),
  depositLost: fc.record(sums),
  withdrawalDone: fc.record({ ...sums, address, at }),
}

const anyContent: fc.Arbitrary<Content> = fc.oneof(
  ...Object.entries(params).map(([template, values]) =>
    (values as fc.Arbitrary<unknown>).map((value) => ({ template, params: value }) as Content),
  ),
)
const channels = ['EMAIL', 'SMS'] as const
const all = ({ subject, text, html }: Rendered) => [subject, text, html ?? '']
const renderings = (content: Content) =>
  languages.flatMap((language) => channels.map((via) => render(content, via, language)))

test('six digits stand alone and first in messages with a code, and in no others', () => {
  fc.assert(
    fc.property(anyContent, (content) => {
      for (const rendered of renderings(content)) {
        const found = all(rendered).map((text) => text.match(/\b\d{6}\b/g) ?? [])
        if (!('code' in content.params)) {
          expect(found.flat()).toEqual([])
          continue
        }
        const its = content.params.code
        expect(new Set(found.flat())).toEqual(new Set([its]))
        // A reader who takes the first six digits gets the code.
        expect(/\d{6}/.exec(rendered.text)?.[0]).toBe(its)
        expect(/\d{6}/.exec(rendered.subject)?.[0]).toBe(its)
      }
    }),
    { numRuns: 150 },
  )
})

/** A copy of the content with harmless values. */
function harmless(content: Content): Content {
  const values = Object.entries(content.params).map(([key, value]) => [
    key,
    typeof value === 'string' &&
    ![
      'what',
      'via',
      'by',
      'action',
      'kind',
      'contact',
      'mode',
      'stage',
      'outcome',
      'role',
      'occurrence',
      'timeZone',
      'way',
    ].includes(key)
      ? 'x'
      : value,
  ])
  return { ...content, params: Object.fromEntries(values) } as Content
}

test('nothing that anybody wrote becomes markup', () => {
  const marks = (text: string) => text.replaceAll(/[^<>"]/g, '')
  fc.assert(
    fc.property(anyContent, fc.constantFrom(...languages), (content, language) => {
      // An empty note has no row, while its harmless replacement has one.
      if ('note' in content.params && content.params.note === '') return
      if ('reason' in content.params && content.params.reason === '') return
      if ('who' in content.params && content.params.who === '') return
      const { html } = render(content, 'EMAIL', language)
      expect(marks(html ?? '')).toBe(marks(render(harmless(content), 'EMAIL', language).html ?? ''))
    }),
    { numRuns: 150 },
  )
})

test('each message is translated whole in each language, in Spanish with $1,234.56', () => {
  fc.assert(
    fc.property(anyContent, (content) => {
      for (const via of channels) {
        const said = languages.map((language) => render(content, via, language))
        expect(new Set(said.map(({ subject }) => subject)).size).toBe(languages.length)
        expect(new Set(said.map(({ text }) => text)).size).toBe(languages.length)
        for (const rendered of said) {
          for (const text of all(harmlessly(rendered, content))) {
            expect(text).not.toMatch(/undefined|NaN|\[object|Invalid Date|\{\{/)
          }
        }
      }
    }),
    { numRuns: 150 },
  )
})

/**
 * Leaves out messages whose content has such words: a payroll may be called 'undefined', but our
 * own texts may not say it.
 */
function harmlessly(rendered: Rendered, content: Content): Rendered {
  return JSON.stringify(content.params, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  ).match(/undefined|NaN|\[object|Invalid Date|\{\{/)
    ? { subject: '', text: '', html: null }
    : rendered
}

test('nobody else can vouch for a change → the reminder says so, and what to do', () => {
  const needed = [{ changer: { name: 'Ana Menjívar' }, names: [] }]
  fc.assert(
    fc.property(params.paydayReminder, (reminder) => {
      for (const language of languages) {
        const content = { template: 'paydayReminder', params: { ...reminder, needed } } as const
        const { nobodyElse } = texts[language].mails.kinds.paydayReminder
        const { html, text } = render(content, 'EMAIL', language)
        for (const written of [html, text]) expect(written).toContain(nobodyElse)
      }
    }),
    { numRuns: 10 },
  )
})

test('a code by text message fits two segments, whatever the payroll’s name', () => {
  const worst = {
    signInCode: { code: '407182' },
    stepUpCode: { code: '407182', action: 'FACTORS' },
    paymentCode: {
      code: '407182',
      payroll: 'N'.repeat(60),
      people: 100_000,
      sums: { usdCents: 99_999_999_999n, sats: 2_100_000_000_000_000n },
      asker: 'N'.repeat(60),
      ip: '203.0.113.254',
      changes: [
        { kind: 'changedAddress', person: 'Ana Cruz', address: 'bc1qthie…zzzzzz' },
        { kind: 'newPerson', person: 'N'.repeat(60), address: 'bc1qthie…zzzzzz' },
      ],
      more: 9_999,
    },
    withdrawalCode: {
      code: '407182',
      payroll: 'N'.repeat(60),
      asker: 'N'.repeat(60),
      ip: '203.0.113.254',
      address: `bc1p${'q'.repeat(58)}`,
      sats: 2_100_000_000_000_000n,
      usdCents: 99_999_999_999n,
    },
  }
  for (const [template, given] of Object.entries(worst)) {
    for (const language of languages) {
      const { text } = render({ template, params: given } as Content, 'SMS', language)
      // A segment with an accent or an ellipsis holds 67 characters, otherwise 153.
      expect(text.length, text).toBeLessThanOrEqual(201)
    }
  }
})

test('the paid payroll in Spanish, as the administrator reads it', () => {
  const { subject, text } = render(
    {
      template: 'payrollPaid',
      params: {
        payroll: 'Oficina',
        note: 'Quincena 202611',
        people: 1_204,
        usdCents: 123_456_78n,
        sats: 135_000_001n,
        feeUsdCents: 1_25n,
        feeSats: 1_380n,
        at: new Date('2026-11-14T14:30:00Z'),
        url: 'https://quincena.example/payrolls/details/0199',
      },
    },
    'EMAIL',
    'es',
  )
  expect(subject).toBe('Nómina pagada: Oficina')
  expect(text).toContain(
    [
      'Nómina: Oficina',
      'Concepto: Quincena 202\u202f611',
      'Personas: 1,204',
      'Total: $123,456.78 · 1.35000001 BTC',
      'Comisión de red: $1.25 · 0.00001380 BTC',
      'Fecha: 14 nov 2026, 8:30',
    ].join('\n'),
  )
  expect(text).toContain('Ver la nómina:\nhttps://quincena.example/payrolls/details/0199')
})

/** Messages whose reader has to act, and can only do so by the link. */
const linked = [
  'passwordReset',
  'addressChanged',
  'accountChanged',
  'contactChanged',
  'ownAddressChanged',
  'receipt',
]
/** Messages to people without an account, some of whom have no e-mail. */
const toEmployees = ['employeeLink', 'employeeInvitation']

test('a text message has no link but where its reader has no other way', () => {
  fc.assert(
    fc.property(anyContent, fc.constantFrom(...languages), (content, language) => {
      const { text, html } = render(content, 'SMS', language, 'https://quincena.example/congelar')
      expect(html).toBeNull()
      if (![...linked, ...toEmployees].includes(content.template)) expect(text).not.toContain('://')
    }),
    { numRuns: 150 },
  )
})

test('a name that looks like a place of the text stays as it was written', () => {
  const params = { payroll: '{{usd}} {{kept}}', usdCents: 100n, sats: 1n, url: 'https://q.example' }
  const content: Content = { template: 'paymentHeld', params: { what: 'payment', ...params } }
  const { subject, text } = render(content, 'SMS', 'es')
  expect(subject).toBe('Un pago espera al operador: {{usd}} {{kept}}')
  expect(text).toContain('($1.00, {{usd}} {{kept}})')
})

test('secrets have an end, and nothing else does', () => {
  for (const { secret, livesMinutes } of Object.values(templates)) {
    expect(livesMinutes !== undefined).toBe(secret)
  }
})

const released = {
  code: '407182',
  payroll: 'Oficina',
  asker: 'Marcela Portillo',
  ip: '203.0.113.9',
  people: 12,
  sums: { usdCents: 1_402_050n, sats: 15_325_904n },
  changes: [
    { kind: 'changedAddress', person: 'Rosa Chicas', address: 'bc1q2q34…123456' },
    { kind: 'newPerson', person: 'Luis Paz', address: 'bc1qluis…7v8f3t' },
    { kind: 'salary', person: 'Ana Cruz', fromUsdCents: 50_000n, toUsdCents: 90_000n },
  ] satisfies NotifiedChange[],
  more: 7,
}

test('a code by mail says who asked, from where, and what changes with it', () => {
  const content: Content = { template: 'paymentCode', params: released }
  const { text } = render(content, 'EMAIL', 'es')
  for (const said of [
    'Oficina',
    'Marcela Portillo · IP 203.0.113.9',
    'dirección nueva: bc1q2q34…123\u202f456',
    'persona nueva: bc1qluis…7v8f3t',
    'salario base: $500.00 → $900.00',
    'Otros cambios',
  ]) {
    expect(text).toContain(said)
  }
})

test('a code by text message has the changes that fit, addresses first, and a count', () => {
  const content: Content = { template: 'paymentCode', params: released }
  const { text } = render(content, 'SMS', 'es')
  expect(text).toContain('Rosa Chicas: bc1q2q34…123\u202f456.')
  expect(text).toMatch(/ y \d+ más\.$/)
})

test.each([
  ['es', '$500.00 a 1 persona.', '$500.00 a 12 personas.'],
  ['en', '$500.00 to 1 person.', '$500.00 to 12 people.'],
  ['it', 'a 1 persona.', 'a 12 persone.'],
  ['pt', 'a 1 pessoa.', 'a 12 pessoas.'],
] as const)(
  'one person paid, or twelve → the text message in %s counts right',
  (language, one, many) => {
    const paid = { ...released, sats: 1n, usdCents: 50_000n, note: '', url: 'https://q.test/t/1' }
    const said = (people: number) => {
      const params = { ...paid, people, feeUsdCents: 1n, feeSats: 1n, at: new Date(0) }
      return render({ template: 'payrollPaid', params }, 'SMS', language).text
    }
    expect(said(1)).toContain(one)
    expect(said(12)).toContain(many)
  },
)
