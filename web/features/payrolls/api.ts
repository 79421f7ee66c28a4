import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { z } from 'zod/mini'
import { employeeList } from '#contract/employees.ts'
import {
  type PayrollBalance,
  type PayrollBody,
  type PayrollEdit,
  payroll,
  payrollBalance,
  payrollList,
} from '#contract/payrolls.ts'
import { transactionList } from '#contract/transactions.ts'
import type { TransactionState } from '#domain/transaction-state.ts'
import { call } from '#web/lib/api.ts'
import { inTime } from '#web/lib/first-answers.ts'
import { isThere } from '#web/lib/is-there.ts'
import { isRefresh, quickPollMs, sharedMs, slowPollMs } from '#web/lib/polling.ts'
import { retryWrite, sendOnce } from '#web/lib/send-once.ts'
import { scheduleQuery } from '#web/shared/calendar/api.ts'
import { paymentQuery } from '#web/shared/payments/payment.ts'
import { payrollSweepQuery } from '#web/shared/sweeps/api.ts'
import type { Tab } from './use-tab.ts'

export const payrollsPageSize = 10
/** The specification's, for the list of people to add. */
export const candidatesPageSize = 50

/** Every query of this feature begins with it. */
const root = 'payrolls'
const ofPayroll = (id: string) => [root, 'one', id]
const readPath = (id: string) => `/payrolls/${encodeURIComponent(id)}`
const writePath = (id: string) => `/companies/payrolls/${encodeURIComponent(id)}`

/** Money is shown: an answer is asked for again whenever it is shown, but for what comes up together with it. */
const staleTime = sharedMs

export function usePayrolls(page: number) {
  return useQuery({
    staleTime,
    queryKey: [root, 'list', page],
    queryFn: (query) =>
      call(payrollList, '/payrolls', {
        query: { page, limit: payrollsPageSize },
        signal: query.signal,
        automatic: isRefresh(query),
      }),
    placeholderData: keepPreviousData,
    refetchInterval: slowPollMs,
  })
}

const payrollQuery = (id: string) =>
  queryOptions({
    staleTime,
    queryKey: ofPayroll(id),
    queryFn: (query) =>
      call(payroll, readPath(id), { signal: query.signal, automatic: isRefresh(query) }),
  })

export const usePayroll = (id: string) =>
  useQuery({ ...payrollQuery(id), refetchInterval: slowPollMs })

/** A payroll for a form, which is filled once. */
export function usePayrollToEdit(id: string) {
  return useQuery({
    staleTime,
    queryKey: [root, 'edit', id],
    queryFn: ({ signal }) => call(payroll, readPath(id), { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

const balanceQuery = (id: string) =>
  queryOptions({
    staleTime,
    queryKey: [...ofPayroll(id), 'balance'],
    queryFn: (query) =>
      call(payrollBalance, `${readPath(id)}/balance`, {
        signal: query.signal,
        automatic: isRefresh(query),
      }),
  })

/**
 * The cheapest of a payroll's queries, and so the one that is asked often: while funds are
 * `awaited` it may change at any moment, and a change is a reason to ask the others again.
 */
export function usePayrollBalance(id: string, awaited: (balance: PayrollBalance) => boolean) {
  const client = useQueryClient()
  const query = useQuery({
    ...balanceQuery(id),
    refetchInterval: ({ state }) => (state.data && !awaited(state.data) ? slowPollMs : quickPollMs),
  })
  const { data } = query
  const known = useRef(data)
  useEffect(() => {
    const isChanged = known.current !== undefined && known.current !== data
    known.current = data
    if (!isChanged) return
    void client.invalidateQueries({ queryKey: ofPayroll(id), exact: true })
    void client.invalidateQueries({ queryKey: [...ofPayroll(id), 'transactions'] })
    void client.invalidateQueries({ queryKey: ['payments'] })
    void client.invalidateQueries({ queryKey: ['payment-preview', id] })
  }, [client, id, data])
  return query
}

/** Asks for what a payroll's page begins with, together with the payroll itself. */
export function usePrefetchedDetails(id: string, tab: Tab, page: number) {
  usePrefetchQuery(balanceQuery(id))
  usePrefetchQuery(transactionsQuery(id, 1))
  usePrefetchQuery(employeesQuery(id, tab === 'employees' ? page : 1))
}

/** The answers that a payroll's page begins with, the run of its state among them. */
export const prefetchPayrollPage = (client: QueryClient, id: string) =>
  inTime([
    client.prefetchQuery(payrollQuery(id)).then(() => {
      const run = client.getQueryData(payrollQuery(id).queryKey)?.status.payment
      return run ? client.prefetchQuery(paymentQuery(run)) : undefined
    }),
    client.prefetchQuery(balanceQuery(id)),
    client.prefetchQuery(scheduleQuery(id)),
    client.prefetchQuery(payrollSweepQuery(id)),
    client.prefetchQuery(transactionsQuery(id, 1)),
    client.prefetchQuery(employeesQuery(id, 1)),
  ])

const movingStates: readonly TransactionState[] = ['pendingApproval', 'signed', 'unconfirmed']

const transactionsQuery = (id: string, page: number) =>
  queryOptions({
    staleTime,
    queryKey: [...ofPayroll(id), 'transactions', page],
    queryFn: (query) =>
      call(transactionList, `${readPath(id)}/transactions`, {
        query: { page, limit: payrollsPageSize },
        signal: query.signal,
        automatic: isRefresh(query),
      }),
  })

export function usePayrollTransactions(id: string, page: number) {
  return useQuery({
    ...transactionsQuery(id, page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.transactions.some((one) => movingStates.includes(one.state))
        ? quickPollMs
        : slowPollMs,
  })
}

const newestQuery = (
  id: string,
  kind: { type: 'receive' } | { type: 'send'; state: 'confirmed' },
) =>
  queryOptions({
    staleTime,
    queryKey: [...ofPayroll(id), 'transactions', 'newest', kind.type],
    queryFn: (query) =>
      call(transactionList, `${readPath(id)}/transactions`, {
        query: { page: 1, limit: 1, ...kind },
        signal: query.signal,
        automatic: isRefresh(query),
      }),
    select: ({ transactions }) => transactions[0],
  })

/** The newest deposit that is in the chain or on its way; undefined until it is known, and without one. */
export function useNewestDeposit(id: string, enabled: boolean) {
  const { data: newest } = useQuery({ ...newestQuery(id, { type: 'receive' }), enabled })
  return newest?.state === 'confirmed' || newest?.state === 'unconfirmed' ? newest : undefined
}

/** The newest payment that is in a block, special pays among them. */
export const useNewestPaid = (id: string, enabled: boolean) =>
  useQuery({ ...newestQuery(id, { type: 'send', state: 'confirmed' }), enabled })

/** Payrolls and their people are counted on other screens too. Also after a lost answer. */
function useRefresh() {
  const client = useQueryClient()
  return () => {
    for (const noun of [root, 'employees', 'dashboard', 'payment-preview']) {
      void client.invalidateQueries({ queryKey: [noun] })
    }
  }
}

export function useCreatePayroll() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: PayrollBody) =>
      sendOnce(
        ['/companies/payrolls', body],
        (idempotencyKey) =>
          call(payroll, '/companies/payrolls', { method: 'POST', body, idempotencyKey }),
        { isThere: ({ _id }) => isThere(payroll, `/payrolls/${encodeURIComponent(_id)}`) },
      ),
    onSettled: refresh,
    meta: { toast: true },
  })
}

export function useEditPayroll(id: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: PayrollEdit) => call(payroll, writePath(id), { method: 'PUT', body }),
    onSettled: refresh,
    meta: { toast: true },
  })
}

