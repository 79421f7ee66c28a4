import type { KeyObject } from 'node:crypto'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import type { Companies, Users } from '../platform/db/database-types.ts'
import { isTrue, macOf, requireTrue } from './mac.ts'
import { macColumns } from './registry.ts'
import { strictestRules } from './strictest-rules.ts'

/** The only writers of what the MACs of users and companies cover. */

type Owner = { companyId: string; userId: string }
type Changes<Table> = Omit<Updateable<Table>, 'id' | 'company_id' | 'version' | 'mac'>

export async function insertUser(
  trx: Trx,
  macKey: KeyObject,
  values: Omit<Insertable<Users>, 'mac'>,
): Promise<Selectable<Users>> {
  const row = await trx.insertInto('users').values(values).returningAll().executeTakeFirstOrThrow()
  const mac = macOf(macKey, 'users', row)
  return writeUser(trx, { companyId: row.company_id, userId: row.id }, { mac })
}

/** Changes a user whose MAC holds. Throws `ACCOUNT_TAMPERED` where it does not. */
export async function updateUser(
  trx: Trx,
  macKey: KeyObject,
  owner: Owner,
  changes: Changes<Users>,
): Promise<Selectable<Users>> {
  const before = await trx
    .selectFrom('users')
    .select(macColumns.users)
    .where('company_id', '=', owner.companyId)
    .where('id', '=', owner.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  requireTrue(macKey, 'users', before)
  // The MAC covers what the database has made of the changes.
  const after = await writeUser(trx, owner, { ...changes, version: before.version + 1 })
  return writeUser(trx, owner, { mac: macOf(macKey, 'users', after) })
}

const writeUser = (trx: Trx, { companyId, userId }: Owner, changes: Updateable<Users>) =>
  trx
    .updateTable('users')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function insertCompany(
  trx: Trx,
  macKey: KeyObject,
  values: Omit<Insertable<Companies>, 'mac'>,
): Promise<Selectable<Companies>> {
  const row = await trx
    .insertInto('companies')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow()
  return writeCompany(trx, row.id, { mac: macOf(macKey, 'companies', row) })
}

/** Changes a company whose MAC holds. Throws `ACCOUNT_TAMPERED` where it does not. */
export async function updateCompany(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
  changes: Changes<Companies>,
): Promise<Selectable<Companies>> {
  const before = requireTrue(macKey, 'companies', await lockedCompany(trx, companyId))
  const version = before.version + 1
  const after = await writeCompany(trx, companyId, { ...changes, version })
  return writeCompany(trx, companyId, { mac: macOf(macKey, 'companies', after) })
}

/**
 * Freezes a company, also one that was changed past the program: its rules become the strictest there
 * are, so that its row is the program's again and nothing in it is what somebody else wrote.
 */
export async function freezeCompany(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
  frozen_at: Date,
): Promise<{ company: Selectable<Companies>; wasTampered: boolean }> {
  const before = await lockedCompany(trx, companyId)
  const wasTampered = !isTrue(macKey, 'companies', before)
  const strictest = wasTampered && (await strictestRules(trx, macKey, companyId))
  const changes = { frozen_at, version: before.version + 1, ...strictest }
  const after = await writeCompany(trx, companyId, changes)
  const mac = macOf(macKey, 'companies', after)
  return { company: await writeCompany(trx, companyId, { mac }), wasTampered }
}

const lockedCompany = (trx: Trx, id: string) =>
  trx
    .selectFrom('companies')
    .select(macColumns.companies)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

const writeCompany = (trx: Trx, id: string, changes: Updateable<Companies>) =>
  trx
    .updateTable('companies')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
