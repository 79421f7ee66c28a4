import type { EmployeeSessionBody } from '#contract/employee-page.ts'
import { countWrong } from '#server/authorization/guess-counts.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { limits, networkOf } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { consumeLink, findLink } from './links.ts'
import { type PersonAt, peopleWith } from './people.ts'
import { openSession } from './sessions.ts'

type Entered = { companies: { _id: string; name: string }[]; token: string | null }

const named = ({ companyId, companyName }: PersonAt) => ({ _id: companyId, name: companyName })

/**
 * Opens a session by a link, and uses the link up. Where the contact belongs to people of several
 * companies and none is chosen, the answer lists the companies and the link stays good.
 */
export async function openEmployeeSession(
  deps: Deps,
  { token, companyId }: EmployeeSessionBody,
  ip: string,
): Promise<Entered> {
  const { db, macKey, clock } = deps
  const now = clock.now()
  let link: Awaited<ReturnType<typeof findLink>> = null
  await countWrong(deps, limits.employeeSession, networkOf(ip), async () => {
    link = await findLink(db, deps, token, now)
    return link !== null
  })
  const found = link as Awaited<ReturnType<typeof findLink>>
  if (!found) throw new Refusal('LINK_ENDED')
  return inTransaction(db, async (trx) => {
    const people = await peopleWith(trx, deps, found, found.company_id)
    if (people.length === 0) throw new Refusal('LINK_ENDED')
    const only = people.length === 1 && companyId === undefined ? people[0] : undefined
    const person = only ?? people.find((each) => each.companyId === companyId)
    if (!person) {
      if (companyId !== undefined) throw new Refusal('NOT_FOUND')
      return { companies: people.map(named), token: null }
    }
    if (!(await consumeLink(trx, found.sha256, now))) throw new Refusal('LINK_ENDED')
    const made = await openSession(trx, macKey, person, found, now)
    await record(trx, {
      companyId: person.companyId,
      userId: null,
      ip,
      action: 'employee.entered',
      subject: person.name,
      detail: { employee: person.employeeId },
    })
    return { companies: [named(person)], token: made }
  })
}
