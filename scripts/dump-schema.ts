import type { Client } from 'pg'

/**
 * The schema as SQL, for people to read and for comparing. pg_dump is not among npm's binaries, and
 * its text changes with its version; this one asks PostgreSQL's own catalogue functions, orders
 * everything by name, and leaves out what extensions and the library of the jobs bring.
 */
export async function dumpSchema(client: Client): Promise<string> {
  // Names are then written with their schema wherever it is not pg_catalog.
  await client.query(`SET search_path = ''`)
  const parts: string[] = []
  for (const { title, sql } of sections) {
    const { rows } = await client.query<{ text: string }>(sql)
    if (rows.length > 0)
      parts.push(
        `-- ${title}\n\n${rows
          .map(({ text }) => text)
          .join('\n')
          .trim()}`,
      )
  }
  return `-- Written by npm run schema:dump from the migrations. Not edited by hand.\n\n${parts.join('\n\n')}\n`
}

const ours = (catalog: string, oid: string, schema: string): string => `
  ${schema} NOT IN ('pg_catalog', 'information_schema', 'pg_toast', 'graphile_worker')
  AND NOT EXISTS (
    SELECT FROM pg_catalog.pg_depend
    WHERE classid = 'pg_catalog.${catalog}'::pg_catalog.regclass AND objid = ${oid} AND deptype IN ('e', 'i')
  )`

const ofRelation = (kinds: string): string => `
  relation.relkind IN (${kinds}) AND ${ours('pg_class', 'relation.oid', 'schema.nspname')}`

const relations = `pg_catalog.pg_class AS relation
  JOIN pg_catalog.pg_namespace AS schema ON schema.oid = relation.relnamespace`

