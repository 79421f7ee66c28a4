import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './install.mjs'

/** The file in which `npm test` leaves how long it took, for the table of `npm run bench`. */
export const testTimeFile = join(root, 'node_modules/.cache/quincena/test-times.json')

export function writeTestTime(ms: number): void {
  mkdirSync(dirname(testTimeFile), { recursive: true })
  const time = { endedAt: new Date().toISOString(), seconds: Math.round(ms / 1000) }
  writeFileSync(testTimeFile, JSON.stringify(time))
}
