import { success } from '#contract/http.ts'
import { type UserEdit, user, userEdit } from '#contract/users.ts'
import { requireSession, sessionOf, userColumns, userOf } from '#server/features/auth/index.ts'
import type { Db } from '#server/platform/database.ts'
import { type App, ok } from '#server/platform/http.ts'
import { once } from '#server/platform/idempotency.ts'
import type { Parts } from '#server/platform/parts.ts'

async function editUser(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
  { firstName, lastName }: UserEdit,
) {
  const row = await db
    .updateTable('users')
    .set(({ fn, ref, val }) => ({
      first_name: fn.coalesce(val(firstName ?? null), ref('first_name')),
      last_name: fn.coalesce(val(lastName ?? null), ref('last_name')),
    }))
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
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
      const session = sessionOf(request)
      return once(db, request, reply, { companyId: session.companyId }, async (trx) =>
        ok(request, await editUser(trx, session, request.body), 'profileEdited'),
      )
    },
  )
}
