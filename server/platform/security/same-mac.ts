import { timingSafeEqual } from 'node:crypto'

/** Compares a stored MAC with the expected one, in the same time for a right and a wrong one. */
export const isSameMac = (stored: Uint8Array, expected: Uint8Array): boolean =>
  stored.length === expected.length && timingSafeEqual(stored, expected)
