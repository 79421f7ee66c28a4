import type { KeyObject } from 'node:crypto'
import { deriveKey } from '../platform/security/derived-keys.ts'
import { openBytes, sealBytes } from '../platform/security/seal.ts'
import type { AppRow } from './factor-rows.ts'

type Row = Pick<AppRow, 'id' | 'company_id' | 'user_id'>

const boundTo = ({ id, company_id, user_id }: Row) =>
  Buffer.from(JSON.stringify(['app secret', id, company_id, user_id]))

/** The secret of an app at rest, readable in its own row alone. */
export const sealSecret = (macKey: KeyObject, row: Row, secret: Uint8Array): Buffer =>
  sealBytes(deriveKey(macKey, 'app secret'), boundTo(row), secret)

export const openSecret = (macKey: KeyObject, row: Row, sealed: Buffer): Buffer =>
  openBytes(deriveKey(macKey, 'app secret'), boundTo(row), sealed)
