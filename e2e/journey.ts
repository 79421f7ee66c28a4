import { test as base } from '@playwright/test'
import { readSharedProgram } from './shared-program.ts'

/**
 * A journey through the web app. It has a company of its own on the program that all share, sets no
 * price, and mines with node.ts alone: any other block confirms what another journey has on its way.
 */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures out of it.
  baseURL: ({}, use) => use(readSharedProgram().baseUrl),
})
