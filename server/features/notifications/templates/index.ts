import type { Language } from '#contract/languages.ts'
import {
  accountAlarm,
  approvalSettingsChanged,
  companyFrozen,
  companyUnfrozen,
  emailChanged,
  factorChanged,
  factorsChanged,
  newDevice,
  passwordChanged,
  payDataChanged,
  phoneChanged,
} from './account.ts'
import {
  accountChanged,
  accountReported,
  addressChanged,
  addressReported,
  contactChanged,
  contactReported,
} from './addresses.ts'
import {
  approvalAsked,
  approvalDecided,
  changeCode,
  changeWaits,
  rulesChanged,
} from './approvals.ts'
import {
  consolidationCode,
  contactCode,
  passwordReset,
  paymentCode,
  signInCodeMessage,
  stepUpCode,
  withdrawalCode,
} from './codes.ts'
import {
  employeeInvitation,
  employeeLink,
  notArrived,
  ownAddressChanged,
  ownShareChanged,
  payoutCode,
} from './employees.ts'
import {
  batchWaits,
  paymentCancelled,
  paymentFailed,
  paymentHeld,
  paymentRejected,
  paymentRemoved,
  paymentReorganised,
} from './endings.ts'
import { depositArrived, depositLost, withdrawalDone } from './funds.ts'
import type { Template } from './letter.ts'
import { paydayHeld, paydayMissed, paydayReminder } from './paydays.ts'
import { paymentAsked, payrollPaid } from './payments.ts'
import { receipt, receiptOnItsWay } from './receipts.ts'
import { html, renderPlainText } from './render.ts'
import { sweepChanged } from './sweeps.ts'
import { teamChanged, teamInvitationMessage } from './team.ts'

/** Every mail and text message of the program. */
export const templates = {
  signInCode: signInCodeMessage,
  paymentCode,
  consolidationCode,
  withdrawalCode,
  stepUpCode,
  changeCode,
  contactCode,
  passwordReset,
  newDevice,
  passwordChanged,
  factorChanged,
  factorsChanged,
  phoneChanged,
  emailChanged,
  approvalSettingsChanged,
  rulesChanged,
  changeWaits,
  accountAlarm,
  teamInvitation: teamInvitationMessage,
  teamChanged,
  employeeLink,
  employeeInvitation,
  payoutCode,
  ownAddressChanged,
  ownShareChanged,
  notArrived,
  payDataChanged,
  accountChanged,
  accountReported,
  addressChanged,
  addressReported,
  contactChanged,
  contactReported,
  companyFrozen,
  companyUnfrozen,
  payrollPaid,
  paydayReminder,
  paydayHeld,
  paydayMissed,
  receipt,
  receiptOnItsWay,
  paymentAsked,
  approvalAsked,
  approvalDecided,
  batchWaits,
  paymentHeld,
  paymentFailed,
  paymentRemoved,
  paymentReorganised,
  paymentRejected,
  paymentCancelled,
  depositArrived,
  depositLost,
  withdrawalDone,
  sweepChanged,
}

export type TemplateName = keyof typeof templates
export type ParamsOf<Name extends TemplateName> =
  (typeof templates)[Name] extends Template<infer Params> ? Params : never
/** A template with its parameters. */
export type Content = {
  [Name in TemplateName]: { template: Name; params: ParamsOf<Name> }
}[TemplateName]

export type Rendered = { subject: string; text: string; html: string | null }

/**
 * Renders a message as it is stored and sent. A text message has no subject of its own; lists show
 * one.
 */
export function render(
  { template, params }: Content,
  via: 'EMAIL' | 'SMS',
  language: Language,
  freezeUrl: string | null = null,
): Rendered {
  // The type Content pairs name and params; the lookup loses that.
  const { write } = templates[template] as unknown as Template<typeof params>
  const letter = write(params, language)
  const { subject, sms } = letter
  return via === 'SMS'
    ? { subject, text: sms, html: null }
    : {
        subject,
        text: renderPlainText(letter, language, freezeUrl),
        html: html(letter, language, freezeUrl),
      }
}
