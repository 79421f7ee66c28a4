import { createHmac, hash, type KeyObject, randomBytes } from 'node:crypto'
import type { Log } from '../observe/log.ts'
import { deriveKey } from './derived-keys.ts'
import { isSameMac } from './same-mac.ts'

/** An opaque bearer token: 32 random bytes, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** A token without six digits in a row, which readers of a message would take for a code. */
export function tokenWithoutCode(): string {
  const token = newToken()
  return /\d{6}/.test(token) ? tokenWithoutCode() : token
}

/** The hash by which the row of a token is found: a copy of the database opens no session. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The tables in which what lets somebody in is kept. */
type TokenTable =
  | 'sessions'
  | 'session_tokens'
  | 'mfa_challenges'
  | 'reset_links'
  | 'freeze_links'
  | 'sign_up_invitations'
  | 'team_invitations'
  | 'device_cookies'
  | 'webauthn_challenges'
  | 'employee_links'
  | 'employee_sessions'
  | 'idempotency_keys'
/** The token, where the row has one, whose it is, and the times that say how long it is good. */
type Sealed = readonly (string | Date | null)[]

/** HMAC-SHA-256 over a row and its token: nobody writes, moves or prolongs one without the key. */
export const tokenMac = (macKey: KeyObject, table: TokenTable, sealed: Sealed): Buffer =>
  createHmac('sha256', deriveKey(macKey, 'token'))
    .update(JSON.stringify([table, ...sealed]), 'utf8')
    .digest()

/**
 * A token that the key makes of its row's fields, always the same, without six digits in a row: the
 * program can say it again, and no table has it.
 */
export function makeToken(macKey: KeyObject, table: TokenTable, fields: Sealed): string {
  for (let turn = 0; ; turn++) {
    const token = createHmac('sha256', deriveKey(macKey, 'token'))
      .update(JSON.stringify([`the token of ${table}`, turn, ...fields]), 'utf8')
      .digest('base64url')
    if (!/\d{6}/.test(token)) return token
  }
}

/** Whether the program wrote the row so. One that it did not is an error in the log, by its `name`. */
export function isTrueToken(
  { macKey, log }: { macKey: KeyObject; log: Log },
  table: TokenTable,
  { name, sealed, mac }: { name: string; sealed: Sealed; mac: Buffer | null },
): boolean {
  if (mac && isSameMac(mac, tokenMac(macKey, table, sealed))) return true
  log.error({ table }, `The MAC of ${table} ${name} does not hold: it opens nothing`)
  return false
}
