import { accountText } from './account-end.ts'

/** A person as a preview showed him or her. */
export type ShownPerson = {
  employeeId: string
  name: string
  address: string
  bank: string
  account: string
  usdCents: bigint
}

export const previewChangeKinds = [
  'address',
  'account',
  'added',
  'salary',
  'left',
  'name',
  'share',
] as const

/** A text (name, address, account as shown), US cents (salary), or null: nothing on that side. */
type Value = string | bigint | null

export type SheetDifference = {
  employeeId: string
  name: string
  kind: Exclude<(typeof previewChangeKinds)[number], 'share'>
  before: Value
  after: Value
}

/** The changes between two lists of people: new addresses first, those of one kind by name. */
export function previewChanges(
  before: readonly ShownPerson[],
  after: readonly ShownPerson[],
): SheetDifference[] {
  const shown = new Map(before.map((person) => [person.employeeId, person]))
  const changes: SheetDifference[] = []
  for (const now of after) {
    const { employeeId, name } = now
    const then = shown.get(employeeId)
    shown.delete(employeeId)
    const note = (kind: SheetDifference['kind'], was: Value, is: Value) => {
      if (was !== is) changes.push({ employeeId, name, kind, before: was, after: is })
    }
    if (!then) {
      note('added', null, now.address)
      continue
    }
    note('address', then.address, now.address)
    // Two accounts may end in the same digits.
    if (then.bank !== now.bank || then.account !== now.account) {
      changes.push({
        employeeId,
        name,
        kind: 'account',
        before: accountText(then.bank, then.account) || null,
        after: accountText(now.bank, now.account) || null,
      })
    }
    note('salary', then.usdCents, now.usdCents)
    note('name', then.name, name)
  }
  for (const { employeeId, name, address } of shown.values()) {
    changes.push({ employeeId, name, kind: 'left', before: address, after: null })
  }
  const rank = ({ kind }: SheetDifference) => previewChangeKinds.indexOf(kind)
  return changes.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'es'))
}
