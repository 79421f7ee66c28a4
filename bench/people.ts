import type { Client } from '#server/testing/client.ts'
import type { BenchInstallation } from './installation.ts'

/** Names of El Salvador, the frequent ones first. */
const firstNames =
  'María José Juan Ana Carlos Rosa Luis Carmen Manuel Marta Miguel Sandra Francisco Blanca Jorge Claudia Ricardo Gloria Mario Patricia Roberto Silvia Oscar Teresa Rafael Karla Mauricio Verónica Julio Yesenia Edwin Cecilia William Beatriz Salvador Lorena Pedro Evelyn Nelson Maritza Wilfredo Irma Daniel Reina Walter Morena Fernando Ingrid Ernesto Rocío Douglas Xiomara Ángela Nicolás Ximena Eliseo Zoila Fidel Ofelia Horacio Idalia'.split(
    ' ',
  )
const lastNames =
  'Hernández Martínez López García Rodríguez Ramírez Flores Cruz Rivera Pérez Gómez Vásquez González Reyes Ramos Díaz Mejía Castro Guzmán Aguilar Romero Alvarado Portillo Orellana Chávez Escobar Molina Cortez Sánchez Guevara Ayala Menjívar Campos Serrano Lemus Henríquez Quintanilla Villalta Zelaya Arévalo Bonilla Cáceres Deras Erazo Figueroa Galdámez Iraheta Jovel Linares Majano Navarrete Ochoa Palacios Quijano Rauda Saravia Turcios Umaña Ventura Yanes Zepeda Benítez Cañas Dubón Funes Grande Huezo Landaverde Minero Nolasco Osorio Pineda Rosales Siliézar Trujillo Urrutia Valladares Zaldaña'.split(
    ' ',
  )

/** The product of two random numbers: the first of a list come up often, and the last hardly ever. */
const oneOf = (list: string) =>
  `(${list}::text[])[1 + floor(cardinality(${list}::text[]) * random() * random())::integer]`

/**
 * Fills the client's company with people as the form would have stored them. Their MACs are none,
 * because nobody is paid here.
 */
export async function fillPeople(
  it: BenchInstallation,
  client: Client,
  people: number,
): Promise<void> {
  const { _id } = await client.call<{ _id: string }>('GET', '/api/v1/companies/company')
  await it.sql(async (owner) => {
    await owner.query('SELECT setseed(0.5)')
    await owner.query(
      `INSERT INTO employees (company_id, first_name, last_name, identification, email, phone,
        base_salary_usd_cents, address, script_pubkey, creation_type, mac)
       SELECT $1, f1 || ' ' || f2, l1 || ' ' || l2,
        lpad((n * 7368787 % 100000000)::text, 8, '0') || '-' || n % 10,
        plain_text(f1 || '.' || l1) || n % 1000 || '@izalco.sv', '+503' || 60000000 + n * 4127 % 20000000,
        65000, 'bcrt1q' || n, decode('0014' || lpad(to_hex(n), 40, '0'), 'hex'), 'REGULAR', decode(repeat('00', 32), 'hex')
       FROM (SELECT n, ${oneOf('$3')} AS f1, ${oneOf('$3')} AS f2, ${oneOf('$4')} AS l1, ${oneOf('$4')} AS l2
        FROM generate_series(1::bigint, $2) n) AS people`,
      [_id, people, firstNames, lastNames],
    )
    await owner.query('VACUUM ANALYZE employees')
  })
}
