import { documentKey } from './document.ts'

/** The fields that tell somebody whether two are one person. */
const fields = ['identification', 'email', 'phone', 'baseSalary', 'cryptoAddress'] as const
type Field = (typeof fields)[number]
/** The values as they are shown; '' is not known. */
export type Side = Record<Field, string>

/** Compares a known person with one who may be the same: the fields that differ, their values, and those that are equal. */
export function compareSides(known: Side, listed: Side) {
  const differs = fields.filter((field) => isDifferent(field, known[field], listed[field]))
  const same = fields.filter(
    (field) => !differs.includes(field) && known[field] !== '' && listed[field] !== '',
  )
  const valuesOf = (side: Side) => Object.fromEntries(differs.map((field) => [field, side[field]]))
  return { differs, same, known: valuesOf(known), listed: valuesOf(listed) }
}

/** A missing document says something; a missing contact or address does not. */
const isDifferent = (field: Field, known: string, listed: string): boolean =>
  field === 'identification'
    ? documentKey(known) !== documentKey(listed)
    : known !== '' && listed !== '' && known.toLowerCase() !== listed.toLowerCase()
