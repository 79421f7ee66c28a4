/** Salaries as people write them in spreadsheets. No amount passes through a floating-point number. */

/** The amounts in cents that a cell may stand for. */
type MayBe = [bigint, bigint, bigint?]

export type ReadSalary =
  | { ok: true; usdCents: bigint }
  | { ok: false; fault: 'empty' | 'notANumber' | 'rounded' }
  /** The reading with thousands stands first for an ambiguous cell. */
  | { ok: false; fault: 'ambiguous' | 'decimals'; mayBe: MayBe }

const fail = (fault: 'empty' | 'notANumber' | 'rounded'): ReadSalary => ({ ok: false, fault })

/** `text` without the dollar sign and without the spaces that some countries group digits with. */
function digitsOf(text: string): string {
  return text
    .replaceAll(/[\s'’]/gu, '')
    .replace(/^(-?)(US\$|USD|\$)/i, '$1')
    .replace(/(US\$|USD|\$)$/i, '')
}

/** Decimals beyond the eighth are noise of a spreadsheet's binary numbers: 650.1500000000001. */
const exactDecimals = 8

/** The cents below and above an amount; both are the same where it has no fraction of a cent. */
function centsAround(whole: string, decimals: string): [bigint, bigint] {
  if (decimals.length <= 2) {
    const cents = BigInt(whole + decimals.padEnd(2, '0'))
    return [cents, cents]
  }
  const exact = BigInt(whole + decimals.slice(0, exactDecimals).padEnd(exactDecimals, '0'))
  const isUp = (decimals[exactDecimals] ?? '0') >= '5'
  const digits = (isUp ? exact + 1n : exact).toString().padStart(exactDecimals + 1, '0')
  const cents = BigInt(digits.slice(0, 2 - exactDecimals))
  return [cents, /^0+$/.test(digits.slice(2 - exactDecimals)) ? cents : cents + 1n]
}

function amount(whole: string, decimals: string): ReadSalary {
  if (whole.length > 15) return { ok: true, usdCents: 10n ** 17n }
  const [down, up] = centsAround(whole, decimals)
  return down === up
    ? { ok: true, usdCents: down }
    : { ok: false, fault: 'decimals', mayBe: [down, up] }
}

const isGrouped = (groups: readonly string[]): boolean =>
  groups.every((group, index) => (index === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(group))

/**
 * Cents of a cell. `1.250,50` and `1,250.50` are the same amount; `1.234` and `1,234` could be two
 * different ones each, so they are none. The least and greatest salary are not checked here.
 */
export function readSalary(text: string): ReadSalary {
  const bare = digitsOf(text)
  if (bare === '') return fail('empty')
  if (/^[+-]?\d+([.,]\d+)?E[+-]?\d+$/i.test(bare)) return fail('rounded')
  const negative = bare.startsWith('-')
  const read = unsigned(negative ? bare.slice(1) : bare.replace(/^\+/, ''))
  return read.ok && negative ? { ok: true, usdCents: -read.usdCents } : read
}

function unsigned(text: string): ReadSalary {
  if (!/^\d[\d.,]*$/.test(text)) return fail('notANumber')
  const signs = text.replaceAll(/\d/g, '')
  const last = signs.at(-1)
  if (last === undefined) return amount(text, '')
  const parts = text.split(last)
  if (signs.length === 1) return oneSign(parts[0] ?? '', parts[1] ?? '')
  const same = [...signs].every((sign) => sign === last)
  if (same) return isGrouped(parts) ? amount(parts.join(''), '') : fail('notANumber')
  // A number with points and commas: the last sign is the decimal one and stands once, the other
  // groups thousands.
  const [whole = '', decimals = ''] = parts
  if (parts.length !== 2 || decimals === '') return fail('notANumber')
  const groups = whole.split(last === '.' ? ',' : '.')
  return isGrouped(groups) ? amount(groups.join(''), decimals) : fail('notANumber')
}

function oneSign(whole: string, decimals: string): ReadSalary {
  if (decimals === '') return fail('notANumber')
  if (decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) {
    const [thousands] = centsAround(whole + decimals, '')
    const [down, up] = centsAround(whole, decimals)
    const mayBe: MayBe = down === up ? [thousands, down] : [thousands, down, up]
    return { ok: false, fault: 'ambiguous', mayBe }
  }
  return amount(whole, decimals)
}
