/** The eight digits are weighted 9 to 2; the check digit brings their sum to a multiple of ten. */
function isRightDui(digits: string): boolean {
  const sum = [...digits.slice(0, 8)].reduce(
    (total, digit, index) => total + Number(digit) * (9 - index),
    0,
  )
  return Number(digits[8]) === (10 - (sum % 10)) % 10
}

const written = /^(\d{8})\s*(?:-\s*)?(\d)$/

/**
 * Whether `identification` is written as a DUI (eight digits and a check digit) whose check digit is
 * wrong. A warning, never an error: the field also takes NIT, passports and whatever else identifies.
 */
export function isDoubtfulDui(identification: string): boolean {
  const [, digits = '', check = ''] = written.exec(identification.trim()) ?? []
  return digits !== '' && !isRightDui(digits + check)
}

/** A DUI whose first zeros a spreadsheet took for a number's; null: it is none. */
export function duiWithZeros(cell: string): string | null {
  const [, digits] = /^(\d{4,7})-?(\d)$/.test(cell.trim()) ? [cell, cell.replaceAll(/\D/g, '')] : []
  const whole = digits?.padStart(9, '0')
  return whole !== undefined && isRightDui(whole) ? whole : null
}

/** The document of El Salvador that an identification is written as: a DUI has nine digits, a NIT 14. */
export function documentKind(identification: string): 'dui' | 'nit' | 'other' {
  const digits = identification.replaceAll(/[\s-]/g, '')
  if (/^\d{9}$/.test(digits)) return 'dui'
  return /^\d{14}$/.test(digits) ? 'nit' : 'other'
}
