import type { AuditPage } from '#contract/audit.ts'
import { btcText } from '#domain/money.ts'
import { type SignerFaultCode, signerFaultKinds } from '#domain/signer-faults.ts'

/** A sentence; or an amount of bitcoin or something to be compared by its characters, with its name. */
export type Detail = string | { before: string; btc: string } | { before: string; code: string }

type Event = AuditPage['events'][number]

interface Words {
  t: (key: string, slots?: Record<string, string>) => string
  usd: (amount: number) => string
  count: (count: number) => string
}

/** For programs: the thing itself stands in `subject` by its name. */
const ids = new Set(['employee', 'payroll', 'payment', 'withdrawal', 'transaction'])
/** Read together with another field. */
const starts = new Set(['from', 'salaryFrom', 'fault'])

/**
 * What was noted with an act, in the person's language: 'Salario: $870.00 → $900.00'. What a later
 * version notes and this one has no word for is shown as it was written.
 */
export function detailWords({ action, detail }: Event, words: Words): Detail[] {
  return Object.entries(detail)
    .filter(([name]) => !ids.has(name) && !starts.has(name))
    .sort(([a], [b]) => order(a) - order(b))
    .map(([name, text]) => wordsOf[name]?.(text, words, { action, detail }) ?? `${name}: ${text}`)
}

/** What the act was about first, technical things and what has no word last. */
function order(name: string): number {
  const names = Object.keys(wordsOf)
  return names.includes(name) ? names.indexOf(name) : names.length
}

type Say = (text: string, words: Words, event: Pick<Event, 'action' | 'detail'>) => Detail

const named =
  (key: string, value: (text: string, words: Words) => string = (text) => text) =>
  (text: string, words: Words) =>
    `${words.t(key)}: ${value(text, words)}`

const dollars = (text: string, { usd }: Words) => usd(Number(text))
const bitcoin = (btc: string, before = '') => ({ before, btc })
const number = (text: string, { count }: Words) => count(Number(text))

const change = (from: string | undefined, to: string) =>
  from === undefined ? to : `${from} → ${to}`

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const isSignerFault = (code: string | undefined): code is SignerFaultCode =>
  code !== undefined && Object.hasOwn(signerFaultKinds, code)

/** A failure by its code; the signer's refusals have a text for each kind of fault. */
const because: Say = (failure, { t }, { detail: { fault } }) => {
  const slots = isSignerFault(fault)
    ? { why: t(`transactions.signerFault.${signerFaultKinds[fault]}`), fault }
    : {}
  return `${t('audit.word.reason')}: ${t(`transactions.failure.${failure}`, slots)}`
}

const wordsOf: Record<string, Say> = {
  type: (text, { t }, { action }) =>
    action === 'transaction.stateChanged' ? t(`transactionType.${text}`) : text,
  to(text, words, { action, detail }) {
    const say = valueWords(action, words)
    const said = change(detail.from && say(detail.from), say(text))
    if (action === 'employee.addressChanged') return { before: '', code: said }
    return action === 'company.approvalChanged' ? capitalized(said) : said
  },
  changed(text, words, { action }) {
    if (action !== 'employee.edited') return named('audit.word.changed', number)(text, words)
    return text.split(',').filter(Boolean).map(fieldName(words)).join(', ')
  },
  salaryTo: (text, words, { detail }) =>
    `${words.t('audit.word.salary')}: ${change(
      detail.salaryFrom && dollars(detail.salaryFrom, words),
      dollars(text, words),
    )}`,
  enabled: (text, { t }) => t(text === 'on' ? 'security.twoFactor.on' : 'security.twoFactor.off'),
  via: (text, { t }) => t(text === 'SMS' ? 'security.twoFactor.sms' : 'security.twoFactor.email'),
  by: (text, { t }) => (text === 'operator' ? t('audit.word.byOperator') : text),
  for: (text, { t }) =>
    text === '1 h' ? t('audit.word.forAnHour') : t('audit.word.untilNewPassword'),
  rest: (_text, { t }) => t('audit.word.rest'),
  settled: named('audit.word.settled'),
  everything: (_text, { t }) => t('audit.word.everything'),
  usd: dollars,
  btc: (text) => bitcoin(text),
  sats: (text) => bitcoin(btcText(BigInt(text))),
  cost: (text, { t }) => bitcoin(text, `${t('audit.word.cost')}: `),
  feeRate: (text) => `${text} sat/vB`,
  method: (text) => text,
  employees: named('audit.word.employees', number),
  added: named('audit.word.added', number),
  removed: named('audit.word.removed', number),
  baseSalary: named('audit.word.salary', dollars),
  address: (code, { t }) => ({ before: `${t('audit.word.address')}: `, code }),
  payrollName: named('audit.word.payroll'),
  nameBefore: named('audit.word.nameBefore'),
  note: named('audit.word.note'),
  reason: named('audit.word.reason'),
  failure: because,
  txid: (text) => ({ before: 'TX\u00a0ID: ', code: shortened(text) }),
  transactions: (text) => ({
    before: 'TX\u00a0ID: ',
    code: text.split(', ').map(shortened).join(', '),
  }),
  ip: (code) => ({ before: 'IP\u00a0', code }),
}

/** As the specification shortens them in lists. */
const shortened = (txid: string) => (txid.length > 12 ? `${txid.slice(0, 12)}…` : txid)

function valueWords(action: Event['action'], words: Words): (text: string) => string {
  if (action === 'transaction.stateChanged') return (text) => words.t(`transactionState.${text}`)
  if (action === 'company.approvalChanged') return (text) => approvalInWords(text, words)
  return (text) => text
}

/** `above 500 USD, changed addresses`: what asks for approval, by sum and by address. */
function approvalInWords(text: string, { t, usd }: Words): string {
  const sum = /^above (\d+(?:\.\d+)?) USD/.exec(text)?.[1]
  const rules = [
    ...(sum === undefined ? [] : [t('audit.word.approvalFrom', { amount: usd(Number(sum)) })]),
    ...(text.endsWith('changed addresses') ? [t('audit.word.approvalOfAddresses')] : []),
  ]
  return rules.length === 0 ? t('audit.word.approvalOfNone') : rules.join(', ')
}

const fieldNames: Record<string, string> = {
  first_name: 'employees.field.firstName',
  last_name: 'employees.field.lastName',
  identification: 'employees.field.identification',
  email: 'employees.field.email',
  phone: 'employees.field.phone',
  salary: 'audit.word.salary',
  address: 'employees.field.address',
}

const fieldName =
  ({ t }: Words) =>
  (field: string) => {
    const key = fieldNames[field]
    return key === undefined ? field : t(key)
  }
