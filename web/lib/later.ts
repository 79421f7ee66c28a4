import { type ComponentType, createElement, use } from 'react'
import { reloadForNewerBuild } from './newer-build.ts'

/** Never settles: the page it belongs to is being reloaded. */
const pageIsGoing = () => new Promise<never>(() => undefined)

/** What comes with a chunk of its own, asked for once; after a failure the next `start` asks anew. */
export function part<Loaded>(load: () => Promise<Loaded>) {
  let loading: Promise<Loaded> | undefined
  let hasFailed = false
  function ask() {
    hasFailed = false
    const asked = load().catch(async (cause: unknown) => {
      if (await reloadForNewerBuild()) return pageIsGoing()
      hasFailed = true
      throw cause
    })
    // Who shows it hears of a failure from `wait`.
    asked.catch(() => undefined)
    loading = asked
    return asked
  }
  return {
    /** From an event or an effect, before it is needed. */
    start: (): Promise<Loaded> => (loading === undefined || hasFailed ? ask() : loading),
    /** While rendering, where asking anew after each failure would never end. */
    wait: (): Promise<Loaded> => loading ?? ask(),
  }
}

/** A component that comes later; `start` asks for it before it is shown. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const component = part(load)
  const show = (props: Props) => createElement(use(component.wait()), props)
  return Object.assign(show, { start: component.start })
}
