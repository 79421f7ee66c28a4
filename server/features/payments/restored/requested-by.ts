import { sql } from 'kysely'
import type { RecordedSignature } from '#server/authorization/signing-record.ts'

/** Who asked for it, or the oldest account of the company where that one is not in the backup. */
export const requestedBy = ({ requestedBy: id, company }: RecordedSignature) => sql<string>`(
  SELECT id FROM users WHERE company_id = ${company} ORDER BY (id = ${id}) DESC, id LIMIT 1)`
