import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { installFromDebian, succeeds } from './debian.ts'
import { say } from './install.mjs'

/** Without a sandbox it also runs as root; the rest keeps it from waiting for a network it must not need. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The CHROMIUM variable, the path, or the one that Playwright downloaded. */
export function findChromium(): string | undefined {
  if (process.env.CHROMIUM) {
    if (existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM
    throw new Error(`CHROMIUM=${process.env.CHROMIUM} is not there.`)
  }
  const folders = process.env.PATH?.split(delimiter) ?? []
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, chromium.executablePath()].find((file) => existsSync(file))
}

/** Installs one where there is none; the error says how to do it by hand. */
export function ensureChromium(): string {
  const found = findChromium() ?? fromDebian() ?? fromPlaywright()
  if (found) return found
  throw new Error(
    'No Chromium was found and none could be installed: install Chromium or Chrome so that it is on the PATH, or set CHROMIUM to its path.',
  )
}

function fromDebian(): string | undefined {
  return installFromDebian('chromium') ? findChromium() : undefined
}

function fromPlaywright(): string | undefined {
  say('Installing Chromium (playwright install chromium).')
  return succeeds('playwright', ['install', 'chromium']) ? findChromium() : undefined
}
