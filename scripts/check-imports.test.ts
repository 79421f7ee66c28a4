import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Files, what each imports, and the rules that this breaks. */
const house: Record<string, { imports: string[]; breaks: string[] }> = {
  'server/ports.ts': { imports: [], breaks: [] },
  'server/main.ts': { imports: ['server/adapters/node.ts'], breaks: [] },
  'server/features/pay/index.ts': { imports: ['server/ports.ts'], breaks: [] },
  'server/features/pay/store.ts': { imports: ['server/features/pay/index.ts'], breaks: [] },
  'server/adapters/node.ts': { imports: ['server/ports.ts', 'domain/money.ts'], breaks: [] },
  'web/features/pay/api.ts': { imports: ['contract/pay.ts', 'domain/money.ts'], breaks: [] },
  'web/shared/price.ts': {
    imports: ['contract/pay.ts', 'domain/money.ts', 'web/ui/field.ts', 'web/lib/api.ts'],
    breaks: [],
  },
  'web/ui/field.ts': { imports: ['contract/fields.ts', 'web/lib/api.ts'], breaks: [] },
  'web/lib/api.ts': { imports: ['contract/http.ts', 'contract/texts/keys.ts'], breaks: [] },
  'web/features/pay/dialog.ts': {
    imports: ['web/shared/price.ts', 'web/ui/field.ts', 'web/lib/api.ts'],
    breaks: [],
  },
  'web/app/router.ts': { imports: ['web/features/pay/api.ts'], breaks: [] },
  'domain/money.ts': { imports: [], breaks: [] },
  'contract/pay.ts': { imports: ['domain/money.ts'], breaks: [] },
  'contract/fields.ts': { imports: [], breaks: [] },
  'contract/http.ts': { imports: [], breaks: [] },
  'contract/texts/keys.ts': { imports: [], breaks: [] },
  'contract/texts/index.ts': { imports: ['contract/texts/keys.ts'], breaks: [] },

  'domain/bad.ts': { imports: ['contract/pay.ts'], breaks: ['domain-is-pure'] },
  'domain/clock.ts': { imports: ['node:fs'], breaks: ['domain-is-pure'] },
  'contract/bad.ts': { imports: ['server/ports.ts'], breaks: ['contract-is-shared'] },
  'server/features/users/bad.ts': {
    imports: ['server/features/pay/store.ts', 'server/adapters/node.ts'],
    breaks: ['feature-by-its-index', 'feature-without-adapters', 'only-main-builds-adapters'],
  },
  'server/adapters/bad.ts': {
    imports: ['server/features/pay/index.ts'],
    breaks: ['adapter-knows-ports-and-domain'],
  },
  'server/platform/http/bad.ts': {
    imports: ['server/authorization/order.ts'],
    breaks: ['platform-is-lowest'],
  },
  'server/authorization/order.ts': { imports: ['domain/money.ts'], breaks: [] },
  'server/authorization/bad.ts': {
    imports: ['server/features/pay/index.ts'],
    breaks: ['authorization-is-shared'],
  },
  'server/signer/bad.ts': {
    imports: ['server/features/pay/index.ts'],
    breaks: ['signer-is-alone'],
  },
  'web/features/users/bad.ts': {
    imports: ['web/features/pay/api.ts'],
    breaks: ['web-feature-by-its-index'],
  },
  'web/features/pay/index.ts': { imports: ['web/features/pay/api.ts'], breaks: [] },
  'web/features/team/good.ts': { imports: ['web/features/pay/index.ts'], breaks: [] },
  'web/features/users/worse.ts': {
    imports: ['web/app/router.ts'],
    breaks: ['web-feature-by-its-index'],
  },
  'web/shared/bad.ts': {
    imports: ['web/features/pay/api.ts'],
    breaks: ['web-shared-below-features'],
  },
  'web/shared/worse.ts': {
    imports: ['web/app/router.ts'],
    breaks: ['web-shared-below-features'],
  },
  'web/ui/bad.ts': {
    imports: ['web/features/pay/api.ts'],
    breaks: ['web-kit-knows-no-payroll'],
  },
  'web/ui/payroll.ts': { imports: ['contract/pay.ts'], breaks: ['web-kit-knows-no-payroll'] },
  'web/ui/price.ts': { imports: ['web/shared/price.ts'], breaks: ['web-kit-knows-no-payroll'] },
  'web/lib/money.ts': { imports: ['domain/money.ts'], breaks: ['web-kit-knows-no-payroll'] },
  'web/start.ts': {
    imports: ['web/features/pay/api.ts'],
    breaks: ['web-app-loads-features'],
  },
  'contract/texts/fill.ts': { imports: [], breaks: [] },
  'web/my-pay/page.ts': { imports: ['contract/texts/fill.ts'], breaks: [] },
  'web/lib/worse.ts': {
    imports: ['contract/texts/index.ts'],
    breaks: ['browser-without-all-texts'],
  },
  'web/lib/bad.ts': { imports: ['server/ports.ts'], breaks: ['server-and-web-apart'] },
  'server/platform/one.ts': { imports: ['server/platform/two.ts'], breaks: ['no-circular'] },
  'server/platform/two.ts': { imports: ['server/platform/one.ts'], breaks: ['no-circular'] },
}

let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'quincena-imports-'))
  for (const file of ['.dependency-cruiser.cjs', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, file), join(copy, file))
  }
  for (const [file, { imports }] of Object.entries(house)) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    const lines = imports.map((name) => `import '${name.includes(':') ? name : `#${name}`}'`)
    writeFileSync(join(copy, file), `${lines.join('\n')}\nexport {}\n`)
  }
})
afterAll(() => rmSync(copy, { recursive: true }))

test('each rule of who may import whom bites, and what is allowed passes', () => {
  const { stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/depcruise'),
    ['contract', 'domain', 'server', 'web', '--output-type', 'json'],
    { cwd: copy, encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  const { violations } = JSON.parse(stdout).summary as {
    violations: { from: string; rule: { name: string } }[]
  }
  const broken = (file: string) =>
    violations.filter(({ from }) => from === file).map(({ rule }) => rule.name)
  for (const [file, { breaks }] of Object.entries(house)) {
    // A cycle is reported once, at either of its files.
    if (breaks[0] === 'no-circular') continue
    expect(new Set(broken(file)), file).toEqual(new Set(breaks))
  }
  expect(violations.filter(({ rule }) => rule.name === 'no-circular')).not.toEqual([])
})