/** Makes a CSV payroll one that is kept by hand. Its dialog shows what is refused. */
export function useMakeRegular(id: string) {
  const client = useQueryClient()
  const path = `${writePath(id)}/to-regular`
  return useMutation({
    mutationFn: () =>
      sendOnce([path], (idempotencyKey) => call(payroll, path, { method: 'POST', idempotencyKey })),
    onSettled: () => client.invalidateQueries(),
  })
}

export function useDeletePayroll(id: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => call(z.null(), writePath(id), { method: 'DELETE' }),
    onSettled: refresh,
    meta: { toast: true },
  })
}

/** The people of a payroll, with how many of all of them can be paid. */
const employeesQuery = (id: string, page: number) =>
  queryOptions({
    staleTime,
    queryKey: [...ofPayroll(id), 'employees', page],
    queryFn: ({ signal }) =>
      call(employeeList, '/employees', {
        query: { payroll: id, page, limit: payrollsPageSize, counts: 'true' },
        signal,
      }),
  })

export const usePayrollEmployees = (id: string, page: number) =>
  useQuery({ ...employeesQuery(id, page), placeholderData: keepPreviousData })

/** People who could be added to a payroll: added by hand, and not in it yet. */
export function useCandidates(payrollId: string, page: number) {
  return useQuery({
    staleTime,
    queryKey: [...ofPayroll(payrollId), 'candidates', page],
    queryFn: ({ signal }) =>
      call(employeeList, '/employees', {
        query: {
          creationType: 'REGULAR',
          excludePayroll: payrollId,
          page,
          limit: candidatesPageSize,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

const membership = (payrollId: string, employeeId: string) =>
  `${writePath(payrollId)}/employees/${encodeURIComponent(employeeId)}`

/** Browsers keep six connections to a server; two are left for what the page asks meanwhile. */
const addedAtOnce = 4

/**
 * One call for each person. Never throws for some of them: the answer names who could not be added.
 * Adding a person twice does no harm.
 */
export function useAddEmployees(payrollId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (employeeIds: readonly string[]) => {
      const waiting = [...employeeIds]
      const failed: { id: string; error: unknown }[] = []
      const addNext = async (): Promise<void> => {
        for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
          try {
            await retryWrite(() => call(payroll, membership(payrollId, id), { method: 'PATCH' }))
          } catch (error) {
            failed.push({ id, error })
          }
        }
      }
      await Promise.all(Array.from({ length: addedAtOnce }, addNext))
      return { failed }
    },
    onSettled: refresh,
    meta: { toast: true },
  })
}

export function useRemoveEmployee(payrollId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (employeeId: string) =>
      call(payroll, membership(payrollId, employeeId), { method: 'DELETE' }),
    onSettled: refresh,
    meta: { toast: true },
  })
}