const sections: { title: string; sql: string }[] = [
  {
    title: 'Extensions',
    sql: `SELECT format('CREATE EXTENSION %I;', extname) AS text
      FROM pg_catalog.pg_extension WHERE extname <> 'plpgsql' ORDER BY extname COLLATE "C"`,
  },
  {
    title: 'Schemas',
    sql: `SELECT format('CREATE SCHEMA %I;', nspname) AS text
      FROM pg_catalog.pg_namespace AS schema
      WHERE nspname NOT LIKE 'pg\\_%' AND ${ours('pg_namespace', 'schema.oid', 'nspname')} AND nspname <> 'public'
      ORDER BY nspname COLLATE "C"`,
  },
  {
    title: 'Enumerations',
    sql: `SELECT format('CREATE TYPE %s AS ENUM (%s);', type.oid::pg_catalog.regtype,
        string_agg(quote_literal(label.enumlabel), ', ' ORDER BY label.enumsortorder)) AS text
      FROM pg_catalog.pg_enum AS label
      JOIN pg_catalog.pg_type AS type ON type.oid = label.enumtypid
      JOIN pg_catalog.pg_namespace AS schema ON schema.oid = type.typnamespace
      WHERE ${ours('pg_type', 'type.oid', 'schema.nspname')}
      GROUP BY type.oid ORDER BY type.oid::pg_catalog.regtype::text COLLATE "C"`,
  },
  {
    title: 'Domains',
    sql: `SELECT format('CREATE DOMAIN %s AS %s%s%s;', type.oid::pg_catalog.regtype,
        pg_catalog.format_type(type.typbasetype, type.typtypmod),
        CASE WHEN type.typnotnull THEN ' NOT NULL' END,
        (SELECT string_agg(' ' || pg_catalog.pg_get_constraintdef(oid), '' ORDER BY conname COLLATE "C")
          FROM pg_catalog.pg_constraint WHERE contypid = type.oid AND contype = 'c')) AS text
      FROM pg_catalog.pg_type AS type
      JOIN pg_catalog.pg_namespace AS schema ON schema.oid = type.typnamespace
      WHERE type.typtype = 'd' AND ${ours('pg_type', 'type.oid', 'schema.nspname')}
      ORDER BY type.oid::pg_catalog.regtype::text COLLATE "C"`,
  },
  {
    title: 'Sequences',
    sql: `SELECT format('CREATE SEQUENCE %s AS %s MINVALUE %s MAXVALUE %s START %s INCREMENT %s%s;',
        relation.oid::pg_catalog.regclass, pg_catalog.format_type(sequence.seqtypid, NULL), sequence.seqmin,
        sequence.seqmax, sequence.seqstart, sequence.seqincrement,
        CASE WHEN sequence.seqcycle THEN ' CYCLE' END) AS text
      FROM pg_catalog.pg_sequence AS sequence
      JOIN ${relations} ON relation.oid = sequence.seqrelid
      WHERE ${ofRelation(`'S'`)} ORDER BY relation.oid::pg_catalog.regclass::text COLLATE "C"`,
  },
  {
    title: 'Functions',
    sql: `SELECT pg_catalog.pg_get_functiondef(function.oid) || ';' AS text
      FROM pg_catalog.pg_proc AS function
      JOIN pg_catalog.pg_namespace AS schema ON schema.oid = function.pronamespace
      WHERE function.prokind IN ('f', 'p') AND ${ours('pg_proc', 'function.oid', 'schema.nspname')}
      ORDER BY function.oid::pg_catalog.regprocedure::text COLLATE "C"`,
  },
  {
    title: 'Tables',
    sql: `SELECT format(E'CREATE %sTABLE %s (\\n%s\\n)%s;\\n%s',
        CASE WHEN relation.relpersistence = 'u' THEN 'UNLOGGED ' END,
        relation.oid::pg_catalog.regclass,
        concat_ws(E',\\n', columns.text, constraints.text),
        CASE WHEN relation.relkind = 'p' THEN ' PARTITION BY ' || pg_catalog.pg_get_partkeydef(relation.oid) END,
        CASE WHEN relation.relrowsecurity THEN format(E'ALTER TABLE %s ENABLE ROW LEVEL SECURITY;\\n', relation.oid::pg_catalog.regclass) END) AS text
      FROM ${relations}
      LEFT JOIN LATERAL (
        SELECT string_agg(format('  %I %s%s%s%s', attname, pg_catalog.format_type(atttypid, atttypmod),
          CASE WHEN attnotnull THEN ' NOT NULL' END,
          CASE attidentity WHEN 'a' THEN ' GENERATED ALWAYS AS IDENTITY' WHEN 'd' THEN ' GENERATED BY DEFAULT AS IDENTITY' END,
          CASE attgenerated
            WHEN 's' THEN format(' GENERATED ALWAYS AS (%s) STORED', pg_catalog.pg_get_expr(adbin, adrelid))
            WHEN 'v' THEN format(' GENERATED ALWAYS AS (%s) VIRTUAL', pg_catalog.pg_get_expr(adbin, adrelid))
            ELSE ' DEFAULT ' || pg_catalog.pg_get_expr(adbin, adrelid) END), E',\\n' ORDER BY attnum) AS text
        FROM pg_catalog.pg_attribute
        LEFT JOIN pg_catalog.pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
      ) AS columns ON true
      LEFT JOIN LATERAL (
        SELECT string_agg(format('  CONSTRAINT %I %s', conname, pg_catalog.pg_get_constraintdef(oid)), E',\\n'
          ORDER BY contype = 'f', conname COLLATE "C") AS text
        FROM pg_catalog.pg_constraint
        -- Since PostgreSQL 18 a NOT NULL is a constraint too; it stands at its column.
        WHERE conrelid = relation.oid AND contype NOT IN ('n', 't')
      ) AS constraints ON true
      WHERE ${ofRelation(`'r', 'p'`)} ORDER BY relation.oid::pg_catalog.regclass::text COLLATE "C"`,
  },
  {
    title: 'Views',
    sql: `SELECT format(E'CREATE %sVIEW %s AS\\n%s\\n', CASE relkind WHEN 'm' THEN 'MATERIALIZED ' END,
        relation.oid::pg_catalog.regclass, pg_catalog.pg_get_viewdef(relation.oid)) AS text
      FROM ${relations} WHERE ${ofRelation(`'v', 'm'`)}
      ORDER BY relation.oid::pg_catalog.regclass::text COLLATE "C"`,
  },
  {
    title: 'Indexes, without those of the constraints above',
    sql: `SELECT pg_catalog.pg_get_indexdef(index.indexrelid) || ';' AS text
      FROM pg_catalog.pg_index AS index
      JOIN ${relations} ON relation.oid = index.indrelid
      WHERE ${ofRelation(`'r', 'p', 'm'`)}
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint
          WHERE conindid = index.indexrelid AND conrelid = index.indrelid AND contype IN ('p', 'u', 'x'))
      ORDER BY index.indexrelid::pg_catalog.regclass::text COLLATE "C"`,
  },
  {
    title: 'Triggers',
    sql: `SELECT pg_catalog.pg_get_triggerdef(trigger.oid) || ';' AS text
      FROM pg_catalog.pg_trigger AS trigger JOIN ${relations} ON relation.oid = trigger.tgrelid
      WHERE NOT tgisinternal AND ${ofRelation(`'r', 'p', 'v'`)}
      ORDER BY relation.oid::pg_catalog.regclass::text COLLATE "C", tgname COLLATE "C"`,
  },
  {
    title: 'Policies',
    sql: `SELECT format('CREATE POLICY %I ON %I.%I AS %s FOR %s TO %s%s%s;', policyname, schemaname, tablename,
        permissive, cmd, array_to_string(roles, ', '), ' USING (' || qual || ')',
        ' WITH CHECK (' || with_check || ')') AS text
      FROM pg_catalog.pg_policies
      ORDER BY schemaname COLLATE "C", tablename COLLATE "C", policyname COLLATE "C"`,
  },
  {
    title: 'Rights of roles other than the owner',
    sql: `WITH rights AS (
        SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE '' END || relation.oid::pg_catalog.regclass::text AS name, right_.grantee, right_.privilege_type AS privilege
        FROM ${relations}, LATERAL pg_catalog.aclexplode(relation.relacl) AS right_
        WHERE ${ofRelation(`'r', 'p', 'v', 'm', 'S'`)} AND right_.grantee <> relation.relowner
        UNION ALL
        SELECT relation.oid::pg_catalog.regclass::text, right_.grantee,
          format('%s (%I)', right_.privilege_type, attname)
        FROM ${relations} JOIN pg_catalog.pg_attribute ON attrelid = relation.oid,
          LATERAL pg_catalog.aclexplode(attacl) AS right_
        WHERE ${ofRelation(`'r', 'p', 'v', 'm'`)}
        UNION ALL
        SELECT 'FUNCTION ' || function.oid::pg_catalog.regprocedure::text, right_.grantee, right_.privilege_type
        FROM pg_catalog.pg_proc AS function
        JOIN pg_catalog.pg_namespace AS schema ON schema.oid = function.pronamespace,
          LATERAL pg_catalog.aclexplode(function.proacl) AS right_
        WHERE right_.grantee <> function.proowner AND ${ours('pg_proc', 'function.oid', 'schema.nspname')}
      )
      SELECT format('GRANT %s ON %s TO %s;', string_agg(privilege, ', ' ORDER BY privilege COLLATE "C"), name,
        coalesce(quote_ident(rolname), 'PUBLIC')) AS text
      FROM rights LEFT JOIN pg_catalog.pg_roles AS role ON role.oid = rights.grantee
      GROUP BY name, rolname ORDER BY name COLLATE "C", rolname COLLATE "C"`,
  },
]
