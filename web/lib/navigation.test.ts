import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { createNavigation, type Place } from './navigation.ts'

let navigation: ReturnType<typeof createNavigation>
let shown: Place[]
let asked: (() => void)[]
const paths = () => shown.map(({ location }) => location.pathname)

beforeEach(() => {
  const history = createMemoryHistory({ initialEntries: ['/employees'], v5Compat: true })
  navigation = createNavigation(history)
  shown = []
  asked = []
  navigation.listen((place) => shown.push(place))
})

function formHolds() {
  const here = navigation.now().location.pathname
  return navigation.hold({
    keeps: (pathname) => pathname !== here,
    ask: (leave) => asked.push(leave),
  })
}

test('a step is shown, and says whether the page is to stay where it was scrolled to', () => {
  navigation.navigator.push('/payrolls')
  navigation.navigator.replace('/payrolls?page=2', null, { preventScrollReset: true })
  navigation.navigator.go(-1)
  expect(shown.map(({ action, keepsScroll }) => [action, keepsScroll])).toEqual([
    ['PUSH', false],
    ['REPLACE', true],
    ['POP', false],
  ])
})

describe('a half-filled form', () => {
  test('holds back a link until the person leaves it', () => {
    formHolds()
    navigation.navigator.push({ pathname: '/payrolls' })
    expect(paths()).toEqual([])
    expect(navigation.now().location.pathname).toBe('/employees')
    asked[0]?.()
    expect(paths()).toEqual(['/payrolls'])
  })

  test('stays when the browser’s own button was pressed, and goes back once it may', () => {
    navigation.navigator.push('/edit-profile')
    formHolds()
    navigation.navigator.go(-1)
    expect(paths()).toEqual(['/edit-profile'])
    expect(navigation.now().location.pathname).toBe('/edit-profile')
    asked[0]?.()
    expect(paths()).toEqual(['/edit-profile', '/employees'])
  })

  test('is asked again at the next try when the person stays', () => {
    formHolds()
    navigation.navigator.push('/payrolls')
    navigation.navigator.push('/dashboard')
    expect(asked).toHaveLength(2)
  })

  test('lets pass what stays on its screen, and everything once it is gone', () => {
    const release = formHolds()
    navigation.navigator.push('/employees?page=2')
    release()
    navigation.navigator.push('/payrolls')
    expect(asked).toEqual([])
    expect(paths()).toEqual(['/employees', '/payrolls'])
  })
})
