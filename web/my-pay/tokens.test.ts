import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dark, light, type Tokens } from '#web/app/theme/tokens.ts'

const css = readFileSync(join(import.meta.dirname, 'styles/tokens.css'), 'utf8')
const [lightBlock = '', darkBlock = ''] = css.split('@media')

const coloursOf = (block: string) =>
  [...block.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name = '', colour]) => [
    name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    colour?.toUpperCase(),
  ])

test.each([
  ['light', lightBlock, light],
  ['dark', darkBlock, dark],
] as [string, string, Tokens][])("in %s the page's colours are the theme's", (_, block, tokens) => {
  const colours = coloursOf(block)
  expect(colours.length).toBeGreaterThan(15)
  for (const [name, colour] of colours)
    expect([name, tokens[name as keyof Tokens]]).toEqual([name, colour])
})
