import { accountText } from './account-end.ts'
import type { ChangeKindName, ChangeSeverity } from './change-kinds.ts'

export type BankAccount = { bank: string; account: string }

/** The terms by which the last paid run paid somebody. */
export type LastTerms = {
  usdCents: bigint
  name: string
  bitcoinPercent: number
  payFrequency: string | null
}

/** Somebody of a run, and what the payroll's last paid run and the company's records say of him or her. */
export type ComparedPerson = {
  employeeId: string
  name: string
  usdCents: bigint
  address: string
  /** The account to which dollars go; null: none go, or to no known account. */
  account: BankAccount | null
  bitcoinPercent: number
  payFrequency: string | null
  /** The amount that the base, or the formula of a special pay, comes to. */
  baseUsdCents: bigint
  /** The person in the last paid run; null: was not in it. */
  last: LastTerms | null
  /** The address last paid to the person, or ordered by the last run; null: none is known. */
  knownAddress: string | null
  /** The account last paid in dollars, or ordered by the last run; null: none is known. */
  knownAccount: BankAccount | null
  /** A former e-mail or phone, where it changed shortly before the address. */
  contact: { before: string; after: string } | null
  /** The person who was once paid at this address. */
  formerly: string | null
  /** Others of the run with this address, whom nobody has said to share it. */
  shares: string | null
}

export type LeftPerson = { employeeId: string; name: string; usdCents: bigint }

/** A text (name, address, account, contact, frequency, per cent), US cents, or null: nothing on that side. */
type Value = string | bigint | null
export type RunChange = {
  employeeId: string
  name: string
  kind: ChangeKindName
  before: Value
  after: Value
  severity: ChangeSeverity
}

export type Comparing = {
  /** Whether there is a last paid run: before one nobody was added. */
  hasLastRun: boolean
  salaryGuardPercent: number
}

const isFar = (before: bigint, after: bigint, percent: number): boolean => {
  const by = after > before ? after - before : before - after
  return by * 100n > before * BigInt(percent)
}

/** Somebody who is paid in dollars alone may have no address. */
export const isMoved = ({ knownAddress, address }: ComparedPerson): boolean =>
  address !== '' && knownAddress !== null && knownAddress !== address

/**
 * The dollars go to another account than before. Somebody who was paid in bitcoin alone has a first
 * account; the row of somebody new has all that is new.
 */
export const isAccountMoved = ({
  account,
  knownAccount: known,
  last,
}: Pick<ComparedPerson, 'account' | 'knownAccount' | 'last'>): boolean =>
  account !== null &&
  (known ? known.bank !== account.bank || known.account !== account.account : last !== null)

const accountOf = (one: BankAccount | null) => (one && accountText(one.bank, one.account)) || null

function changesOfPerson(one: ComparedPerson, terms: Comparing): RunChange[] {
  const { employeeId, name, last, usdCents, address } = one
  const rows: RunChange[] = []
  const note = (kind: ChangeKindName, before: Value, after: Value, severity: ChangeSeverity) => {
    rows.push({ employeeId, name, kind, before, after, severity })
  }
  if (one.contact) note('contactThenAddress', one.contact.before, one.contact.after, 'danger')
  if (isMoved(one)) note('address', one.knownAddress, address, 'warn')
  if (isAccountMoved(one)) {
    note('account', accountOf(one.knownAccount), accountOf(one.account), 'warn')
  }
  if (one.formerly !== null) note('formerlyAnothers', one.formerly, address, 'warn')
  if (one.shares !== null) note('duplicateAddress', one.shares, address, 'warn')
  if (one.baseUsdCents !== usdCents) {
    const severity = isFar(one.baseUsdCents, usdCents, terms.salaryGuardPercent) ? 'warn' : 'info'
    note('amount', one.baseUsdCents, usdCents, severity)
  }
  if (!last) {
    if (terms.hasLastRun) note('added', null, usdCents, 'info')
    return rows
  }
  if (last.bitcoinPercent !== one.bitcoinPercent) {
    note('share', String(last.bitcoinPercent), String(one.bitcoinPercent), 'info')
  }
  if (last.payFrequency !== one.payFrequency) {
    note('frequency', last.payFrequency, one.payFrequency, 'info')
  }
  if (last.usdCents !== usdCents) {
    const severity = isFar(last.usdCents, usdCents, terms.salaryGuardPercent) ? 'warn' : 'info'
    note('salary', last.usdCents, usdCents, severity)
  }
  if (last.name !== name) note('name', last.name, name, 'info')
  return rows
}

const severities: readonly ChangeSeverity[] = ['danger', 'warn', 'info']
const rankOf = (severity: ChangeSeverity) => severities.indexOf(severity)

export const gravest = (rows: readonly Pick<RunChange, 'severity'>[]): ChangeSeverity | null =>
  severities.find((one) => rows.some(({ severity }) => severity === one)) ?? null

/** All changes of a run: the gravest first, those about one person together. */
export function runChanges(
  people: readonly ComparedPerson[],
  left: readonly LeftPerson[],
  terms: Comparing,
): RunChange[] {
  const groups = people.map((one) => changesOfPerson(one, terms)).filter(({ length }) => length > 0)
  for (const { usdCents, ...person } of left) {
    groups.push([{ ...person, kind: 'left', before: usdCents, after: null, severity: 'info' }])
  }
  const keyed = groups.map((rows) => {
    rows.sort((a, b) => rankOf(a.severity) - rankOf(b.severity))
    const [first] = rows
    return {
      rows,
      rank: first ? rankOf(first.severity) : 0,
      kind: first?.kind ?? '',
      name: first?.name ?? '',
    }
  })
  const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  keyed.sort((a, b) => a.rank - b.rank || ascending(a.kind, b.kind) || ascending(a.name, b.name))
  return keyed.flatMap(({ rows }) => rows)
}
