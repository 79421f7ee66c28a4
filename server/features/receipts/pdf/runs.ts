import type { Font } from 'fontkit'
import { isPrinted } from '#domain/printed-letters.ts'
import { findScript, isRightToLeft, type ScriptName } from './scripts.ts'

/** A part of a text in one font; null: the font that the text was to have. */
export type TextRun = { script: ScriptName | null; text: string }

/** In the place of a letter that no font has, of which the form and the import warned. */
const missing = '?'

/** Splits a text at changes of font. */
export function runsOf(text: string, own: Font): TextRun[] {
  const runs: TextRun[] = []
  for (const letter of text.normalize('NFC')) {
    const isOwn = own.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
    const script = isOwn || !isPrinted(letter) ? null : findScript(letter)
    const drawn = isOwn || script !== null ? letter : missing
    const last = runs.at(-1)
    if (last?.script === script) last.text += drawn
    else runs.push({ script, text: drawn })
  }
  return runs
}

const isRightwards = ({ script }: TextRun) => script !== null && isRightToLeft(script)
const isNeutral = ({ text }: TextRun) => !/[\p{L}\p{N}]/u.test(text)

/**
 * The runs in the order in which they stand: words of a script from right to left, and what is between
 * them, in reverse.
 */
export function inVisualOrder(runs: readonly TextRun[]): TextRun[] {
  const ordered: TextRun[] = []
  let reversedFrom: number | null = null
  let between: TextRun[] = []
  for (const run of runs) {
    if (isRightwards(run)) {
      reversedFrom ??= ordered.length
      ordered.splice(reversedFrom, 0, run, ...between.toReversed())
      between = []
    } else if (reversedFrom !== null && isNeutral(run)) {
      between.push(run)
    } else {
      ordered.push(...between, run)
      between = []
      reversedFrom = null
    }
  }
  return [...ordered, ...between]
}
