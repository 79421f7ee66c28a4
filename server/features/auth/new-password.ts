import type { Language } from '#contract/errors.ts'
import { type FieldText, fieldTexts } from '#contract/texts.ts'
import { plainLetters } from '#domain/plain-letters.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Whose password it is to be: none of these may be the whole of it. */
export type Owner = { firstName: string; lastName: string; email: string; companyName: string }

function isOwners(password: string, owner: Owner): boolean {
  const { firstName, lastName, email, companyName } = owner
  const [local = ''] = email.split('@')
  const names = new Set(
    [
      ...[firstName, lastName, `${firstName}${lastName}`, `${lastName}${firstName}`],
      ...[companyName, email, local],
    ].map(plainLetters),
  )
  const typed = plainLetters(password)
  // With a year before or behind it, it is the name still.
  return [...names].some(
    (name) => name !== '' && typed.includes(name) && /^\p{N}*$/u.test(typed.replace(name, '')),
  )
}

/** What is wrong with a password that has the right length and characters, or null. */
export function faultOfNewPassword(password: string, owner: Owner): FieldText | null {
  if (isOwners(password, owner)) return 'passwordIsYours'
  return isCommonPassword(password) ? 'passwordCommon' : null
}

/** Refuses a new password that whoever guesses tries first. */
export function checkNewPassword(
  password: string,
  path: 'password' | 'newPassword',
  language: Language,
  owner: Owner,
): void {
  const fault = faultOfNewPassword(password, owner)
  if (!fault) return
  throw new Refusal('VALIDATION', { faults: [{ path, message: fieldTexts[fault][language] }] })
}
