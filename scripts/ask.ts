import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { print } from './print.ts'

/** Lines that somebody types, or a script writes, one answer to each question. */
export function openAnswers(): { ask: (question: string) => Promise<string>; close: () => void } {
  const lines = createInterface({ input: process.stdin, terminal: false })
  const typed = lines[Symbol.asyncIterator]()
  return {
    async ask(question) {
      process.stdout.write(question)
      const { value, done } = await typed.next()
      if (done) throw new Error('Nobody answered.')
      return value.trim()
    },
    close: () => lines.close(),
  }
}

/** The terminal does not show the words that are typed. */
export async function askHidden(question: string): Promise<string> {
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await line.question('')
  } finally {
    line.close()
    print()
  }
}
