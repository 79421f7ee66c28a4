import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { z } from 'zod/mini'
import { company } from '#contract/company.ts'
import type { EmployeeBody } from '#contract/employee-body.ts'
import { employeeInvited } from '#contract/employee-invites.ts'
import { type Employee, employee, employeeList } from '#contract/employees.ts'
import { call } from '#web/lib/api.ts'
import { isThere } from '#web/lib/is-there.ts'
import { sendOnce } from '#web/lib/send-once.ts'

export const employeesPageSize = 10

const employeesKey = ['employees'] as const

/** A page of the list; the last one stays in sight while the next is fetched. */
export function useEmployees(query: {
  page: number
  search: string
  readiness: string
  department: string
}) {
  return useQuery({
    queryKey: [...employeesKey, 'list', query],
    queryFn: ({ signal }) =>
      call(employeeList, '/employees', {
        query: { ...query, limit: employeesPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** How many there are of each readiness in the whole company, and its departments; undefined until it is known. */
export const useCounts = () =>
  useQuery({
    queryKey: [...employeesKey, 'counts'],
    queryFn: ({ signal }) =>
      call(employeeList, '/employees', { query: { page: 1, limit: 1, counts: 'true' }, signal }),
    select: ({ readiness, departments = [] }) => ({ readiness, departments }),
  }).data

/** Sends each of them the link of their own page; tells who got none, and the first reason. */
export function useInviteEmployees() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (people: readonly Employee[]) => {
      const failed: { person: Employee; error: unknown }[] = []
      for (const person of people) {
        const path = `/companies/employees/${encodeURIComponent(person._id)}/invite`
        try {
          await sendOnce([path], (idempotencyKey) =>
            call(employeeInvited, path, { method: 'POST', idempotencyKey }),
          )
        } catch (error) {
          failed.push({ person, error })
        }
      }
      return { sent: people.length - failed.length, failed }
    },
    onSettled: () => {
      void refresh()
    },
  })
}

interface PaperConsent {
  people: readonly Employee[]
  agreed: boolean
  note: string
}

/** Notes for each of them what is on paper. After a failure everybody may be noted once more: the last word holds. */
export function usePaperConsent() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ people, ...body }: PaperConsent) => {
      for (const { _id } of people) {
        const path = `/companies/employees/${encodeURIComponent(_id)}/consent`
        await sendOnce([path, body], (idempotencyKey) =>
          call(z.null(), path, { method: 'PUT', body, idempotencyKey }),
        )
      }
    },
    onSettled: () => {
      void refresh()
    },
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

/** Everybody of the company who is paid at an address; nobody while there is none. */
export function usePeopleAt(address: string | null): readonly Employee[] {
  const { data } = useQuery({
    queryKey: [...employeesKey, 'at', address],
    queryFn: ({ signal }) =>
      call(employeeList, '/employees', { query: { address, limit: 50 }, signal }),
    enabled: address !== null,
  })
  return address === null ? [] : (data?.employees ?? [])
}

/** The country of the company, by which its phones are read; undefined until it is known. */
export const useCountry = () =>
  useQuery({
    queryKey: ['company', 'country'],
    queryFn: ({ signal }) => call(company, '/companies/company', { signal }),
    select: ({ country }) => country,
  }).data

/** Notes for each of `others` whether sharing its address with the employee is right. */
export function useAcceptShared() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ id, others, accepted }: SharedToSave) => {
      const path = `/companies/employees/${encodeURIComponent(id)}/shared-address`
      for (const other of others) {
        await call(employee, path, { method: 'PUT', body: { with: other, accepted } })
      }
    },
    onSuccess: () => {
      void refresh()
    },
    meta: { blocking: true },
  })
}

interface SharedToSave {
  id: string
  others: readonly string[]
  accepted: boolean
}

export interface EmployeeToSave {
  body: EmployeeBody
  /** The employee as it was read; absent for a new one. */
  present?: Employee | undefined
  /** Says after a question that it is the same person. */
  samePerson?: true
}

/** POST for a new employee, PUT of the whole for one that exists. Its screen shows what is refused. */
export function useSaveEmployee() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ body, present, samePerson }: EmployeeToSave) =>
      present === undefined
        ? sendOnce(
            ['/companies/employees', body],
            (idempotencyKey) =>
              call(employee, '/companies/employees', { method: 'POST', body, idempotencyKey }),
            {
              isThere: ({ _id }) =>
                isThere(employee, `/companies/employees/${encodeURIComponent(_id)}`),
            },
          )
        : call(employee, `/companies/employees/${encodeURIComponent(present._id)}`, {
            method: 'PUT',
            body: { ...body, version: present.version, ...(samePerson && { samePerson }) },
          }),
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
