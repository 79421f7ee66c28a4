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
 * Why the owners of the plan's addresses forbid it, or null. The program's database role may rewrite
 * whose a UTXO is, but not whose an address is: `addresses` takes new rows alone, and a payroll keeps
 * its company. An address once signed for one payroll is signed for no other. Only change that the
 * payroll itself made is spent nevertheless: another database may have given the payroll an index that
 * this one gave to another.
 */
export async function ownerFault(db: Db, wallet: Wallet, plan: Plan): Promise<SignerFault | null> {
  if (await isOfAnotherCompany(db, plan)) return ofAnother
  if (await isOfKeysAlone(db, plan)) return ofAnother
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

/**
 * The scripts of a plan that were signed for another company or payroll, or are deposit addresses of
 * one, in hex. A change address may be another's by the tables, as above.
 */
async function readOthers(db: Db, plan: Plan): Promise<ReadonlySet<string>> {
  const { companyId, payrollId } = plan
  const { rows } = await sql<{ script: string }>`
    SELECT encode(script_pubkey, 'hex') AS script FROM (
      SELECT script_pubkey, company_id, payroll_id FROM signer.signed_scripts
      UNION ALL
      SELECT script_pubkey, company_id, payroll_id FROM addresses WHERE branch = 0) AS owner
    WHERE script_pubkey = ANY(${ownScripts(plan)}::bytea[])
      AND (company_id, payroll_id) IS DISTINCT FROM (${companyId}::uuid, ${payrollId}::uuid)
    `.execute(db)
  return new Set(rows.map(({ script }) => script))
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

/**
 * Some address belongs to another company that trusts nobody but its keys, now or once
 * (`authority/`): there is no exception for change.
 */
async function isOfKeysAlone(db: Db, plan: Plan): Promise<boolean> {
  const row = await db
    .selectFrom('addresses as a')
    .innerJoin('signer.authorities as k', 'k.company_id', 'a.company_id')
    .select('a.company_id')
    .where('a.script_pubkey', '=', sql<Buffer>`ANY(${ownScripts(plan)}::bytea[])`)
    .where('a.company_id', '!=', plan.companyId)
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
