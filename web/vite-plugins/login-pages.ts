import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Plugin, type ResolvedConfig, runnerImport } from 'vite'
import type { DrawnLogin } from '../app/login-page.tsx'
import { appLanguages, languageTag } from '../lib/language.ts'
import { neverUsed } from './never-used.ts'
import { webTexts } from './translations.ts'

const module = join(import.meta.dirname, '../app/login-page.tsx')

/** The build draws with nobody signed in, nothing remembered, and no other tab. */
const emptyStorage = { getItem: () => null, setItem() {}, removeItem() {}, clear() {} }
class NoOtherTab extends EventTarget {
  postMessage() {}
}
const surroundings = {
  sessionStorage: emptyStorage,
  localStorage: emptyStorage,
  BroadcastChannel: NoOtherTab,
}

/** The frame stands until the scripts are there where somebody sees another page at this address. */
const frameInstead = `<script nonce="__CSP_NONCE__">if(document.documentElement.dataset.frame!=='login')document.getElementById('root').replaceChildren(document.getElementById('frame').content)</script>`

function pageOf(index: string, language: string, { html, title, styles }: DrawnLogin): string {
  if (html.includes(' style="')) throw new Error('the policy refuses style attributes')
  const [head = '', frame = '', rest = ''] = index.split(
    /<div id="root">(.*?)<\/div>(?=\s*<noscript)/s,
  )
  if (rest === '') throw new Error('index.html has no place for the login')
  const sheets = styles.map(
    ({ known, css }) =>
      `<style nonce="__CSP_NONCE__" data-emotion="${known}">${css.replaceAll('</', '<\\/')}</style>`,
  )
  return [
    head
      .replace('<html lang="es">', `<html lang="${language}">`)
      .replace(/<title>.*<\/title>/, () => title)
      // The page that is read comes before what makes it answer.
      .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
      .replace('</head>', () => `${sheets.join('')}</head>`),
    `<template id="frame">${frame}</template><div id="root">${html}</div>${frameInstead}`,
    rest,
  ].join('')
}

/** Draws the login into a page for each language, so that it is read before any script has come. */
export function loginPages(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'login-pages',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    // A failed build writes nothing, and its own error is the one to read.
    writeBundle: {
      order: 'pre',
      sequential: true,
      async handler() {
        const folder = join(config.root, config.build.outDir)
        const index = await readFile(join(folder, 'index.html'), 'utf8')
        Object.assign(globalThis, surroundings)
        const drawing = await runnerImport<typeof import('../app/login-page.tsx')>(module, {
          root: config.root,
          configFile: false,
          logLevel: 'error',
          plugins: [react(), neverUsed()],
        })
        for (const language of appLanguages) {
          const drawn = await drawing.module.drawLogin(language, webTexts(language))
          const page = pageOf(index, languageTag(language), drawn)
          await writeFile(join(folder, `login.${language}.html`), page)
        }
      },
    },
  }
}
