import { expect, test } from 'vitest'
import { faultsOfDocument } from './check-documents.ts'

const tree = {
  files: '\n/README.md\n/docs/keys.md\n/server/features/payments/run/run.ts\n',
  scripts: { check: '' },
  read: () => '# Keys\n\n## `SIGNER_KEY`, and what it opens\n',
}
const faultsIn = (text: string) => faultsOfDocument(tree, 'docs/keys.md', text)

test.each([
  ['a path from the root', '`server/features/payments/press.ts`'],
  ['a folder', '`server/signer/`'],
  ['the end of a path', '`send/run.ts`'],
  ['a file by its name', '`press.ts`'],
  ['a command', '`npm run bench -- pay`'],
  ['a link', '[read](README.md)'],
  ['a link to a heading', '[keys](#signer_key)'],
  ['a link to a heading of another page', '[keys](../docs/keys.md#words)'],
])('%s that is not there is refused at its line', (_what, text) => {
  const faults = faultsIn(`\`\`\`text\n${text}\n\`\`\`\n${text}`)
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(/^docs\/keys\.md:4: /)
})

test('paths, commands and links that are there pass', () => {
  const text = `
    \`server/features/\`, \`payments/run/run.ts\`, \`run.ts\`, \`npm run -s check\`,
    [read](../README.md), [folder](../server/features/), [key](#signer_key-and-what-it-opens)`
  expect(faultsIn(text)).toEqual([])
})

test('placeholders, settings, addresses and paths of another machine are no paths', () => {
  const text = `
    \`<noun>.ts\`, \`web/**/*.test.tsx\`, \`texts/{es,en}.json\`, \`DATA_DIR/connections.json\`,
    \`/etc/quincena/mac.key\`, \`10.0.0.0/8\`, \`zod/mini\`, [rclone](https://rclone.org)`
  expect(faultsIn(text)).toEqual([])
})
