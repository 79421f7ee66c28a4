import { randomBytes } from 'node:crypto'

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/**
 * Makes UUIDv7s (RFC 9562) for the rows of one file, each below the one before: lists show the
 * newest id first, which is then the file's order. In place of random bits, 32 bits count down. 40
 * random bits a file keep two files of one millisecond apart.
 */
export function rowIds(nowMs: number): (index: number) => string {
  const time = hex(nowMs, 12)
  const file = randomBytes(5).toString('hex')
  return (index) => {
    const count = hex(0xffff_ffff - index, 8)
    const [a, b, c] = [count.slice(0, 3), count.slice(3, 6), count.slice(6)]
    return `${time.slice(0, 8)}-${time.slice(8)}-7${a}-8${b}-${c}${file}`
  }
}
