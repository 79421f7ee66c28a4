import ts from 'typescript'

/** The parts of a file in TypeScript that people read, and the spreads of object literals. */
export type Code = {
  comments: string[]
  names: ReadonlySet<string>
  /** Names that the file chooses itself. */
  declared: ReadonlySet<string>
  titles: string[]
  spreads: string[]
}

export function readCode(file: string, text: string): Code {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const comments = new Map<number, number>()
  const names = new Set<string>()
  const declared = new Set<string>()
  const titles: string[] = []
  const spreads: string[] = []
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ]) {
      comments.set(pos, end)
    }
    if (ts.isIdentifier(node)) names.add(node.text)
    for (const name of declaredName(node)) declared.add(name)
    titles.push(...titleOf(node))
    spreads.push(...literalSpread(node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { comments: wholeComments(text, comments), names, declared, titles, spreads }
}

/** The name that a node declares. `const { asked } = answer` declares none: the name is the answer's. */
function declaredName(node: ts.Node): string[] {
  const isOurs =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    (ts.isBindingElement(node) && (node.propertyName || node.dotDotDotToken))
  return isOurs && node.name && ts.isIdentifier(node.name) ? [node.name.text] : []
}

/** An object literal spread into another, or into JSX: its properties can stand there themselves. */
function literalSpread(node: ts.Node): string[] {
  if (!ts.isSpreadAssignment(node) && !ts.isJsxSpreadAttribute(node)) return []
  const spread = node.expression
  const literal = ts.isParenthesizedExpression(spread) ? spread.expression : spread
  if (!ts.isObjectLiteralExpression(literal)) return []
  return [node.getText()]
}

function titleOf(node: ts.Node): string[] {
  if (!ts.isCallExpression(node)) return []
  const [title] = node.arguments
  const isTest = /^(?:test|it|describe)\b/.test(node.expression.getText())
  const isText = title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
  return isTest && isText ? [withoutSeed(title.getText().slice(1, -1))] : []
}

/** A random test's title ends in its seed, so that a failure names it. */
const withoutSeed = (title: string): string => title.replace(/ \([A-Z_]+=\$\{\w+\}\)$/, '')

/** Lines with `//` one below the other are one comment: a sentence may go on in the next line. */
function wholeComments(text: string, ranges: ReadonlyMap<number, number>): string[] {
  const whole: string[] = []
  let lastEnd = 0
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const comment = text.slice(start, end).replaceAll(/^\s*(?:\/\*\*?|\/\/|\*(?!\/)) ?|\*\/$/gm, '')
    const goesOn = whole.length > 0 && /^\n[ \t]*$/.test(text.slice(lastEnd, start))
    whole.push(goesOn ? `${whole.pop()} ${comment}` : comment)
    lastEnd = end
  }
  return whole.flatMap((comment) => comment.split(/\n\s*(?:\n|- )/))
}
