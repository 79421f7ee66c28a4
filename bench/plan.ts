import type pg from 'pg'

/** PostgreSQL's account of a query that it has run. */
export type Plan = {
  ms: number
  /** Pages of 8 KB that were looked at. */
  buffers: number
  /** Rows that were read of tables and indexes, those thrown away counted. */
  rows: number
  /** Things that no list may do, in words. */
  faults: string[]
  /** Each step on a line. */
  text: string
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** More rows than this are neither read one by one nor sorted, unless one in a hundred is answered. */
const manyRows = 20_000
const rowsForOne = 100

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const child of node.Plans ?? []) yield* nodesOf(child)
}

const readBy = (node: Node): number =>
  node['Node Type'].includes('Scan') && node['Relation Name'] !== undefined
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0

function faultOf(node: Node, answered: number): string | null {
  const tooMany = Math.max(manyRows, rowsForOne * answered)
  const rows = node['Actual Rows'] * node['Actual Loops']
  if (node['Node Type'] === 'Seq Scan' && readBy(node) > tooMany) {
    return `reads all of ${node['Relation Name']}`
  }
  if (node['Node Type'].includes('Sort')) {
    const sorted = (node.Plans ?? []).reduce(
      (sum, child) => sum + child['Actual Rows'] * child['Actual Loops'],
      0,
    )
    if (Math.max(sorted, rows) > tooMany) return `sorts ${sorted} rows`
  }
  return null
}

function textOf(node: Node, depth = 0): string[] {
  const { 'Node Type': type, 'Relation Name': relation = '', 'Index Name': index = '' } = node
  const { 'Actual Rows': rows, 'Actual Loops': loops, 'Rows Removed by Filter': removed = 0 } = node
  const pages = node['Shared Hit Blocks'] + node['Shared Read Blocks']
  const line = `${'  '.repeat(depth)}${type} ${relation} ${index}: ${rows} rows, ${removed} thrown away, ${loops} times, ${pages} pages`
  return [line, ...(node.Plans ?? []).flatMap((child) => textOf(child, depth + 1))]
}

export async function planOf(
  client: pg.ClientBase,
  { sql, parameters }: { sql: string; parameters: readonly unknown[] },
): Promise<Plan> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node; 'Execution Time': number }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
    [...parameters],
  )
  const [explained] = rows[0]?.['QUERY PLAN'] ?? []
  if (!explained) throw new Error('a query has a plan')
  const nodes = [...nodesOf(explained.Plan)]
  return {
    ms: explained['Execution Time'],
    buffers: explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks'],
    rows: nodes.reduce((sum, node) => sum + readBy(node), 0),
    text: textOf(explained.Plan).join('\n'),
    faults: nodes.flatMap((node) => faultOf(node, explained.Plan['Actual Rows']) ?? []),
  }
}
