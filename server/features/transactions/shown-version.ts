import { sql } from 'kysely'

/**
 * The order in which versions are shown: the one in a block or our mempool, else the newest live
 * one.
 */
const shownFirst = (version: 't' | 'v') =>
  sql.raw(
    `(${version}.height IS NOT NULL OR ${version}.in_mempool, ${version}.live, ${version}.version)`,
  )

/**
 * Whether `t` is the version that people see. OFFSET 0 makes PostgreSQL look up the versions of the
 * few rows in question, instead of joining all versions.
 */
export const isCurrent = sql<boolean>`(t.cpfp_parent_id IS NULL AND NOT EXISTS (
  SELECT FROM transactions v
  WHERE v.root_id = t.root_id AND ${shownFirst('v')} > ${shownFirst('t')} OFFSET 0))`
