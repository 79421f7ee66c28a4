type Waiter<Value> = { resolve: (value: Value) => void; reject: (cause: unknown) => void }

/**
 * One question for all who ask at the same moment: those of one turn of the event loop go together, the
 * same key once. Nobody gets an answer to a question that was asked before he asked. `ask` answers in the
 * order of its keys.
 */
export function together<Value>(ask: (keys: string[]) => Promise<Value[]>) {
  let waiting = new Map<string, Waiter<Value>[]>()

  async function askAll(): Promise<void> {
    const asked = waiting
    waiting = new Map()
    const askers = [...asked.values()]
    try {
      const values = await ask([...asked.keys()])
      for (const [place, each] of askers.entries()) {
        for (const { resolve } of each) resolve(values[place] as Value)
      }
    } catch (cause) {
      for (const { reject } of askers.flat()) reject(cause)
    }
  }

  return (key: string): Promise<Value> =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(askAll)
      const askers = waiting.get(key)
      if (askers) askers.push({ resolve, reject })
      else waiting.set(key, [{ resolve, reject }])
    })
}
