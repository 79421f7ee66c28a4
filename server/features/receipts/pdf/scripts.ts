import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'

const { resolve } = createRequire(import.meta.url)

type Script = {
  letters: RegExp
  /** A path that the package exports, or one from the main file of a package that exports no other. */
  file: string | { package: string; beside: string }
  rightToLeft?: boolean
}

/** The fonts of scripts that the product's typefaces lack, 20 MB in all. */
const scripts = {
  arabic: {
    letters: /\p{scx=Arabic}/u,
    file: { package: '@embedpdf/fonts-arabic', beside: '../fonts/NotoNaskhArabic-Regular.ttf' },
    rightToLeft: true,
  },
  hebrew: {
    letters: /\p{scx=Hebrew}/u,
    file: { package: '@embedpdf/fonts-hebrew', beside: '../fonts/NotoSansHebrew-Regular.ttf' },
    rightToLeft: true,
  },
  devanagari: {
    letters: /\p{scx=Devanagari}/u,
    file: '@expo-google-fonts/sarala/400Regular/Sarala_400Regular.ttf',
  },
  korean: {
    letters: /\p{sc=Hangul}/u,
    file: '@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf',
  },
  chinese: {
    letters: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Cyrillic}\p{sc=Greek}]/u,
    file: '@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf',
  },
} as const satisfies Record<string, Script>
export type ScriptName = keyof typeof scripts

const names = Object.keys(scripts) as ScriptName[]

/** The script whose font has this letter; null: none. */
export const findScript = (letter: string): ScriptName | null =>
  names.find((name) => scripts[name].letters.test(letter)) ?? null

export const isRightToLeft = (name: ScriptName): boolean => 'rightToLeft' in scripts[name]

/** The part of fontkit's font that its types leave out: each glyph as it was first asked for. */
type WithGlyphs = Font & { _glyphs: Record<number, unknown> }

const opened = new Map<ScriptName, WithGlyphs>()

/** Opened once a process, as its tables take long to read. A document begins with no glyph of another. */
export function openScript(name: ScriptName): Font {
  const font = opened.get(name) ?? read(name)
  opened.set(name, font)
  font._glyphs = {}
  return font
}

function read(name: ScriptName): WithGlyphs {
  const { file } = scripts[name]
  const path =
    typeof file === 'string' ? resolve(file) : join(dirname(resolve(file.package)), file.beside)
  const font = create(readFileSync(path))
  if (!('layout' in font && '_glyphs' in font)) throw new Error(`${path} is no font of one face`)
  return font as WithGlyphs
}
