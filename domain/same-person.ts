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

const differ = (one: string, other: string) => one !== '' && other !== '' && one !== other

/** Two contacts of different kinds have nothing in common either. */
const contactsDiffer = (one: Traits, other: Traits): boolean =>
  differ(one.email, other.email) ||
  differ(one.phone, other.phone) ||
  (hasContact(one) && hasContact(other) && !haveSameContact(one, other))

const hasContact = ({ email, phone }: Traits) => email !== '' || phone !== ''
const haveSameContact = (one: Traits, other: Traits) =>
  (one.email !== '' && one.email === other.email) || (one.phone !== '' && one.phone === other.phone)

/**
 * Whether two of one name are too different for the name to decide: another address, and another
 * contact too, or a document on one side alone. Somebody then has to say who it is.
 */
export const isDoubtful = (one: Traits, other: Traits): boolean =>
  !haveSameDocument(one, other) &&
  differ(one.address, other.address) &&
  (contactsDiffer(one, other) || (one.document === null) !== (other.document === null))
