import { useState } from 'react'
import type { Employee } from '#contract/employees.ts'

export interface ChosenPeople {
  chosen: readonly Employee[]
  toggle: (people: readonly Employee[], on: boolean) => void
}

/** People chosen in the list, over its pages; as the list says them now, where it has them. */
export function useChosen(listed: readonly Employee[] | undefined) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Employee>>(new Map())
  const current = new Map(listed?.map((one) => [one._id, one]))
  return {
    chosen: [...chosen.values()].map((one) => current.get(one._id) ?? one),
    toggle: (people: readonly Employee[], on: boolean) =>
      setChosen((present) => {
        const next = new Map(present)
        for (const person of people) {
          if (on) next.set(person._id, person)
          else next.delete(person._id)
        }
        return next
      }),
    clear: () => setChosen(new Map()),
  }
}
