import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show, t } from '#web/testing/show.tsx'
import { AppDialog } from './app-dialog.tsx'
import { DialogPresence, useStaysMounted } from './dialog-presence.tsx'

function Counting({ onClose, busy }: { onClose: () => void; busy: boolean }) {
  const [count, setCount] = useState(0)
  useStaysMounted(busy)
  return (
    <AppDialog onClose={onClose} title="Counting">
      <button type="button" onClick={() => setCount(count + 1)}>
        count {count}
      </button>
    </AppDialog>
  )
}

function Page({ busy = false }: { busy?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <DialogPresence>
        {isOpen && <Counting busy={busy} onClose={() => setOpen(false)} />}
      </DialogPresence>
    </>
  )
}

/** Opens the dialog, counts to one in it, and closes it. */
async function countAndClose(busy: boolean) {
  const { person } = show(<Page busy={busy} />)
  await person.click(screen.getByText('open'))
  await person.click(screen.getByText('count 0'))
  expect(screen.getByText('count 1')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: t('ui.close') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  return person
}

test('a dialog opens again → its state starts again', async () => {
  const person = await countAndClose(false)
  expect(screen.queryByText(/count/)).toBeNull()
  await person.click(screen.getByText('open'))
  expect(screen.getByText('count 0')).toBeTruthy()
})

test('a dialog at work is closed and opens again → it is the same one', async () => {
  const person = await countAndClose(true)
  await person.click(screen.getByText('open'))
  expect(screen.getByText('count 1')).toBeTruthy()
})
