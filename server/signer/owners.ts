import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { StoredPlan } from './plan.ts'

type Plan = Pick<StoredPlan, 'companyId' | 'payrollId' | 'inputs' | 'outputs'>

/** Scripts of ours in a plan: of the coins that it spends, and of the change that it makes. */
const ownScripts = ({ inputs, outputs }: Plan): Buffer[] => [
  ...inputs.map(({ script }) => script),
  ...outputs.filter(({ change }) => change !== null).map(({ script }) => script),
]

/**
 * Why a plan must not be signed by what the signer remembers of its addresses, or null. Whose a coin is
 * the tables say, and whoever has the program's database role may rewrite those: what was once signed
 * for one payroll is signed for no other.
 */
export async function ownerFault(db: Db, plan: Plan): Promise<string | null> {
  const others = await db
    .selectFrom('signer.signed_scripts')
    .select('script_pubkey')
    .where('script_pubkey', '=', sql<Buffer>`ANY(${ownScripts(plan)}::bytea[])`)
    .where(({ or, eb }) =>
      or([eb('company_id', '!=', plan.companyId), eb('payroll_id', '!=', plan.payrollId)]),
    )
    .execute()
  return others.length > 0 ? 'an address in it was signed for another payroll before' : null
}

/**
 * Written in the transaction that gives the signature away. Returns what is new, as the chain of the
 * memory has it.
 */
export async function rememberOwner(
  db: Db,
  plan: Plan & Pick<StoredPlan, 'id'>,
): Promise<string[]> {
  const { id, companyId, payrollId } = plan
  const { rows } = await sql<{ script: string }>`
    INSERT INTO signer.signed_scripts (script_pubkey, company_id, payroll_id, transaction_id)
    SELECT DISTINCT script, ${companyId}::uuid, ${payrollId}::uuid, ${id}::uuid
    FROM unnest(${ownScripts(plan)}::bytea[]) AS script
    ON CONFLICT DO NOTHING RETURNING encode(script_pubkey, 'hex') AS script`.execute(db)
  return rows.map(({ script }) => [script, companyId, payrollId].join(':')).toSorted()
}
