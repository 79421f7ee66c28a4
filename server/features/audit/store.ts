import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditAction, AuditDetail, AuditPage } from '#contract/audit.ts'
import type { PageQuery } from '#contract/queries.ts'
import { toWireFailure } from '#contract/wire-names.ts'
import { isFailureCode } from '#domain/failures.ts'
import { type EventRow, isOwnEvent } from '#server/authorization/audit-rows.ts'
import { macColumns } from '#server/authorization/registry.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { AuditRow } from '#server/platform/observe/audit.ts'

/** The columns by which an event is sealed, proven and shown. */
export const eventColumns = [...macColumns.audit_events, 'by_trigger'] as const

/** Details are JSON of the contract's shape, whether `record` or a trigger wrote them. */
export const asRow = <T extends { detail: unknown }>(row: T) =>
  row as Omit<T, 'detail'> & Pick<AuditRow, 'detail'>

type WireEvent = AuditPage['events'][number]

/** Adds the IP address, and names failures like the wire. */
const toWireDetail = (detail: AuditDetail, ip: string | null): AuditDetail => ({
  ...detail,
  ...(isFailureCode(detail.failure) ? { failure: toWireFailure(detail.failure) } : {}),
  ...(ip === null ? {} : { ip }),
})

/** Names nobody for an event that the program did not write: its writer chose the name. */
function toWireEvent(macKey: KeyObject, row: EventRow & { who: string | null }): WireEvent {
  const { id, at, who, action, subject, detail, ip } = asRow(row)
  const foreign = !isOwnEvent(macKey, row)
  return {
    _id: id,
    at: at.toISOString(),
    who: foreign ? null : who,
    action: action as AuditAction,
    subject,
    detail: toWireDetail(detail, ip),
    foreign,
  }
}

const selectEvents = (trx: Trx, companyId: string) =>
  trx
    .selectFrom('audit_events as e')
    .leftJoin('users as u', (join) =>
      join.onRef('u.company_id', '=', 'e.company_id').onRef('u.id', '=', 'e.user_id'),
    )
    .select(eventColumns.map((name) => `e.${name}` as const))
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('who'))
    .where('e.company_id', '=', companyId)

/**
 * Reads a page of a company's events, newest first. Sealed events are numbered without gaps, so the
 * chain's end is their count and every page is found directly.
 */
export async function readAuditPage(
  { db, macKey }: { db: Db; macKey: KeyObject },
  companyId: string,
  { page, limit }: PageQuery,
): Promise<AuditPage> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const end = await trx
        .selectFrom('audit_chains')
        .select('position')
        .where('company_id', '=', companyId)
        .executeTakeFirst()
      const { count } = await trx
        .selectFrom('audit_events')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('company_id', '=', companyId)
        .where('position', 'is', null)
        .executeTakeFirstOrThrow()
      const [sealed, unsealed] = [Number(end?.position ?? 0n), Number(count)]
      const first = (page - 1) * limit
      const rows =
        first >= unsealed
          ? []
          : await selectEvents(trx, companyId)
              .where('e.position', 'is', null)
              .orderBy('e.id', 'desc')
              .limit(limit)
              .offset(first)
              .execute()
      const newest = sealed - Math.max(first - unsealed, 0)
      const rest = limit - rows.length
      if (rest > 0 && newest > 0) {
        const older = await selectEvents(trx, companyId)
          .where('e.position', '<=', BigInt(newest))
          .where('e.position', '>', BigInt(newest - rest))
          .orderBy('e.position', 'desc')
          .execute()
        rows.push(...older)
      }
      const total = sealed + unsealed
      return {
        events: rows.map((row) => toWireEvent(macKey, row)),
        pages: Math.ceil(total / limit),
        totalEvents: total,
      }
    })
}
