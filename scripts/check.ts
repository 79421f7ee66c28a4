import { checkDocuments } from './check-documents.ts'
import { checkImports } from './check-imports.ts'
import { checkLock } from './check-lock.ts'
import { checkLooks } from './check-looks.ts'
import { checkMigrations } from './check-migrations.ts'
import { checkNames } from './check-names.ts'
import { checkRegularExpressions } from './check-regular-expressions.ts'
import { checkTranslations } from './check-translations.ts'
import { checkWords } from './check-words.ts'
import { print } from './print.ts'
import { checkSchema } from './schema.ts'
import { type Outcome, output, runSteps, type Step } from './steps.ts'

const command = (name: string, ...args: [string, ...string[]]): Step => {
  const [program, ...rest] = args
  return { name, run: async () => void (await output(program, rest)) }
}

const steps: Step[] = [
  command('types', 'tsc', '-p', '.'),
  command('types of the web app', 'tsc', '-p', 'web'),
  command('format and lint', 'biome', 'check', '.'),
  { name: 'import rules', run: checkImports },
  { name: 'looks are in the kit', run: async () => checkLooks() },
  { name: 'the lock has every platform', run: checkLock },
  command('unused files, exports and libraries', 'knip', '--no-progress'),
  { name: 'retired words', run: checkWords },
  { name: 'one meaning for each exported name', run: checkNames },
  { name: 'documents name what is there', run: checkDocuments },
  { name: 'regular expressions', run: checkRegularExpressions },
  { name: 'migrations let the last release run beside them', run: checkMigrations },
  { name: 'schema and its types', run: checkSchema },
  { name: 'translations', run: checkTranslations },
]

export const check = (): Promise<Outcome> => runSteps(steps)

if (import.meta.main) {
  const { passed, failed } = await check()
  print(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
