import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.tsx'
import { HoverTip } from './hover-tip.tsx'

afterEach(() => vi.unstubAllGlobals())

function withPointer() {
  const { matchMedia } = globalThis
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(any-hover: hover)' ? { matches: true } : matchMedia(query),
  )
}

test('a pointer rests on it → the tooltip', async () => {
  withPointer()
  const { person } = show(
    <HoverTip title="the whole address">
      <span>addr…</span>
    </HoverTip>,
  )
  await person.hover(screen.getByText('addr…'))
  expect((await screen.findByRole('tooltip')).textContent).toBe('the whole address')
})

test('on a phone it is the name of the child, which keeps a name of its own', () => {
  show(
    <>
      <HoverTip title="the whole address">
        <span>addr…</span>
      </HoverTip>
      <HoverTip title="">
        <button type="button" aria-label="Copy the address" />
      </HoverTip>
    </>,
  )
  expect(screen.getByLabelText('the whole address').textContent).toBe('addr…')
  expect(screen.getByRole('button', { name: 'Copy the address' })).toBeTruthy()
})

test('on a phone what describes the child is its title', () => {
  show(
    <HoverTip title="the whole txid" describes>
      <a href="/">txid…</a>
    </HoverTip>,
  )
  expect(screen.getByTitle('the whole txid').textContent).toBe('txid…')
})
