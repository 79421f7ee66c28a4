import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show, t } from '#web/testing/show.tsx'
import { ContactChange, ContactMark } from './contact-change.tsx'

const paula = { firstName: 'Paula', lastName: 'Menjívar' }
const at = '2026-11-20T15:00:00.000Z'

test('one contact was changed → the list says by whom and when, by the first name', async () => {
  show(<ContactMark changes={[{ kind: 'EMAIL', at, by: paula }]} />)
  const shown = await screen.findByText('Paula cambió el correo el 20 nov')
  expect(shown.title).toBe('Paula Menjívar cambió el correo el 20\u00a0nov')
})

test('both were changed at once → one sentence; by two people → two', async () => {
  const julian = { firstName: 'Julián', lastName: 'Portillo' }
  show(
    <>
      <ContactMark
        changes={[
          { kind: 'EMAIL', at, by: paula },
          { kind: 'PHONE', at, by: paula },
        ]}
      />
      <ContactChange
        changes={[
          { kind: 'EMAIL', at, by: paula },
          { kind: 'PHONE', at, by: julian },
        ]}
      />
    </>,
  )
  await screen.findByText('Paula cambió correo y teléfono el 20 nov')
  await screen.findByText('Paula Menjívar cambió el correo el 20 nov')
  await screen.findByText('Julián Portillo cambió el teléfono el 20 nov')
  await screen.findByText(t('employees.contact.note'))
})

test('nothing was changed since the last payday → no mark', () => {
  show(<ContactMark changes={undefined} />)
  expect(document.body.textContent).not.toContain('cambió')
})
