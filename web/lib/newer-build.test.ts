import { beforeEach, describe, expect, test, vi } from 'vitest'
import { importOrReload, reloadForNewerBuild } from './newer-build.ts'

const reload = vi.fn()
let state: object | null
let page: () => Promise<Response>

beforeEach(() => {
  reload.mockClear()
  state = null
  const history = {
    get state() {
      return state
    },
    replaceState: (next: object) => {
      state = next
    },
  }
  vi.stubGlobal('window', { history, location: { reload } })
  vi.stubGlobal('document', {
    querySelectorAll: () => [{ getAttribute: () => '/static/start-old1.js' }],
  })
  vi.stubGlobal('fetch', () => page())
  serves('old1')
})

function serves(hash: string) {
  page = async () => new Response(`<script type="module" src="/static/start-${hash}.js"></script>`)
}

describe('a page whose chunk is missing', () => {
  test('is reloaded once when the server has another build', async () => {
    serves('new2')
    expect(await reloadForNewerBuild()).toBe(true)
    expect(reload).toHaveBeenCalledOnce()
    expect(await reloadForNewerBuild()).toBe(false)
    expect(reload).toHaveBeenCalledOnce()
  })

  test('stays where the server has the same build, is not there or answers an error', async () => {
    const answers = [
      page,
      () => Promise.reject(new TypeError('fetch failed')),
      async () => new Response('Bad gateway', { status: 502 }),
    ]
    for (const answer of answers) {
      page = answer
      expect(await reloadForNewerBuild()).toBe(false)
    }
    expect(reload).not.toHaveBeenCalled()
  })
})

describe('a chunk', () => {
  test('that could not be loaded is a failure, and asked for again the next time', async () => {
    const load = vi.fn().mockRejectedValueOnce(new TypeError('gone')).mockResolvedValueOnce('there')
    await expect(importOrReload(load)).rejects.toThrow('gone')
    expect(await importOrReload(load)).toBe('there')
  })

  test('that an upgrade removed reloads the page, and is neither there nor a failure', async () => {
    serves('new2')
    const done = vi.fn()
    importOrReload(() => Promise.reject(new TypeError('gone'))).then(done, done)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 10_000 })
    expect(done).not.toHaveBeenCalled()
  })
})
