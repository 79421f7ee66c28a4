import type { CsvText } from '#contract/texts/keys.ts'
import { i18n } from '#web/lib/i18n.ts'
import type { WrongCell } from './preview.ts'

/** The server's text about the file, in the person's language. */
export const csvText = (text: CsvText, slots: Record<string, string> = {}): string =>
  i18n.t(`csv.${text}`, slots)

/** A cell's fault as the server would say it. */
export function wrongText({ text, params, address }: WrongCell): string {
  if (address) {
    const { kind, ask, params: slots } = address
    const said = i18n.t(`addressFaults.what.${kind}`, slots)
    return `${i18n.t('addressFaults.start')}${said} ${i18n.t(`addressFaults.ask.${ask}`, slots)}`
  }
  return i18n.t([`csv.${text}`, `fields.${text}`], params ?? {})
}
