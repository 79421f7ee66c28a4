import { expect, test } from 'vitest'
import { adminLayout, adminScreens, screensAt, visitorScreens } from './screens.ts'

const loadOf = (screens: typeof adminScreens, path: string) =>
  screens.find(([known]) => known === path)?.[1]
const dashboard = [adminLayout, loadOf(adminScreens, '/dashboard')]
const login = [loadOf(visitorScreens, '/login')]

test('an address with an id is that screen, in its layout', () => {
  expect(screensAt('/payrolls/details/019aa000-0000', true)).toEqual([
    adminLayout,
    loadOf(adminScreens, '/payrolls/details/:id'),
  ])
})

test('who is signed in comes from the login and from no address at all to the dashboard', () => {
  expect(screensAt('/login', true)).toEqual(dashboard)
  expect(screensAt('/', true)).toEqual(dashboard)
  expect(screensAt('/dashboard', true)).toEqual(dashboard)
})

test('who is not comes from every screen of the company to the login', () => {
  expect(screensAt('/payrolls', false)).toEqual(login)
  expect(screensAt('/', false)).toEqual(login)
})

test('the help and the reset are open to both, and the sandbox has a layout of its own', () => {
  for (const isSignedIn of [true, false]) {
    expect(screensAt('/help/create-payroll', isSignedIn)).toHaveLength(1)
    expect(screensAt('/reset-password', isSignedIn)).toHaveLength(1)
    expect(screensAt('/sandbox/tx/ab12', isSignedIn)).toHaveLength(2)
  }
})

test('nothing is asked for where nothing is', () => {
  expect(screensAt('/payrolls/details', true)).toEqual([])
  expect(screensAt('/nowhere', true)).toEqual([])
})
