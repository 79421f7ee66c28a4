import type { AuditDetail, AuditField, AuditPage } from '#contract/audit.ts'
import { type EmployeeField, fieldTable } from '#domain/employee-fields.ts'
import { btcText } from '#domain/money.ts'
import { type SignerFaultCode, signerFaultKinds } from '#domain/signer-faults.ts'
import { capitalize } from '#web/lib/capitalize.ts'

/** A sentence; or an amount of bitcoin or something to be compared by its characters, with its name. */
export type Detail = string | { before: string; btc: string } | { before: string; code: string }

type Event = AuditPage['events'][number]

interface Words {
  t: (key: string, slots?: Record<string, string>) => string
  usd: (amount: number) => string
  count: (count: number) => string
}

/** Fields for programs: the thing itself stands in `subject` by its name. */
const ids = new Set(['employee', 'with', 'payroll', 'payment', 'withdrawal', 'transaction'])
/** Read together with another field. */
const parts = new Set([
  'from',
  'salaryFrom',
  'shareFrom',
  'accountFrom',
  'fault',
  'overUsdFrom',
  'overUsdTo',
  'changedAddressesFrom',
  'roleFrom',
  'tiersFrom',
  'strongOnlyFrom',
  'asked',
  'dueFrom',
  'undone',
])

/**
 * The details of an act in the person's language: 'Salario: $870.00 → $900.00'. A field without a
 * word, as of a later version, is shown as it was written.
 */
export function detailWords({ action, detail }: Event, words: Words): Detail[] {
  return Object.entries(detail)
    .filter(([name]) => !ids.has(name) && !parts.has(name))
    .sort(([a], [b]) => order(a) - order(b))
    .map(([name, field]) => {
      const text = textOf(field)
      return wordsOf[name]?.(text, words, { action, detail }) ?? `${name}: ${text}`
    })
}

/** A list as it is read aloud. */
const textOf = (field: AuditField): string =>
  Array.isArray(field) ? field.join(', ') : String(field)

const listOf = (field: AuditField | undefined): string[] => (Array.isArray(field) ? field : [])

/** The act's object first; technical fields and those without a word last. */
function order(name: string): number {
  const names = Object.keys(wordsOf)
  return names.includes(name) ? names.indexOf(name) : names.length
}

type Say = (text: string, words: Words, event: Pick<Event, 'action' | 'detail'>) => Detail

const nameWith =
  (key: string, value: (text: string, words: Words) => string = (text) => text) =>
  (text: string, words: Words) =>
    `${words.t(key)}: ${value(text, words)}`

const dollars = (text: string, { usd }: Words) => usd(Number(text))
const bitcoin = (btc: string, before = '') => ({ before, btc })
const number = (text: string, { count }: Words) => count(Number(text))

const change = (from: string | undefined, to: string) =>
  from === undefined ? to : `${from} → ${to}`

