import type { KeyObject } from 'node:crypto'
import type { Db } from '../platform/db/database.ts'
import { noteActsUnder } from '../platform/observe/audit.ts'
import { isTrue, macOf } from './mac.ts'
import type { MacRow } from './registry.ts'

/** Lets a pool note acts in the audit trail, each under its MAC. */
export function withMacsOfActs(db: Db, macKey: KeyObject): Db {
  noteActsUnder(db, (row) => macOf(macKey, 'audit_events', row))
  return db
}

/** The columns that tell whether an event is the program's. */
export type EventRow = MacRow<'audit_events'> & { by_trigger: boolean }

/** Whether an event is the program's: under its MAC, or noted by a trigger, which is the owner's. */
export const isOwnEvent = (macKey: KeyObject, row: EventRow): boolean =>
  row.by_trigger || isTrue(macKey, 'audit_events', row)
