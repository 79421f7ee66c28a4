import { sql } from 'kysely'
import {
  type SpecialLineTerms,
  specialLineMac,
  verifySpecialLineMac,
} from '#server/authorization/special-line-mac.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { eachPage, type RekeyKeys, type Unverified } from './rekey-pages.ts'

/** The amounts of special pays, each under a MAC of its own. */
export async function rekeySpecialLines(
  trx: Trx,
  { old, next }: RekeyKeys,
  unverified: Unverified[],
): Promise<number> {
  const lines = sql<SpecialLineTerms & { at: string; mac: Buffer }>`
    SELECT ctid::text AS at, mac, company_id AS "companyId", run_id AS "runId",
      employee_id AS "employeeId", usd_cents AS "usdCents", version FROM special_run_lines`
  let count = 0
  await eachPage(trx, lines, async (page) => {
    const right = page.filter((line) => {
      const isRight = verifySpecialLineMac(old, line, line.mac)
      const isUnderNext = !isRight && verifySpecialLineMac(next, line, line.mac)
      const name = `${line.runId}:${line.employeeId}`
      if (!isRight) unverified.push({ what: 'lines of special pays', name, isUnderNext })
      return isRight
    })
    const macs = right.map((line) => specialLineMac(next, line))
    await sql`UPDATE special_run_lines t SET mac = u.mac
      FROM unnest(${right.map(({ at }) => at)}::tid[], ${macs}::bytea[]) AS u (at, mac)
      WHERE t.ctid = u.at`.execute(trx)
    count += right.length
  })
  return count
}
