import { useState } from 'react'
import type { HeldAddress } from '#contract/changes.ts'
import type { HeldChoices as Choices } from '#contract/held-choices.ts'

type Choice = Choices[string]

interface Chosen {
  /** People for whom the previous address and account were chosen at once. */
  together: readonly string[]
  /** Choices by person, over the choice for all; null: taken back. */
  own: Readonly<Record<string, Choice | null>>
}

/** More people than this are named in the request by one sign for all. */
const namedAtMost = 20

/** The choices about people whose address or account is held; nothing is chosen at first. */
export function useHeldChoices() {
  const [chosen, setChosen] = useState<Chosen>({ together: [], own: {} })
  const choose = (id: string, choice: Choice | null) =>
    setChosen(({ together, own }) => ({ together, own: { ...own, [id]: choice } }))
  return {
    choices: choicesOf(chosen),
    /** Choices as requests have them. */
    sent: sentOf(chosen),
    choose,
    /** Somebody for whom a release is asked has no choice. */
    unchoose: (id: string) => choose(id, null),
    choosePrevious: (held: readonly HeldAddress[]) =>
      setChosen({ together: [...new Set(held.map(({ employee }) => employee._id))], own: {} }),
    /** A choice about somebody who is no longer held is none. */
    prune(held: readonly HeldAddress[]) {
      const ids = new Set(held.map(({ employee }) => employee._id))
      const isOver = (id: string) => !ids.has(id)
      const { together, own } = chosen
      if (![...together, ...Object.keys(own)].some(isOver)) return
      setChosen({
        together: together.filter((id) => ids.has(id)),
        own: Object.fromEntries(Object.entries(own).filter(([id]) => ids.has(id))),
      })
    },
  }
}

function choicesOf({ together, own }: Chosen): Choices {
  const choices: Choices = Object.fromEntries(together.map((id) => [id, 'previous']))
  for (const [id, choice] of Object.entries(own)) {
    if (choice) choices[id] = choice
    else delete choices[id]
  }
  return choices
}

function sentOf(chosen: Chosen): Choices {
  const { together, own } = chosen
  const choices = choicesOf(chosen)
  if (together.length <= namedAtMost || Object.values(own).includes(null)) return choices
  const others = Object.entries(choices).filter(([, choice]) => choice !== 'previous')
  return { '*': 'previous', ...Object.fromEntries(others) }
}

export type HeldState = ReturnType<typeof useHeldChoices>
