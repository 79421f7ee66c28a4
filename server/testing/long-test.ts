import { test } from 'vitest'

/**
 * A test of `npm run test:long`, which stands beside the others of its rule: another angle of a promise, a
 * race, a disaster upon a disaster. `npm test` does not know it. vitest.config.ts finds such files by this name.
 */
export const longTest: (title: string, run: () => unknown) => void = process.env.LONG_RUN
  ? test
  : () => undefined
