import { plainLetters } from './plain-letters.ts'

/** Words in the place of a document that somebody does not have, as `plainLetters` leaves them. */
const fillers = new Set(
  [
    'na nd sn no none null nil pending unknown notapplicable notavailable tbd ref value',
    'ninguno ninguna pendiente nulo nula noaplica notiene nohay sindui sinnit sindocumento valor',
    'nessuno nessuna nessundocumento insospeso nonapplicabile nondisponibile',
    'nenhum nenhuma pendente naoaplica naoseaplica naotem semdocumento',
  ].flatMap((words) => words.split(' ')),
)

const wordOf = (key: string) => key.replaceAll(/[0-9]/g, '')

/**
 * Whether a text stands in the place of a document and says that there is none: `N/A`, `#N/D`, `-`,
 * `0`, `pendiente`. A blank one says nothing.
 */
export function isFiller(text: string): boolean {
  // Nearly every document has one.
  if (/[1-9]/.test(text)) return false
  const key = plainLetters(text)
  return text.trim() !== '' && (/^0*$/.test(key) || fillers.has(key))
}

/** The shortest filler that no document begins with: `SN12345` is a passport's number. */
const longFiller = 4

/**
 * The key by which documents are told apart, however they are grouped: letters and figures, at least
 * five of them, and one figure. Null for a text that cannot be a document, which never identifies
 * anybody. `identification_key` of the database answers alike.
 */
export function documentKey(text: string): string | null {
  const key = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  if ([...key].length < 5 || !/[1-9]/.test(key)) return null
  const word = wordOf(plainLetters(key))
  return word.length >= longFiller && fillers.has(word) ? null : key
}
