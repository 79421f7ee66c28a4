/** The first digits of every phone field. */
export const salvadoranPrefix = '+503'

/** `+503 7841 2265`, as phones are written in Central America; others as they are stored. */
export function phoneText(phone: string): string {
  return phone.replace(/^\+(50[2-7])(\d{4})(\d{4})$/, '+$1 $2 $3')
}

/** The prefix alone, which the field offers, is no number. */
export function readTypedPhone(text: string): string {
  return text.trim() === salvadoranPrefix ? '' : text
}
