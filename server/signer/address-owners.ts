import { sql } from 'kysely'
import type { SignerFault } from '#domain/signer-faults.ts'
import type { Db } from '#server/platform/db/database.ts'
import { findChangeOwners } from './change-owners.ts'
import type { StoredPlan } from './read-plan.ts'
import type { Wallet } from './wallet.ts'

type Plan = Pick<StoredPlan, 'companyId' | 'payrollId' | 'inputs' | 'outputs'>

const changeScripts = ({ outputs }: Plan): Buffer[] =>
  outputs.filter(({ change }) => change !== null).map(({ script }) => script)

/** Scripts of this wallet in a plan: of the UTXOs that it spends, and of the change that it makes. */
const ownScripts = (plan: Plan): Buffer[] => [
  ...plan.inputs.map(({ script }) => script),
  ...changeScripts(plan),
]

const ofAnother: SignerFault = { code: 'ADDRESS_OF_ANOTHER_PAYROLL' }

/**
 * Why the signer's memory of its addresses forbids a plan, or null. The tables say whose a UTXO is,
 * and the program's database role may rewrite them: an address once signed for one payroll is
 * signed for no other. Only change that the payroll itself made is spent nevertheless: another
 * database may have given the payroll an index that this one gave to another.
 */
export async function ownerFault(db: Db, wallet: Wallet, plan: Plan): Promise<SignerFault | null> {
  if (await isOfAnotherCompany(db, plan)) return ofAnother
  if (await isClaimedByAnother(db, plan)) return ofAnother
  const others = await readOthers(db, plan)
  if (others.size === 0) return null
  const isOther = (script: Buffer) => others.has(script.toString('hex'))
  if (changeScripts(plan).some(isOther)) return ofAnother
  for (const input of plan.inputs) {
    if (!isOther(input.script)) continue
    const owners = await findChangeOwners(db, wallet, input)
    if (owners.size !== 1 || !owners.has(plan.payrollId)) return ofAnother
  }
  return null
}

/** The scripts of a plan that were signed for another company or payroll, in hex. */
async function readOthers(db: Db, plan: Plan): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('signer.signed_scripts')
    .select('script_pubkey')
    .where('script_pubkey', '=', sql<Buffer>`ANY(${ownScripts(plan)}::bytea[])`)
    .where(({ or, eb }) =>
      or([eb('company_id', '!=', plan.companyId), eb('payroll_id', '!=', plan.payrollId)]),
    )
    .execute()
  return new Set(rows.map(({ script_pubkey }) => script_pubkey.toString('hex')))
}

/**
 * Something was signed for the payroll as another company's: moved to a company with nothing on its
 * account, it would escape the cap of its own.
 */
async function isOfAnotherCompany(db: Db, { companyId, payrollId }: Plan): Promise<boolean> {
  const row = await db
    .selectFrom('signer.signatures')
    .select('company_id')
    .where('payroll_id', '=', payrollId)
    .where('company_id', '!=', companyId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A company under `strongOnly` has claimed a funding address (`authority/follow-changes.ts`). */
async function isClaimedByAnother(db: Db, plan: Plan): Promise<boolean> {
  const row = await db
    .selectFrom('signer.claimed_scripts')
    .select('company_id')
    .where('script_pubkey', '=', sql<Buffer>`ANY(${ownScripts(plan)}::bytea[])`)
    .where('company_id', '!=', plan.companyId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
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
