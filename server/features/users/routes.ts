import { success } from '#contract/http.ts'
import { type UserEdit, user, userEdit } from '#contract/users.ts'
import { actorOf, requireSession, userColumns, userOf } from '#server/features/auth/index.ts'
import { type Actor, record } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/database.ts'
import { type App, ok } from '#server/platform/http.ts'
import { once } from '#server/platform/idempotency.ts'
import type { Parts } from '#server/platform/parts.ts'

async function editUser(db: Db, actor: Actor, { firstName, lastName }: UserEdit) {
  const row = await db
    .updateTable('users')
    .set(({ fn, ref, val }) => ({
      first_name: fn.coalesce(val(firstName ?? null), ref('first_name')),
      last_name: fn.coalesce(val(lastName ?? null), ref('last_name')),
    }))
    .where('company_id', '=', actor.companyId)
    .where('id', '=', actor.userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
  const subject = `${row.first_name} ${row.last_name}`
  await record(db, { ...actor, action: 'user.edited', subject })
  return userOf(row)
}

export async function userRoutes(app: App, { db }: Parts): Promise<void> {
  app.put(
    '/users',
    {
      preValidation: requireSession,
      schema: { tags: ['users'], body: userEdit, response: { 200: success(user) } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      return once(db, request, reply, { companyId: actor.companyId }, async (trx) =>
        ok(request, await editUser(trx, actor, request.body), 'profileEdited'),
      )
    },
  )
}
