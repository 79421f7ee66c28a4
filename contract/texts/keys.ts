import type spanish from './es.json'

/**
 * The keys of the texts, as types alone: the browser loads the texts themselves from a file of its
 * language. A key that one language lacks does not compile (`index.ts`).
 */
export type TextsOfLanguage = typeof spanish

/** The sentence of an answer that succeeded. */
export type AnswerText = keyof TextsOfLanguage['answers']
export type FieldText = keyof TextsOfLanguage['fields']
/** A text about a file of employees, or about its cells besides the form's own rules. */
export type CsvText = keyof TextsOfLanguage['csv']
/** A text about one cell. */
export type CellText = FieldText | CsvText
/** The heading of a column of an exported file. */
export type ColumnText = keyof TextsOfLanguage['exports']['columns']
/** The name of an exported file. */
export type FileText = keyof TextsOfLanguage['exports']['files']
export type SandboxText = keyof TextsOfLanguage['sandbox'] | FieldText

type Mails = TextsOfLanguage['mails']
/** A kind of message by mail or SMS. */
export type MailKind = keyof Mails['kinds']
/** The label of a row of a mail. */
export type FactText = keyof Mails['facts']
