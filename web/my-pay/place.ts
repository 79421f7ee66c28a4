import type { EmployeeMe, EmployeePayments } from '#contract/employee-page.ts'

/** Why somebody is asked for a link: at first, after leaving, by an old link, after 15 minutes. */
export type Why = 'first' | 'left' | 'link' | 'session'

export type OwnPayment = EmployeePayments['payments'][number]

/** Whether somebody can say of a payment that it arrived: it is in a block, or marked as paid. */
export const mayHaveArrived = ({ state, bitcoinUsd, dollarsPaid }: OwnPayment): boolean =>
  bitcoinUsd > 0 ? state === 'confirmed' : dollarsPaid !== null && state !== 'failed'

/** The first payday that is neither planned nor prepared: what is changed now counts from it. Null: it has no date. */
export const changesCountFrom = ({ countsFrom, next }: EmployeeMe): string | null =>
  countsFrom ? countsFrom.next : (next?.at ?? null)

/** All that is shown of an employee, as it was at `at`. */
export interface OwnAnswers {
  me: EmployeeMe
  payments: EmployeePayments
  at: string
}

export type PagePlace =
  | { at: 'ask'; why: Why }
  | { at: 'enter'; token: string }
  | { at: 'opening' }
  | { at: 'failed'; sentence: string }
  | { at: 'page'; mine: OwnAnswers }

/** The token of a mail's link: in the fragment, which no server and no log sees. */
export const tokenOfAddress = (): string | null =>
  /^#t=([\w-]+)$/.exec(window.location.hash)?.[1] ?? null

/** The address without the token, which is used up. */
export function dropToken() {
  window.history.replaceState(null, '', window.location.pathname)
}
