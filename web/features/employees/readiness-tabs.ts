import { useSearchParams } from 'react-router'
import type { Readiness } from '#contract/employees.ts'
import { narrowedBy } from '#web/lib/use-list-params.ts'
import type { ReadinessCounts } from '#web/shared/readiness/is-readiness-shown.ts'

/** Tabs in their order; somebody who lacks only an invitation or an e-mail can be paid. */
export const tabs = ['all', 'ready', 'noAddress', 'noConsent', 'addressHeld'] as const
export type ReadinessTab = (typeof tabs)[number]

const members: Record<ReadinessTab, readonly Readiness[]> = {
  all: [],
  ready: ['ready', 'notInvited', 'noEmail'],
  noAddress: ['noAddress'],
  noConsent: ['noConsent'],
  addressHeld: ['addressHeld', 'accountHeld'],
}

/** Readiness as the query takes it: any of these, and everybody where it is blank. */
export const readinessQuery: Record<ReadinessTab, string> = {
  all: '',
  ready: members.ready.join(','),
  noAddress: 'noAddress',
  noConsent: 'noConsent',
  addressHeld: members.addressHeld.join(','),
}

export const countOf = ({ counts }: ReadinessCounts, tab: ReadinessTab): number =>
  (tab === 'all' ? Object.values(counts) : members[tab].map((one) => counts[one])).reduce(
    (sum, count) => sum + count,
    0,
  )

/** The tab, kept in the address bar as the page is. */
export function useReadinessTab() {
  const [params, setParams] = useSearchParams()
  const chosen = params.get('para-cobrar')
  return {
    tab: tabs.find((one) => one === chosen) ?? 'all',
    setTab: (tab: ReadinessTab) => setParams(narrowedBy('para-cobrar', tab === 'all' ? '' : tab)),
  }
}
