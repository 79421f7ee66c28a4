import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './install.mjs'

/** Fewer files than this means that next to nothing was read. */
const fewest = 300

/** Parts of MUI that take any look; the kit has its own in their place. */
const replaced = new Map([
  ['@mui/material/Box', 'layout.tsx'],
  ['@mui/material/Button', 'controls.tsx'],
  ['@mui/material/ButtonBase', 'controls.tsx'],
  ['@mui/material/IconButton', 'controls.tsx'],
  ['@mui/material/Link', 'controls.tsx'],
  ['@mui/material/Typography', 'text.tsx'],
])

function replacementOf(node: ts.Node): string | undefined {
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return undefined
  return replaced.get(node.moduleSpecifier.text)
}

const isSx = (node: ts.Node) =>
  (ts.isJsxAttribute(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node)) &&
  node.name.getText() === 'sx'

/** Places where a file outside the kit gives something a look of its own. */
export function looksOf(file: string, text: string): string[] {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const faults: string[] = []
  const visit = (node: ts.Node): void => {
    const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1
    const kit = replacementOf(node)
    if (kit !== undefined) faults.push(`${file}:${line} imports what web/ui/${kit} replaces`)
    if (isSx(node)) faults.push(`${file}:${line} has an sx; a look belongs to web/ui`)
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return faults
}

/** Refuses `sx` and `Box` outside of web/ui: screens say what stands where in the kit's words. */
export function checkLooks(): void {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.startsWith(join('web', 'ui')),
  )
  if (files.length < fewest) {
    throw new Error(`Only ${files.length} files were read; at least ${fewest} are there.`)
  }
  const faults = files.flatMap((file) => looksOf(file, readFileSync(join(root, file), 'utf8')))
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
