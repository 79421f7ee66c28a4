import { type RawBuilder, sql } from 'kysely'
import { type MacKind, macColumns } from './registry.ts'

/** The columns that a raw statement reads to check rows of a kind; `alias` names their table in it. */
export const selectMacColumns = (kind: MacKind, alias?: string): RawBuilder<unknown> =>
  sql.join(macColumns[kind].map((name) => sql.ref(alias ? `${alias}.${name}` : name)))
