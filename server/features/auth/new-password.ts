import type { Language } from '#contract/languages.ts'
import type { FieldText } from '#contract/texts/keys.ts'
import { plainLetters } from '#domain/plain-letters.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { isCommonPassword } from './common-passwords.ts'

/** The owner of the password, whose names must not make up most of it. */
export type PasswordOwner = {
  firstName: string
  lastName: string
  email: string
  companyName: string
}

function isOwners(password: string, owner: PasswordOwner): boolean {
  const { firstName, lastName, email, companyName } = owner
  const [local = ''] = email.split('@')
  const names = new Set(
    [
      ...[firstName, lastName, `${firstName}${lastName}`, `${lastName}${firstName}`],
      ...[companyName, email, local],
    ].map(plainLetters),
  )
  const typed = plainLetters(password)
  // A name with a year before or after it still counts as the name.
  return [...names].some(
    (name) => name !== '' && typed.includes(name) && /^\p{N}*$/u.test(typed.replace(name, '')),
  )
}

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const leastLeft = 6
const nameLetters = 4

/** Counts the characters of a password outside its owner's names and e-mail. */
function countWithoutNames(password: string, owner: PasswordOwner): number {
  const { firstName, lastName, email, companyName } = owner
  const [local = ''] = email.split('@')
  const words = [firstName, lastName, companyName]
    .map(folded)
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= nameLetters)
  return [...words, folded(local)]
    .sort((a, b) => b.length - a.length)
    .reduce((left, word) => (word ? left.replaceAll(word, '') : left), folded(password)).length
}

const leastDifferent = 5

/** Whether a password repeats a few characters: 'Aaaaaaa!', 'Abab!Abab!'. */
const repeats = (password: string) => new Set(folded(password)).size < leastDifferent

/** The fault of a password whose length and characters are right, or null. */
export function faultOfNewPassword(password: string, owner: PasswordOwner): FieldText | null {
  if (isOwners(password, owner) || countWithoutNames(password, owner) < leastLeft) {
    return 'passwordIsYours'
  }
  if (repeats(password)) return 'passwordRepeats'
  return isCommonPassword(password) ? 'passwordCommon' : null
}

/** Refuses a new password that guessers try first. */
export function checkNewPassword(
  password: string,
  path: 'password' | 'newPassword',
  language: Language,
  owner: PasswordOwner,
): void {
  const fault = faultOfNewPassword(password, owner)
  if (!fault) return
  throw new Refusal('VALIDATION', { faults: [{ path, message: faultText(fault, language) }] })
}
