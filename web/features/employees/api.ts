import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type EmployeeBody, employee, employeeList } from '#contract/employees.ts'
import { call } from '#web/lib/api.ts'
import { sendOnce } from '#web/lib/send-once.ts'

export const pageSize = 10

const employeesKey = ['employees'] as const

/** A page of the list; the last one stays in sight while the next is fetched. */
export function useEmployees({ page, search }: { page: number; search: string }) {
  return useQuery({
    queryKey: [...employeesKey, 'list', { page, search }],
    queryFn: ({ signal }) =>
      call(employeeList, '/employees', { query: { page, limit: pageSize, search }, signal }),
    placeholderData: keepPreviousData,
  })
}

const employeeQuery = (id: string) =>
  queryOptions({
    queryKey: [...employeesKey, 'one', id],
    queryFn: ({ signal }) =>
      call(employee, `/companies/employees/${encodeURIComponent(id)}`, { signal }),
    // A form is filled once: what it shows must not be older than the click that opened it.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const useEmployee = (id: string) => useQuery(employeeQuery(id))

/** People and salaries are counted on payrolls and the dashboard too. */
function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      ['employees', 'payrolls', 'dashboard'].map((noun) =>
        client.invalidateQueries({ queryKey: [noun] }),
      ),
    )
}

export interface EmployeeToSave {
  body: EmployeeBody
  /** Absent for a new one. */
  id?: string | undefined
}

/** POST for a new employee, PUT of the whole for one that exists. Its screen shows what is refused. */
export function useSaveEmployee() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ body, id }: EmployeeToSave) =>
      id === undefined
        ? sendOnce(['/companies/employees', body], (idempotencyKey) =>
            call(employee, '/companies/employees', { method: 'POST', body, idempotencyKey }),
          )
        : call(employee, `/companies/employees/${encodeURIComponent(id)}`, { method: 'PUT', body }),
    onSuccess: () => {
      void refresh()
    },
    meta: { blocking: true },
  })
}

export function useDeleteEmployee() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) =>
      call(z.null(), `/companies/employees/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    // Pending until the list is without them: a dialog that closes earlier would show them again.
    onSuccess: refresh,
    meta: { toast: true },
  })
}
