import ts from 'typescript'

/** Participles that functions began with, where a verb belongs. */
const participles: ReadonlySet<string> = new Set([
  'accepted',
  'agreed',
  'approved',
  'asked',
  'backed',
  'began',
  'cached',
  'cancelled',
  'changed',
  'checked',
  'closed',
  'confirmed',
  'counting',
  'derived',
  'ended',
  'estimated',
  'expected',
  'expired',
  'exported',
  'forwarded',
  'found',
  'freed',
  'freezing',
  'frozen',
  'funded',
  'given',
  'held',
  'hired',
  'kept',
  'known',
  'leading',
  'left',
  'listed',
  'lost',
  'made',
  'missing',
  'moved',
  'named',
  'needed',
  'notified',
  'ordered',
  'paid',
  'paying',
  'planned',
  'pressed',
  'refused',
  'relaxed',
  'relying',
  'remaining',
  'repeated',
  'required',
  'returning',
  'reversed',
  'said',
  'sealed',
  'sent',
  'shared',
  'sheeted',
  'shown',
  'signed',
  'simulated',
  'skipped',
  'spending',
  'spoken',
  'stored',
  'stranded',
  'taken',
  'trusted',
  'typed',
  'uncovered',
  'untracked',
  'unused',
  'violated',
  'waiting',
  'wanted',
  'watched',
  'withdrawn',
  'written',
])

/** Functions that keep theirs, each with its reason. */
const keptNames: ReadonlyMap<string, string> = new Map([
  ['approvedSweeps', 'the type that it reads, `ApprovedSweep`'],
  ['frozenAt', 'the column that it reads, `frozen_at`'],
  ['hiredOn', 'the schema of the field `hiredOn`, which the wire names'],
  ['leftOutOf', 'the people whom it leaves out, by their name in `press.leftOut`'],
  ['orderedPlan', 'the type that it makes, `OrderedPlan`'],
  ['paidSheetOf', 'the pair of `sheetOf`'],
  ['requiredText', 'a schema is named for what it accepts, as `plainText` is'],
  ['untrackedRoutes', 'routes are named for their feature'],
])

const isFunction = (value: ts.Expression | undefined): boolean =>
  value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))

function functionNames(statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : []
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    ts.isIdentifier(name) && isFunction(initializer) ? [name.text] : [],
  )
}

/** Functions among the exported names of a file that begin with a participle. A value may. */
export function findParticiples(
  statements: readonly ts.Statement[],
  exported: ReadonlySet<string>,
): string[] {
  return statements
    .flatMap(functionNames)
    .filter((name) => exported.has(name) && !keptNames.has(name))
    .filter((name) => participles.has(/^[a-z]+/.exec(name)?.[0] ?? ''))
}
