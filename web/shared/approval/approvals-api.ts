import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { z } from 'zod/mini'
import {
  type Approval,
  type ApprovalBody,
  type ApprovalList,
  approvalList,
  approvalOptions,
} from '#contract/approvals.ts'
import type { Occurrence } from '#contract/calendar.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh, slowPollMs } from '#web/lib/polling.ts'
import { sendOnce } from '#web/lib/send-once.ts'
import { paths } from '#web/shared/paths.ts'
import { useTeam } from '#web/shared/team/api.ts'
import { useRefresh } from './api.ts'
import { useApprovalRules } from './rules-api.ts'

const atOnce = 100

type Options = { signal: AbortSignal; automatic: boolean }

const readPage = (page: number, limit: number, options: Options) =>
  call(approvalList, '/approvals', { ...options, query: { page, limit } })

async function readAll(options: Options): Promise<ApprovalList> {
  const first = await readPage(1, atOnce, options)
  const approvals = [...first.approvals]
  for (let page = 2; page <= first.pages; page++) {
    approvals.push(...(await readPage(page, atOnce, options)).approvals)
  }
  return { ...first, approvals }
}

const approvalsQuery = queryOptions({
  queryKey: ['approvals', 'all'],
  queryFn: (query) => readAll({ signal: query.signal, automatic: isRefresh(query) }),
  staleTime: 0,
  refetchInterval: slowPollMs,
})

/** Reads now all that waits for approvals. */
export const readAllApprovals = (client: QueryClient): Promise<ApprovalList> =>
  client.fetchQuery(approvalsQuery)

/** All that waits for approvals, for anybody's. */
export const useApprovals = (enabled = true) => useQuery({ ...approvalsQuery, enabled })

/** Whether the page at this path is that of money which waits for others; it has read the list itself. */
export function useIsUnderApproval(pathname: string): boolean {
  const { data } = useApprovals(false)
  const rules = useApprovalRules().data
  return (data?.approvals ?? []).some(
    (approval) =>
      isOthers(approval, rules?.strongOnly === true) &&
      (approval.payment?.transactions ?? [approval.transaction]).some(
        (one) => one !== null && paths.transaction(one._id) === pathname,
      ),
  )
}

/** How many of them wait for the person in front of the screen. */
export function useWaitingForMe(enabled: boolean): number {
  const { data } = useQuery({
    queryKey: ['approvals', 'count'],
    queryFn: (query) => readPage(1, 1, { signal: query.signal, automatic: isRefresh(query) }),
    staleTime: 0,
    refetchInterval: slowPollMs,
    enabled,
  })
  return data?.waitingForMe ?? 0
}

/** Whether others may have to approve: from the first rule or second person on. Undefined: not known yet. */
export function useHasApprovals(): boolean | undefined {
  const rules = useApprovalRules().data
  const team = useTeam().data
  if (team && team.users.length > 1) return true
  if (rules && (rules.tiers.length > 0 || rules.strongOnly)) return true
  return rules && team ? false : undefined
}

/** Nobody approves what he or she asked for but where a code of one's own releases it. */
export const isOwnCode = ({ askedByMe, canApprove }: Approval) => askedByMe && canApprove

const isOthers = (approval: Approval, strongOnly: boolean) => !isOwnCode(approval) || strongOnly

interface Ordered {
  _id: string
  paymentId: string | null
}

/**
 * The approval by others, or by a passkey, that a transaction waits for; null: a code of the person
 * who asked releases it. Undefined: not known yet, or not to be read.
 */
export function useOthersApproval({ _id, paymentId }: Ordered, waits = true) {
  const has = useHasApprovals()
  const rules = useApprovalRules()
  const { data, error, isFetching, refetch } = useApprovals(waits && has === true)
  const isIts = ({ transaction, payment }: Approval) =>
    transaction?._id === _id || (payment !== null && payment._id === paymentId)
  const found = data?.approvals.find(isIts)
  // An answer from before the order may be there already.
  const isNone = has === false || found !== undefined || (data !== undefined && !isFetching)
  return {
    approval:
      waits && found && isOthers(found, rules.data?.strongOnly === true)
        ? found
        : !waits || isNone
          ? null
          : undefined,
    error: error ?? (has === undefined ? rules.error : null),
    retry: () => void (has === undefined ? rules.refetch() : refetch()),
  }
}

/** The approval that a payday's sheet waits for; undefined: none, or not known yet. */
export function useApprovalOf({ approvals }: Pick<Occurrence, 'approvals'>) {
  const { data } = useApprovals(approvals !== null)
  return data?.approvals.find(({ _id }) => _id === approvals?._id)
}

/** An order of a payroll; any other approval is of a change, or of a payday before its hour. */
export const isOrder = ({ kind }: Pick<Approval, 'kind'>): boolean =>
  kind === 'PAYMENT' || kind === 'WITHDRAWAL' || kind === 'CONSOLIDATION'

/** An order is decided about by way of its transaction. */
function pathsOf(approval: Approval) {
  const { _id, transaction } = approval
  const isOfOrder = isOrder(approval) && transaction !== null
  const base = isOfOrder
    ? `/transactions/${encodeURIComponent(transaction._id)}`
    : `/approvals/${encodeURIComponent(_id)}`
  const prefix = isOfOrder ? 'approval-' : ''
  return {
    approve: `${base}/approve`,
    reject: `${base}/reject`,
    options: `${base}/${prefix}options`,
    code: `${base}/${prefix}code`,
  }
}

const send = (url: string, body: ApprovalBody | { reason: string }) =>
  sendOnce([url, body], (idempotencyKey) =>
    call(z.unknown(), url, { method: 'POST', body, idempotencyKey }),
  )

export function useGiveApproval(approval: Approval) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: ApprovalBody) => send(pathsOf(approval).approve, body),
    onSettled: refresh,
    meta: { blocking: true },
  })
}

export function useRejectApproval(approval: Approval) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (reason: string) => send(pathsOf(approval).reject, { reason }),
    onSettled: refresh,
  })
}

/** Takes back a change that has its approvals, before it takes effect. */
export function useUndoApproved() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) =>
      call(z.unknown(), `/companies/approval-rules/pending/${encodeURIComponent(id)}`, {
        method: 'DELETE',
      }),
    onSettled: refresh,
    meta: { blocking: true },
  })
}

export function useSendApprovalCode(approval: Approval) {
  return useMutation({
    mutationFn: () => call(z.unknown(), pathsOf(approval).code, { method: 'POST' }),
  })
}

/** The options for the passkey; null: there is none of this person. */
export async function readApprovalOptions(approval: Approval) {
  const url = pathsOf(approval).options
  const { options } = await call(approvalOptions, url, { method: 'POST', savesNothing: true })
  return options
}

/** Asks for the whole list again, and answers when it is there. */
export function useReloadApprovals() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['approvals'] })
}
