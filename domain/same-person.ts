/**
 * Traits that tell people apart; equal texts mean the same, '' and null that it is not known.
 * `document` is a `documentKey`.
 */
export type Traits = {
  document: string | null
  name: string
  address: string
  email: string
  phone: string
}

type WithDocument = Pick<Traits, 'document'>

/** A document identifies: equal ones are the same person's, whatever the names. */
export const haveSameDocument = (one: WithDocument, other: WithDocument): boolean =>
  one.document !== null && one.document === other.document

const isEqual = (one: string, other: string) => one !== '' && one === other
const differ = (one: string, other: string) => one !== '' && other !== '' && one !== other

/** Two contacts of different kinds have nothing in common either. */
const contactsDiffer = (one: Traits, other: Traits): boolean =>
  differ(one.email, other.email) ||
  differ(one.phone, other.phone) ||
  (hasContact(one) && hasContact(other) && !haveSameContact(one, other))

const hasContact = ({ email, phone }: Traits) => email !== '' || phone !== ''
const haveSameContact = (one: Traits, other: Traits) =>
  isEqual(one.email, other.email) || isEqual(one.phone, other.phone)

/**
 * Whether two of one name are too different for the name to decide: another address, and another
 * contact too, or a document on one side alone. Somebody then has to say who it is. Where a side has
 * no address, as somebody paid in dollars alone, contacts decide; a side with a name alone is no doubt.
 */
export function isDoubtful(one: Traits, other: Traits): boolean {
  if (haveSameDocument(one, other) || isEqual(one.address, other.address)) return false
  const isDocumentNew = (one.document === null) !== (other.document === null)
  if (differ(one.address, other.address)) return isDocumentNew || contactsDiffer(one, other)
  const isReached = [one, other].every((each) => each.address !== '' || hasContact(each))
  return contactsDiffer(one, other) || (isDocumentNew && isReached && !haveSameContact(one, other))
}

/**
 * Whether an edit that renames a person makes somebody else of the id: the document is another, or so much
 * else that one of two namesakes would be doubtful, or an address changes and no contact stays.
 */
export const isSomebodyElse = (before: Traits, after: Traits): boolean =>
  before.name !== after.name &&
  !haveSameDocument(before, after) &&
  ((before.document !== null && after.document !== null) ||
    isDoubtful(before, after) ||
    (differ(before.address, after.address) && !haveSameContact(before, after)))
