import { timeOf } from './keep.ts'

/** The place of the backups. A name stands there for a whole file or not at all. */
export interface Store {
  readonly where: string
  list(): Promise<string[]>
  /** How many bytes there were. Throws what `bytes` throws, and then leaves nothing under `name`. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<number>
  read(name: string): AsyncIterable<Uint8Array>
  remove(name: string): Promise<void>
}

/** The name while it is being written; a killed writer leaves it. */
export const partName = (name: string): string => `${name}.part`
export const isUnfinished = (name: string): boolean =>
  name.endsWith('.part') && timeOf(name.slice(0, -'.part'.length)) !== null

/** Hands the bytes on, and counts them. */
export function countBytes(bytes: AsyncIterable<Uint8Array>) {
  let count = 0
  return {
    bytes: () => count,
    async *read(): AsyncGenerator<Uint8Array> {
      for await (const part of bytes) {
        count += part.length
        yield part
      }
    },
  }
}
