import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { isTrue } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Somebody's word about the dollars of a line: sent, or not. */
export type StoredMark = {
  id: string
  sheetId: string
  companyId: string
  employeeId: string
  sent: boolean
  markedBy: string
  at: Date
}

/** Reads the marks to note that the program wrote, the oldest first. */
export async function marksToNote(db: Db, macKey: KeyObject): Promise<StoredMark[]> {
  const { rows } = await sql<MacRow<'dollar_marks'> & Pick<StoredMark, 'sheetId' | 'employeeId'>>`
    SELECT m.id, m.company_id, m.line_id, m.sent, m.marked_by, m.at, m.mac,
      l.sheet_id AS "sheetId", l.employee_id AS "employeeId"
    FROM dollar_marks m JOIN sheet_lines l ON l.id = m.line_id AND l.company_id = m.company_id
    WHERE NOT EXISTS (SELECT FROM noted_dollars n WHERE n.id = m.id) ORDER BY m.id`.execute(db)
  return rows.flatMap(({ sheetId, employeeId, ...row }) =>
    isTrue(macKey, 'dollar_marks', row)
      ? [
          {
            id: row.id,
            sheetId,
            employeeId,
            sent: row.sent,
            at: row.at,
            companyId: row.company_id,
            markedBy: row.marked_by,
          },
        ]
      : [],
  )
}
