import type { Language } from '#contract/languages.ts'
import {
  approvalSettingsChanged,
  emailChanged,
  factorChanged,
  newDevice,
  passwordChanged,
  phoneChanged,
} from './account.ts'
import { accountAlarm } from './alarms.ts'
import { paymentAsked } from './asked.ts'
import { passwordReset, paymentCode, signInCode, withdrawalCode } from './codes.ts'
import { paymentCancelled, paymentRejected } from './endings.ts'
import { companyFrozen, companyUnfrozen } from './freezing.ts'
import { depositArrived, depositLost, withdrawalDone } from './funds.ts'
import { paymentHeld } from './held.ts'
import type { Template } from './letter.ts'
import { payDataChanged } from './pay-data.ts'
import { paymentFailed, paymentRemoved, payrollPaid } from './payments.ts'
import { html, plainText } from './render.ts'
import { paymentReorganised } from './reorganised.ts'
import { contactCode, stepUpCode } from './step-up.ts'
import { wordsOf } from './words.ts'

/** Everything the program ever says by mail or text message. */
export const templates = {
  signInCode,
  paymentCode,
  withdrawalCode,
  stepUpCode,
  contactCode,
  passwordReset,
  newDevice,
  passwordChanged,
  factorChanged,
  phoneChanged,
  emailChanged,
  approvalSettingsChanged,
  accountAlarm,
  payDataChanged,
  companyFrozen,
  companyUnfrozen,
  payrollPaid,
  paymentAsked,
  paymentHeld,
  paymentFailed,
  paymentRemoved,
  paymentReorganised,
  paymentRejected,
  paymentCancelled,
  depositArrived,
  depositLost,
  withdrawalDone,
}

export type TemplateName = keyof typeof templates
export type ParamsOf<Name extends TemplateName> =
  (typeof templates)[Name] extends Template<infer Params> ? Params : never
/** A template with what it needs to know. */
export type Content = {
  [Name in TemplateName]: { template: Name; params: ParamsOf<Name> }
}[TemplateName]

export type Rendered = { subject: string; text: string; html: string | null }

/** A message as it is stored and sent. A text message has no subject of its own; lists show it. */
export function render(
  { template, params }: Content,
  via: 'EMAIL' | 'SMS',
  language: Language,
  freezeUrl: string | null = null,
): Rendered {
  // Name and params belong together by the type of Content; the table has forgotten which.
  const { write } = templates[template] as unknown as Template<typeof params>
  const letter = write[language](params, wordsOf(language))
  const { subject, sms } = letter
  return via === 'SMS'
    ? { subject, text: sms, html: null }
    : {
        subject,
        text: plainText(letter, language, freezeUrl),
        html: html(letter, language, freezeUrl),
      }
}
