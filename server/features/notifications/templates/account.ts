import { fill } from '#contract/texts/fill.ts'
import type { ListedChanges } from './changes.ts'
import { message } from './message.ts'

/** Notices about an account; none contains a secret. */
const notice = { secret: false, freezes: true } as const

/** `device`: the browser's name for itself. */
export const newDevice = message(
  'newDevice',
  notice,
  (
    { at, device, ip, url }: { at: Date; device: string; ip: string; url: string },
    texts,
    { when, name },
  ) => ({
    ...texts,
    facts: [
      ['date', when(at)],
      ['device', name(device)],
      ['ip', ip],
    ],
    url,
    values: { at: when(at) },
  }),
)

export const passwordChanged = message(
  'passwordChanged',
  notice,
  ({ at }: { at: Date }, texts, { when }) => ({ ...texts, values: { at: when(at) } }),
)

/** Two-factor was switched on or off, or changed its channel, by the user or the operator. */
export const factorChanged = message(
  'factorChanged',
  notice,
  (
    { at, enabled, via }: { at: Date; enabled: boolean; via: 'EMAIL' | 'SMS' },
    texts,
    { when },
  ) => ({ ...texts, values: { at: when(at), now: texts.now[enabled ? via : 'off'] } }),
)

/** Keys, app or recovery codes changed; `name` is a passkey's. */
export const factorsChanged = message(
  'factorsChanged',
  notice,
  (
    { at, what, name: key }: { at: Date; what: FactorsChange; name: string | null },
    texts,
    { when, name },
  ) => {
    const now = fill(texts.now[what], { name: name(key ?? '') })
    return { ...texts, values: { at: when(at), now } }
  },
)
type FactorsChange =
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'appAdded'
  | 'appRemoved'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
  | 'reset'

/** `phone` is the new one, null where it was removed. The old phone gets the notice as well. */
export const phoneChanged = message(
  'phoneChanged',
  notice,
  ({ at, phone }: { at: Date; phone: string | null }, texts, { when }) => {
    const { changed, removed } = texts.now
    const now = phone === null ? removed : fill(changed, { digits: phone.slice(-4) })
    return { ...texts, values: { at: when(at), now } }
  },
)

/** The notice to the old e-mail; `email` is the new one, masked. */
export const emailChanged = message(
  'emailChanged',
  notice,
  ({ at, email }: { at: Date; email: string }, texts, { when, name }) => ({
    ...texts,
    values: { at: when(at), email: name(email) },
  }),
)

/**
 * The payments that a company wants approved from now on; `overUsdCents` null: approval depends on
 * no amount.
 */
export const approvalSettingsChanged = message(
  'approvalSettingsChanged',
  notice,
  (
    {
      at,
      who,
      overUsdCents,
      changedAddresses,
    }: { at: Date; who: string; overUsdCents: bigint | null; changedAddresses: boolean },
    texts,
    { when, name, usd },
  ) => ({
    ...texts,
    facts: [
      ['date', when(at)],
      ['who', name(who)],
      [
        'largePayments',
        overUsdCents === null ? texts.asksNot : fill(texts.over, { amount: usd(overUsdCents) }),
      ],
      ['changedAddresses', changedAddresses ? texts.asks : texts.asksNot],
    ],
    values: { at: when(at), who: name(who) },
  }),
)

/** An act on an account that a thief may have done. */
export type AlarmKind =
  | 'networkAfterFailures'
  | 'tokenReused'
  | 'codesLocked'
  | 'signInBlocked'
  | 'sessionEnded'

type Alarm = {
  kind: AlarmKind
  at: Date
  /** The account's owner. */
  who: string
  /** The browser's name for itself. */
  device?: string
  ip?: string | null
}

export const accountAlarm = message(
  'accountAlarm',
  notice,
  ({ kind, at, who, device, ip }: Alarm, texts, { when, name }) => ({
    ...texts[kind],
    facts: [
      ['date', when(at)],
      ['account', name(who)],
      ['device', device ? name(device) : null],
      ['ip', ip || null],
    ],
    sms: texts.sms,
    values: { at: when(at), ...texts[kind] },
  }),
)

/**
 * Addresses and salaries of people changed; `who` names the people who changed them, with their IP
 * addresses.
 */
export const payDataChanged = message(
  'payDataChanged',
  notice,
  ({ who, ...changes }: ListedChanges & { who: string }, texts, { name }) => ({
    ...texts,
    facts: [['who', name(who)]],
    changes,
  }),
)

/** A person pressed the freeze link of a mail, which ended all such links. */
export const companyFrozen = message(
  'companyFrozen',
  { secret: false },
  ({ at, ip, url }: { at: Date; ip: string; url: string }, texts, { when }) => ({
    ...texts,
    text: [texts.text, texts.unfreeze],
    facts: [
      ['date', when(at)],
      ['ip', ip],
    ],
    url,
    values: { at: when(at) },
  }),
)

/** `who` is null where the operator did it. */
export const companyUnfrozen = message(
  'companyUnfrozen',
  notice,
  ({ at, who }: { at: Date; who: string | null }, texts, { when, name }) => ({
    ...texts,
    facts: [
      ['date', when(at)],
      ['who', who === null ? texts.operator : name(who)],
    ],
    values: { at: when(at) },
  }),
)
