import { afterEach, beforeEach, expect } from 'vitest'

const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const
let printed: unknown[][] = []

/**
 * The output of a test is either noise or a fault nobody asked about. A test that expects it spies
 * on it.
 */
beforeEach(() => {
  printed = []
  for (const method of methods) {
    console[method] = (...args: unknown[]) => {
      printed.push([method, ...args])
    }
  }
})

afterEach(() => {
  expect(printed, 'printed to the console').toEqual([])
})
