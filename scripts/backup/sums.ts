import type pg from 'pg'
import type { Sums } from './manifest.ts'

/** Units end a column's name, so money is known by it. */
const moneyColumns = '(^|_)(sats|cents)$'

type Table = { name: string; table: string; money: string[] }

/** Rows, money and heads of a database, as the transaction of `client` sees it. */
export async function sumsOf(client: pg.ClientBase): Promise<Sums> {
  const { rows: tables } = await client.query<Table>(
    `SELECT n.nspname || '.' || c.relname AS name, format('%I.%I', n.nspname, c.relname) AS table,
       coalesce(array_agg(a.attname::text ORDER BY a.attname) FILTER (WHERE a.attname IS NOT NULL),
         '{}') AS money
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       AND a.attname ~ $1 AND a.atttypid IN ('int8'::regtype, 'int4'::regtype, 'numeric'::regtype)
     WHERE c.relkind = 'r' AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
     GROUP BY 1, 2 ORDER BY 1`,
    [moneyColumns],
  )
  const found: Sums['tables'] = {}
  for (const { name, table, money } of tables) {
    const columns = money.map((column) => {
      const quoted = client.escapeIdentifier(column)
      return `, coalesce(sum(${quoted}), 0)::text AS ${quoted}`
    })
    const { rows } = await client.query<Record<string, string>>(
      `SELECT count(*)::text AS rows${columns.join('')} FROM ${table}`,
    )
    found[name] = rows[0] ?? {}
  }
  return { tables: found, ...(await headsOf(client)) }
}

async function headsOf(client: pg.ClientBase): Promise<Omit<Sums, 'tables'>> {
  const { rows: blocks } = await client.query<{ height: number; hash: string }>(
    `SELECT height, encode(hash, 'hex') AS hash FROM blocks ORDER BY height DESC LIMIT 1`,
  )
  const { rows: addresses } = await client.query<{
    branch: number
    given: number
    highest: number
  }>(
    `SELECT branch, count(*)::integer AS given, max(index)::integer AS highest FROM addresses GROUP BY 1`,
  )
  const { rows: audit } = await client.query<{ heads: string }>(
    `SELECT encode(sha256(convert_to(coalesce(string_agg(
       company_id || ' ' || position || ' ' || encode(hash, 'hex'), ',' ORDER BY company_id), ''),
       'UTF8')), 'hex') AS heads FROM audit_chains`,
  )
  const of = (wanted: number) => {
    const { given = 0, highest = -1 } = addresses.find(({ branch }) => branch === wanted) ?? {}
    return { given, highest }
  }
  return {
    lastBlock: blocks[0] ?? null,
    addresses: { receive: of(0), change: of(1) },
    auditHeads: audit[0]?.heads ?? '',
  }
}

/** Differences of two databases, a sentence each. */
export function differences(expected: Sums, found: Sums): string[] {
  const names = new Set([...Object.keys(expected.tables), ...Object.keys(found.tables)])
  const tables = [...names].toSorted().flatMap((name) => {
    const [was = {}, is = {}] = [expected.tables[name], found.tables[name]]
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((sum) =>
      was[sum] === is[sum]
        ? []
        : [`${name}: ${sum} is ${is[sum] ?? 'missing'} and was ${was[sum] ?? 'missing'}.`],
    )
  })
  const heads = (['lastBlock', 'addresses', 'auditHeads'] as const).flatMap((head) => {
    const [was, is] = [JSON.stringify(expected[head]), JSON.stringify(found[head])]
    return was === is ? [] : [`${head} is ${is} and was ${was}.`]
  })
  return [...tables, ...heads]
}

/** The sums in one line. */
export function summary({ tables, lastBlock, addresses }: Sums): string {
  const rows = Object.values(tables).reduce((all, { rows: count }) => all + Number(count), 0)
  const given = addresses.receive.given + addresses.change.given
  return `${Object.keys(tables).length} tables, ${rows} rows, ${given} addresses, last block ${lastBlock?.height ?? 'none'}`
}
