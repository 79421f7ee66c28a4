import type pg from 'pg'
import type { BenchInstallation } from './installation.ts'

const tables = ['addresses', 'transactions', 'transaction_inputs', 'utxos', 'ledger_entries']

/**
 * Years of a busy installation: `count` scripts, UTXOs and transactions long past, and the ledger
 * entries of 1,000 payrolls.
 */
export async function fillHistory(
  it: BenchInstallation,
  payrollId: string,
  count: number,
): Promise<void> {
  await it.sql(async (client) => {
    const putBack = await withoutChecks(client, tables)
    await client.query(`
      INSERT INTO payrolls (company_id, name, description, type, address)
      SELECT company_id, name, description, type, 'history ' || n
      FROM payrolls, generate_series(1, 1000) n WHERE id = '${payrollId}'`)
    await client.query(`
      CREATE TEMP TABLE owners AS
      SELECT row_number() OVER (ORDER BY id) - 1 AS n, id, company_id FROM payrolls WHERE address LIKE 'history %'`)
    const rows = `generate_series(1, ${count}) AS g (n) JOIN owners o ON o.n = g.n % 1000`
    await client.query(`
      INSERT INTO addresses (script_pubkey, company_id, payroll_id, branch, index)
      SELECT '\\x0014'::bytea || substr(sha256(g.n::text::bytea), 1, 20), o.company_id, o.id, 1, last.index + g.n
      FROM (SELECT last_value AS index FROM change_index) last, ${rows}`)
    await client.query(`SELECT setval('change_index', last_value + ${count}) FROM change_index`)
    await client.query(`
      INSERT INTO transactions (id, root_id, company_id, payroll_id, type, txid, usd_cents, sats,
        rate_usd_cents_per_btc, height, was_mined)
      SELECT t.id, t.id, t.company_id, t.payroll_id, 'receive', t.txid, 100, 1000, 9000000, 1, true
      FROM (SELECT uuidv7() AS id, o.company_id, o.id AS payroll_id, sha256(g.n::text::bytea) AS txid FROM ${rows}) t`)
    await client.query(`
      INSERT INTO transaction_inputs (transaction_id, position, txid, vout)
      SELECT id, 0, sha256(txid), 0 FROM transactions WHERE type = 'receive' AND height = 1`)
    await client.query(`
      INSERT INTO utxos (txid, vout, script_pubkey, sats, coinbase, payroll_id, company_id, height,
        change, spent_by_txid, spent_height)
      SELECT sha256(g.n::text::bytea), 0, '\\x0014'::bytea || substr(sha256(g.n::text::bytea), 1, 20), 1000, false,
        o.id, o.company_id, 1, false, sha256(('spent' || g.n)::bytea), 1
      FROM ${rows}`)
    await client.query(`
      INSERT INTO ledger_entries (event_id, company_id, payroll_id, transaction_id, kind, account, amount_sats)
      SELECT t.id, t.company_id, t.payroll_id, t.id, 'deposit', a.account::ledger_account, a.sats
      FROM transactions t, (VALUES ('wallet', 1000), ('outside', -1000)) AS a (account, sats)
      WHERE t.type = 'receive' AND t.height = 1`)
    await putBack()
    await client.query('VACUUM ANALYZE')
  })
}

/** Looking up the owner of each of millions of rows, and adding them up, is nothing that is measured. */
export async function withoutChecks(client: pg.Client, names: readonly string[]) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text = ANY($1)`,
    [names],
  )
  for (const { table, name } of rows) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  }
  for (const table of names) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  return async () => {
    for (const table of names) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    for (const { table, name, definition } of rows) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition} NOT VALID`)
    }
  }
}
