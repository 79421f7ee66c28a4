import { text } from 'node:stream/consumers'
import { askHidden } from './ask.ts'

/** The seed's words from standard input. They are not shown, and stand in no command line and no log. */
export async function askForWords(): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin)
  return askHidden('The 24 words, in their order (they are not shown): ')
}
