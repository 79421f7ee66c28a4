import type { PaymentPreview } from '#contract/payments.ts'
import { parseBtc } from '#domain/money.ts'
import type { ShownPayroll } from './answers.ts'
import { codesOf } from './compare-press.ts'
import type { Disagreements } from './disagreements.ts'
import { knownOfStatus } from './known.ts'

/**
 * Refusals that the status leaves aside: money has codes of its own, price and node come back by themselves
 * (503), and held people and the 72 hours only ask.
 */
const aside: ReadonlySet<string> = new Set([
  'ALREADY_PAID',
  'PRICE_UNAVAILABLE',
  'NODE_UNAVAILABLE',
  'INSUFFICIENT_FUNDS',
  'HELD_ADDRESSES',
  ...knownOfStatus,
])

/** Codes of an open payment or withdrawal. */
const underWay: ReadonlySet<string> = new Set(['awaitsApproval', 'awaitsNode', 'sent'])
/** Stops that hold whatever else is so. */
const stops: ReadonlySet<string> = new Set([
  'COMPANY_FROZEN',
  'PAYMENTS_STOPPED',
  'WALLET_AHEAD_OF_RECORDS',
])

/** The status of list, page and preview, beside what a plain press would be refused for. */
export function compareStatus(
  as: string,
  { listed, page }: ShownPayroll,
  preview: PaymentPreview,
  to: Disagreements,
): void {
  const ofAll = ({ status, toFund, employees, cryptoAddress }: ShownPayroll['page']) => ({
    status,
    toFund,
    employees,
    cryptoAddress,
  })
  to.same(`${as}: list and page`, ofAll(listed), ofAll(page))
  to.same(`${as}: status of preview and page`, preview.status, page.status)
  to.same(`${as}: people of the status and of the payroll`, page.status.people, page.employees)
  compareCode(as, page, preview, to)
}

function compareCode(
  as: string,
  { status, toFund }: ShownPayroll['page'],
  preview: PaymentPreview,
  to: Disagreements,
): void {
  to.saw(`status ${status.code}`)
  const codes = codesOf(preview)
  const refusals = codes.filter((code) => !aside.has(code))
  const lacks = codes.includes('INSUFFICIENT_FUNDS')
  const facts = { status, codes, missing: preview.missing, toFund, ofPreview: preview.toFund }
  const says = (what: string, isSo: boolean) =>
    to.holds(`${as}: ${status.code}, ${what}`, isSo, facts)
  const isInProgress = refusals.includes('PAYMENT_IN_PROGRESS')
  if (underWay.has(status.code)) says('so a press is in progress', isInProgress)
  switch (status.code) {
    case 'stopped': {
      const stop = refusals.find((code) => stops.has(code)) ?? refusals[0]
      says(`the reason is ${stop}`, status.reason === stop)
      break
    }
    case 'noPeople':
      says('a press finds nobody', refusals.includes('PAYROLL_HAS_NO_EMPLOYEES'))
      break
    case 'ready':
      says('nothing refuses', refusals.length === 0)
      says('the funds suffice', !lacks)
      break
    case 'fundsOnTheWay':
    case 'short': {
      // Without a price nobody knows how much a salary is in bitcoin.
      if (preview.usdRate === 0) break
      says('the funds do not suffice', lacks)
      says('the preview asks for as much', toFund.usd === preview.toFund.usd)
      const isOnTheWay = parseBtc(preview.toFund.btc) === 0n
      says('it is on its way, or not', isOnTheWay === (status.code === 'fundsOnTheWay'))
      break
    }
    case 'paid':
    case 'paidInPart':
      says('nothing stops it', !refusals.some((code) => stops.has(code)))
      break
  }
}
