import type { Client } from '#server/testing/client.ts'
import type { Installation } from './installation.ts'

/**
 * So many people of the client's company as the form would have stored them; nobody is paid here, so
 * their MACs are none.
 */
export async function fillPeople(it: Installation, client: Client, people: number): Promise<void> {
  const { _id } = await client.call<{ _id: string }>('GET', '/api/v1/companies/company')
  await it.sql(async (owner) => {
    await owner.query(
      `INSERT INTO employees (company_id, first_name, last_name, identification, email, phone,
        base_salary_usd_cents, address, script_pubkey, creation_type, mac)
       SELECT $1, (ARRAY['Rosa', 'José', 'Ángela', 'Carlos'])[1 + n % 4], 'Número ' || n,
        lpad(n::text, 8, '0') || '-0', 'p' || n || '@izalco.sv', '+503' || 70000000 + n, 65000,
        'bcrt1q', '\\x0014', 'REGULAR', decode(repeat('00', 32), 'hex')
       FROM generate_series(1, $2::integer) n`,
      [_id, people],
    )
    await owner.query('VACUUM ANALYZE employees')
  })
}
