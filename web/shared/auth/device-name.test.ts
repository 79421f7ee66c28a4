import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

const named = (agent: string) => {
  const { browser, system } = deviceName(agent)
  return `${browser} on ${system}`
}

test('a device is named as its owner would name it', () => {
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'
  const chrome =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
  const ubuntu = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
  expect([edge, chrome, iphone, ubuntu].map(named)).toEqual([
    'Edge on Windows',
    'Chrome on Mac',
    'Safari on iPhone',
    'Firefox on Ubuntu',
  ])
  expect(deviceName(iphone).isPhone).toBe(true)
  expect(deviceName(edge).isPhone).toBe(false)
})

test('a program that is no browser has no name', () => {
  expect(deviceName('curl/8.5.0')).toEqual({
    browser: undefined,
    system: undefined,
    isPhone: false,
  })
})
