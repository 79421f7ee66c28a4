import { useTranslation } from 'react-i18next'
import type { HeldAddress } from '#contract/changes.ts'
import type { HeldChoices } from '#contract/held-choices.ts'
import { useFormat } from '#web/lib/use-format.ts'

interface HeldNoteProps {
  held: readonly HeldAddress[]
  choices: Readonly<HeldChoices>
}

/** Beside the button: what is still to be chosen about held people, or what was. */
export function HeldNote({ held, choices }: HeldNoteProps) {
  const { t } = useTranslation()
  const format = useFormat()
  // Somebody whose address and account are held has two rows and one choice.
  const people = [...new Map(held.map((row) => [row.employee._id, row])).values()]
  const [one] = people
  if (!one) return null
  const undecided = people.filter(({ employee }) => !choices[employee._id])
  const [first] = undecided
  if (first) {
    return t('payments.held.choose', {
      count: undecided.length,
      people: format.count(undecided.length),
      name: first.employee.name,
    })
  }
  const { name } = one.employee
  if (people.length === 1) {
    if (choices[one.employee._id] === 'leave') return t('payments.held.leaves', { name })
    return one.previousPaidAt
      ? t('payments.held.paysPrevious', { name, date: format.monthDay(one.previousPaidAt) })
      : t('payments.held.paysLast', { name })
  }
  const left = people.filter(({ employee }) => choices[employee._id] === 'leave').length
  return t('payments.held.chosen', {
    previous: format.count(people.length - left),
    left: format.count(left),
  })
}
