/**
 * Whether `identification` is written as a DUI (eight digits and a check digit) whose check digit is
 * wrong. The eight are weighted 9 to 2; the check digit brings their sum to a multiple of ten. A
 * warning, never an error: the field also takes NIT, passports and whatever else identifies.
 */
export function isDoubtfulDui(identification: string): boolean {
  const match = /^(\d{8})\s*(?:-\s*)?(\d)$/.exec(identification.trim())
  if (!match) return false
  const [, digits = '', check] = match
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (9 - index), 0)
  return Number(check) !== (10 - (sum % 10)) % 10
}
