import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The files that `COPY . .` of deploy/Dockerfile takes, by the rules of .dockerignore. */

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/**
 * A pattern matches at the root alone, unlike git's; `**` is any number of folders; a folder
 * includes its content.
 */
function matcher(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*\/|\*|[.+?^${}()|[\]\\]/g, (sign) => {
    if (sign === '**/') return '(?:.*/)?'
    return sign === '*' ? '[^/]*' : `\\${sign}`
  })
  return new RegExp(`^${source}(?:/.*)?$`)
}

const rules = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ lets: line.startsWith('!'), matches: matcher(line.replace(/^!/, '')) }))

/** The last rule that says something about a path decides. */
const isIn = (path: string) => rules.findLast(({ matches }) => matches.test(path))?.lets ?? true

test.each([
  '.env',
  '.env.production',
  'deploy/.env',
  'deploy/mac.key',
  'deploy/secrets/signer',
  'mac.key',
  'server/.env.local',
  'server/signer.key',
  'scripts/tls.pem',
  'data/secrets/signer.key',
  'quincena.dump',
  'scripts/employees.csv',
  'server/quincena.log',
  '.git/config',
  'node_modules/fastify/package.json',
  'a-file-of-tomorrow',
])('%s stays out of the image', (path) => {
  expect(isIn(path)).toBe(false)
})

test('the whole of the program is in the image', () => {
  const folders = ['contract', 'domain', 'scripts', 'server', 'web']
  const tracked = execFileSync('git', ['ls-files', '-z', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = tracked.split('\0').filter((path) => path !== '')
  expect(files).toContain('server/main.ts')
  expect(files.filter((path) => !isIn(path))).toEqual([])
})

test('so is what the steps of its build read', () => {
  const copied = [...read('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, sources = '']) => sources.split(' ').filter((source) => source !== '.'),
  )
  expect(copied).toEqual(['package.json', 'package-lock.json', '.npmrc'])
  // The configuration that the web app's compiler extends.
  expect(read('web/tsconfig.json')).toContain('"../tsconfig.json"')
  expect([...copied, 'tsconfig.json'].filter((path) => !isIn(path))).toEqual([])
})
