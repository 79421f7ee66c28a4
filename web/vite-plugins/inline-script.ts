import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { findScripts } from './initial-script.ts'

const file = 'color-scheme.js'
const path = join(import.meta.dirname, '../public', file)
const place = 'const scriptsOf = {}'

/** Modules of screens by the first segments of their address. */
export type Screens = Readonly<Record<string, readonly string[]>>

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>

/** Leaves out the scripts that the page itself asks for. */
function scriptsOfScreens(bundle: Bundle, screens: Screens, html: string) {
  const paths = (modules: readonly string[]) => [
    ...new Set(
      modules
        .flatMap((module) => findScripts(bundle, module).scripts)
        .map(({ fileName }) => `/${fileName}`)
        .filter((href) => !html.includes(`"${href}"`)),
    ),
  ]
  return Object.fromEntries(
    Object.entries(screens).map(([address, modules]) => [address, paths(modules)]),
  )
}

/**
 * Puts the script that waits for nothing into the page's head: on a slow line the page is painted a round
 * trip earlier, and a screen's scripts come with the first ones. The server names its hash in the content
 * security policy.
 */
export function inlineScript(screens: Screens): Plugin {
  return {
    name: 'inline-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const tag = new RegExp(`<script[^>]* src="/${file}"[^>]*></script>`)
        const text = readFileSync(path, 'utf8').replaceAll(/^\s*\/\/.*\n/gm, '')
        if (!tag.test(html) || !text.includes(place)) throw new Error(`no place for ${file}`)
        const scripts = JSON.stringify(scriptsOfScreens(bundle, screens, html))
        const filled = text.replace(place, () => `const scriptsOf = ${scripts}`)
        return html.replace(tag, () => `<script>${filled}</script>`)
      },
    },
  }
}
