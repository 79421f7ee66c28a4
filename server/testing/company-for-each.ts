import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { aCompany, type TestCompany } from './factories.ts'

/** One app for the tests of a file, and a new company for each of them. */
export function companyForEachTest(begin: (t: TestApp, ours: TestCompany) => void): void {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.stop())
  beforeEach(async () => begin(t, await aCompany(t)))
}
