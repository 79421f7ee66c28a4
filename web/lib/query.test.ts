import { MutationObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query.ts'

const refused = () => Promise.reject(new Error('refused'))

test('a read or a write fails → a toast only where its meta asks', async () => {
  const report = vi.fn()
  const client = createQueryClient(report)
  const read = (toast: boolean) =>
    client.fetchQuery({ queryKey: [toast], queryFn: refused, meta: { toast } })
  const write = (toast: boolean) =>
    new MutationObserver(client, { mutationFn: refused, meta: { toast } }).mutate()

  await expect(read(false)).rejects.toThrow('refused')
  await expect(write(false)).rejects.toThrow('refused')
  expect(report).not.toHaveBeenCalled()

  await expect(read(true)).rejects.toThrow('refused')
  expect(report).toHaveBeenLastCalledWith(new Error('refused'), 'read')
  await expect(write(true)).rejects.toThrow('refused')
  expect(report).toHaveBeenLastCalledWith(new Error('refused'), 'write')
})
