import type { ChangePayload, OrderedChange } from '#contract/change-orders.ts'
import type { Language } from '#contract/languages.ts'
import { fill } from '#contract/texts/fill.ts'
import { texts } from '#contract/texts/index.ts'
import { usdNumber } from '#domain/money.ts'
import { locales } from '#server/platform/amounts-and-times.ts'
import { shortenAddress } from '#server/platform/observe/audit.ts'

/** The subject of a change in one line. */
export function changeSubject(change: OrderedChange, language: Language): string {
  const named = texts[language].changeOrders
  switch (change.kind) {
    case 'RULES':
      return named.RULES
    case 'ROLE': {
      const { name, role } = change.payload
      return fill(named.ROLE, { name, role: role === null ? named.removed : named.ROLES[role] })
    }
    case 'INVITATION': {
      const { email, role } = change.payload
      return fill(named.INVITATION, { email, role: named.ROLES[role] })
    }
    case 'OCCURRENCE': {
      const { payroll, dueAt, timeZone } = change.payload
      const date = new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeZone })
      return fill(named.OCCURRENCE, { payroll, date: date.format(new Date(dueAt)) })
    }
    case 'SETTINGS':
      return settingsSubject(change.payload, language)
    case 'SWEEP':
      return sweepSubject(change.payload, language)
    case 'FACTOR':
    case 'RESET':
    case 'RELEASE':
      return fill(named[change.kind], { name: change.payload.name })
  }
}

/** A change in one line with all that its code moves: also the address, or the rule. */
export function changeDetail(change: OrderedChange, language: Language): string {
  const subject = changeSubject(change, language)
  if (change.kind === 'RELEASE') return [subject, ...released(change.payload)].join(' · ')
  if (change.kind !== 'RULES') return subject
  const named = texts[language].mails.kinds.rulesChanged
  const dollars = new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'USD' })
  const tiers = change.payload.tiers.map(({ fromUsdCents, approvals }) => {
    const amount = dollars.format(usdNumber(BigInt(fromUsdCents)))
    return fill(named.tier, { amount, approvals: String(approvals) })
  })
  const rule = tiers.length === 0 ? named.noTiers : tiers.join(', ')
  const keys = texts[language].mails.facts.strongOnly
  return `${subject} · ${rule} · ${keys}: ${change.payload.strongOnly ? named.yes : named.no}`
}

const released = ({ address, account }: ChangePayload<'RELEASE'>): string[] =>
  [address === '' ? '' : shortenAddress(address), account].filter(Boolean)

function sweepSubject(
  { what, address, payroll, floorUsdCents }: ChangePayload<'SWEEP'>,
  language: Language,
): string {
  const named = texts[language].changeOrders.SWEEP
  if (what !== 'RULE') return fill(named[what], { address: shortenAddress(address) })
  if (floorUsdCents === null) return fill(named.OFF, { payroll: payroll ?? '' })
  const dollars = new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'USD' })
  const usd = dollars.format(usdNumber(BigInt(floorUsdCents)))
  return fill(named.RULE, { payroll: payroll ?? '', usd })
}

/** Each setting that would become looser, with its new value. */
function settingsSubject(payload: ChangePayload<'SETTINGS'>, language: Language): string {
  const named = texts[language].changeOrders.SETTINGS
  const { overUsdCents, addressHoldHours: hours, salaryGuardPercent, totalGuardPercent } = payload
  const dollars = new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'USD' })
  const number = (value: number) => new Intl.NumberFormat(locales[language]).format(value)
  const parts = [
    hours !== undefined && fill(named.addressHoldHours, { hours: number(hours) }),
    payload.changedAddresses === false && named.changedAddresses,
    overUsdCents === null && named.overAll,
    overUsdCents && fill(named.overUsd, { usd: dollars.format(usdNumber(BigInt(overUsdCents))) }),
    salaryGuardPercent !== undefined &&
      fill(named.salaryGuard, { percent: number(salaryGuardPercent) }),
    totalGuardPercent !== undefined &&
      fill(named.totalGuard, { percent: number(totalGuardPercent) }),
    payload.requireConsent === false && named.requireConsent,
    payload.shareSetBy === 'EMPLOYEE' && named.shareSetBy,
  ]
  return parts.filter((part) => typeof part === 'string').join(' · ')
}
