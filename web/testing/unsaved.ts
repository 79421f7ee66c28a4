import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { t } from './show.tsx'

const name = () => t('ui.unsaved.title')

/** The answer to the question whether what is unsaved may be lost; fails where nobody asks. */
export async function answerUnsaved(person: UserEvent, answer: 'stay' | 'leave') {
  const question = within(await screen.findByRole('dialog', { name: name() }))
  await person.click(question.getByRole('button', { name: t(`ui.unsaved.${answer}`) }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: name() })).toBeNull())
}

export async function leaveAndStay(person: UserEvent) {
  await person.keyboard('{Escape}')
  await answerUnsaved(person, 'stay')
}
