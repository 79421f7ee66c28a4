import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show, t } from '#web/testing/show.tsx'
import { CodeField } from './code-field.tsx'
import { useCodeEntry } from './use-code-entry.ts'

/** The smallest form that asks for a code: 407182 is right. */
function CodeForm({ onRight }: { onRight: () => void }) {
  const entry = useCodeEntry()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const code = entry.whole()
        if (code === '407182') onRight()
        else if (code !== undefined) entry.again('wrong code')
      }}
    >
      <CodeField {...entry.field} autoFocus />
    </form>
  )
}

function showForm() {
  let accepted = 0
  const shown = show(
    <CodeForm
      onRight={() => {
        accepted += 1
      }}
    />,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: t('ui.code.title') })
  return { ...shown, field, accepted: () => accepted }
}

test('the form opens → the field has the focus and asks for a one-time code', () => {
  const { field } = showForm()
  expect(document.activeElement).toBe(field)
  expect(field.autocomplete).toBe('one-time-code')
  expect(field.inputMode).toBe('numeric')
})

test('digits are typed → each stands in its cell', async () => {
  const { person, field } = showForm()
  await person.keyboard('407')
  expect(field.value).toBe('407')
  expect(document.body.textContent).toContain('407')
})

test('letters and a seventh digit are typed → the field does not take them', async () => {
  const { person, field } = showForm()
  await person.keyboard('4a0-7 1829')
  expect(field.value).toBe('407182')
})

test.each(['407182', '407 182', '407-182', 'Tu código es 407182.'])(
  '%j is pasted → the field holds the six digits',
  async (text) => {
    const { person, field } = showForm()
    await person.paste(text)
    expect(field.value).toBe('407182')
  },
)

test('backspace is pressed → the last digit goes', async () => {
  const { person, field } = showForm()
  await person.keyboard('4071{Backspace}{Backspace}')
  expect(field.value).toBe('40')
})

test('the arrow keys are pressed → typing goes on at the end', async () => {
  const { person, field } = showForm()
  await person.keyboard('40{ArrowLeft}{ArrowLeft}7')
  expect(field.value).toBe('407')
})

test('the right code and Enter → the form is sent once', async () => {
  const { person, accepted } = showForm()
  await person.keyboard('407182{Enter}')
  expect(accepted()).toBe(1)
})

test('the code is not whole → the field says so, keeps it, and has the focus', async () => {
  const { person, field, accepted } = showForm()
  await person.keyboard('4071{Enter}')
  expect(screen.getByRole('alert').textContent).not.toBe('')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.value).toBe('4071')
  expect(document.activeElement).toBe(field)
  expect(accepted()).toBe(0)
})

test('the code is wrong → the field is empty, says so, and has the focus', async () => {
  const { person, field } = showForm()
  await person.keyboard('111111{Enter}')
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toBe('wrong code')
  expect(field.getAttribute('aria-describedby')).toBe(alert.id)
  expect(field.value).toBe('')
  expect(document.activeElement).toBe(field)
})

test('another digit is typed after a wrong code → the fault is gone', async () => {
  const { person, field } = showForm()
  await person.keyboard('111111{Enter}4')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(field.getAttribute('aria-invalid')).toBe('false')
})