const isSignerFault = (code: AuditField | undefined): code is SignerFaultCode =>
  typeof code === 'string' && Object.hasOwn(signerFaultKinds, code)

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
  to(text, { t }, { action, detail: { from } }) {
    const isState = action === 'transaction.stateChanged'
    const say = (field: AuditField) =>
      isState ? t(`transactionState.${textOf(field)}`) : textOf(field)
    const said = change(from === undefined ? from : say(from), say(text))
    return action === 'employee.addressChanged' ? { before: '', code: said } : said
  },
  tiersTo: nameWith('audit.word.tiers', (text) => text || '—'),
  strongOnlyTo: nameWith('audit.word.strongOnly', (text) => (text === 'true' ? '✓' : '—')),
  changedAddressesTo: (_text, words, { detail }) => approvalChange(detail, words),
  changed(text, words, { action, detail }) {
    if (action !== 'employee.edited') return nameWith('audit.word.changed', number)(text, words)
    return listOf(detail.changed).map(fieldName(words)).join(', ')
  },
  salaryTo: (text, words, { detail: { salaryFrom } }) =>
    `${words.t('audit.word.salary')}: ${change(
      salaryFrom === undefined ? salaryFrom : dollars(textOf(salaryFrom), words),
      dollars(text, words),
    )}`,
  shareTo: (text, _words, { detail: { shareFrom } }) =>
    change(shareFrom === undefined ? shareFrom : `${textOf(shareFrom)} %`, `${text} %`),
  bank: (text) => text,
  samePerson: (_text, { t }) => t('audit.word.samePerson'),
  accountTo: (text, _words, { detail: { accountFrom } }) => ({
    before: '',
    code: change(accountFrom === undefined ? accountFrom : textOf(accountFrom), text),
  }),
  role: nameWith('audit.word.role', (text, { t }) => t(`roles.name.${text}`)),
  roleTo: (text, { t }, { detail: { roleFrom } }) =>
    change(
      roleFrom === undefined ? roleFrom : t(`roles.name.${textOf(roleFrom)}`),
      t(`roles.name.${text}`),
    ),
  enabled: (text, { t }) => t(text === 'true' ? 'security.twoFactor.on' : 'security.twoFactor.off'),
  via: (text, { t }) => t(text === 'SMS' ? 'security.twoFactor.sms' : 'security.twoFactor.email'),
  by: (text, { t }) => (text === 'operator' ? t('audit.word.byOperator') : text),
  until: (text, { t }) =>
    text === 'HOUR_PASSED' ? t('audit.word.forAnHour') : t('audit.word.untilNewPassword'),
  tampered: (_text, { t }) => t('audit.word.tampered'),
  reopens: (_text, { t }) => t('audit.word.rest'),
  everything: (_text, { t }) => t('audit.word.everything'),
  usd: dollars,
  btc: (text) => bitcoin(text),
  sats: (text) => bitcoin(btcText(BigInt(text))),
  cost: (text, { t }) => bitcoin(text, `${t('audit.word.cost')}: `),
  feeRate: (text) => `${text} sat/vB`,
  method: (text) => text,
  employees: nameWith('audit.word.employees', number),
  leftOut: nameWith('audit.word.leftOut'),
  added: nameWith('audit.word.added', number),
  removed: nameWith('audit.word.removed', number),
  baseSalary: nameWith('audit.word.salary', dollars),
  address: (code, { t }) => ({ before: `${t('audit.word.address')}: `, code }),
  payrollName: nameWith('audit.word.payroll'),
  nameBefore: nameWith('audit.word.nameBefore'),
  fundingReservePercent: nameWith('audit.word.fundingReserve', (text) => `${text} %`),
  country: nameWith('audit.word.country'),
  addressHoldHours: nameWith('audit.word.guard.holdHours', (text) => `${text} h`),
  salaryGuardPercent: nameWith('audit.word.guard.salary', (text) => `${text} %`),
  shareSetBy: (text, { t }) =>
    `${t('audit.word.shares.setBy')}: ${t(`audit.word.shares.by.${text}`)}`,
  requireConsent: nameWith('audit.word.shares.consent', (text) => (text === 'true' ? '✓' : '—')),
  notifyEmployees: nameWith('audit.word.shares.notify', (text) => (text === 'true' ? '✓' : '—')),
  totalGuardPercent: nameWith('audit.word.guard.total', (text) => `${text} %`),
  period: nameWith('audit.word.special.period'),
  edited: nameWith('audit.word.special.edited', number),
  closedDays: nameWith('audit.word.paydays.closed', (text) => text || '—'),
  every: (text, { t }) => t(`audit.word.paydays.every.${text}`),
  mode: (text, { t }) => t(`audit.word.paydays.mode.${text}`),
  dueTo: (text, _words, { detail: { dueFrom } }) =>
    change(dueFrom === undefined ? dueFrom : minuteOf(textOf(dueFrom)), minuteOf(text)),
  note: nameWith('audit.word.note'),
  reason: nameWith('audit.word.reason'),
  failure: because,
  txid: (text) => ({ before: 'TX\u00a0ID: ', code: shortenTxid(text) }),
  transactions: (_text, _words, { detail: { transactions } }) => ({
    before: 'TX\u00a0ID: ',
    code: listOf(transactions).map(shortenTxid).join(', '),
  }),
  ip: (code) => ({ before: 'IP\u00a0', code }),
}

/** `2026-11-30 15:00 UTC`: a record for everybody, wherever they read it. */
const minuteOf = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`

/** A txid, shortened as the specification does in lists. */
const shortenTxid = (txid: string) => (txid.length > 12 ? `${txid.slice(0, 12)}…` : txid)

/**
 * The acts that asked for a code before, and those that do now. A company that was tampered with
 * has no before.
 */
function approvalChange(detail: AuditDetail, words: Words): string {
  const { overUsdFrom, changedAddressesFrom, overUsdTo, changedAddressesTo } = detail
  const before =
    changedAddressesFrom === undefined
      ? undefined
      : approvalWords(overUsdFrom, changedAddressesFrom, words)
  return capitalize(change(before, approvalWords(overUsdTo, changedAddressesTo, words)))
}

function approvalWords(
  overUsd: AuditField | undefined,
  changedAddresses: AuditField | undefined,
  { t, usd }: Words,
): string {
  const rules = [
    ...(overUsd === undefined
      ? []
      : [t('audit.word.approvalFrom', { amount: usd(Number(overUsd)) })]),
    ...(changedAddresses === true ? [t('audit.word.approvalOfAddresses')] : []),
  ]
  return rules.length === 0 ? t('audit.word.approvalOfNone') : rules.join(', ')
}

const isField = (field: string): field is EmployeeField => Object.hasOwn(fieldTable, field)

const fieldName =
  ({ t }: Words) =>
  (field: string) =>
    isField(field) ? t(`employees.field.${field}`) : field
