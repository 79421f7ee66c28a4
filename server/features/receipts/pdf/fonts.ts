import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { unpackWoff } from './sfnt.ts'

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Also takes a font that fontkit has opened, which its types do not say. */
      registerFont(name: string, src: Font): this
    }
  }
}

/** The product's own letters. Each file has one script's; names may need those of several. */
const families = {
  serif: { name: 'besley', weight: 400, scripts: ['latin', 'latin-ext'] },
  wordmark: { name: 'besley', weight: 500, scripts: ['latin'] },
  sans: {
    name: 'hanken-grotesk',
    weight: 400,
    scripts: ['latin', 'latin-ext', 'vietnamese', 'cyrillic-ext'],
  },
  bold: {
    name: 'hanken-grotesk',
    weight: 600,
    scripts: ['latin', 'latin-ext', 'vietnamese', 'cyrillic-ext'],
  },
  mono: { name: 'spline-sans-mono', weight: 400, scripts: ['latin', 'latin-ext'] },
  monoBold: { name: 'spline-sans-mono', weight: 600, scripts: ['latin', 'latin-ext'] },
} as const
export type Family = keyof typeof families

type Opened = { name: string; font: Font }
const { resolve } = createRequire(import.meta.url)

function open(family: Family): Opened[] {
  const { name, weight, scripts } = families[family]
  return scripts.map((script) => {
    const file = `@fontsource/${name}/files/${name}-${script}-${weight}-normal.woff`
    const font = create(unpackWoff(readFileSync(resolve(file))))
    if (!('layout' in font)) throw new Error(`${file} is a collection`)
    return { name: `${family}-${script}`, font }
  })
}

let opened: Record<Family, Opened[]> | null = null

/** Opened once for the process: the files hardly change, and a page is made in a fifth of the time. */
export function fonts(): Record<Family, Opened[]> {
  opened ??= {
    serif: open('serif'),
    wordmark: open('wordmark'),
    sans: open('sans'),
    bold: open('bold'),
    mono: open('mono'),
    monoBold: open('monoBold'),
  }
  return opened
}

/** The parts of a text by the font that has their letters; the first font shows what none has. */
export function runsOf(family: Family, text: string): { name: string; text: string }[] {
  const candidates = fonts()[family]
  const runs: { name: string; text: string }[] = []
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const { name } = candidates.find(({ font }) => font.hasGlyphForCodePoint(code)) ??
      candidates[0] ?? { name: '' }
    const last = runs.at(-1)
    if (last?.name === name) last.text += letter
    else runs.push({ name, text: letter })
  }
  return runs
}
