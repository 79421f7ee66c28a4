import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fontPreload } from './vite-plugins/font-preload.ts'
import { startModules } from './vite-plugins/initial-chunk.ts'
import { initialScript } from './vite-plugins/initial-script.ts'
import { inlineScript } from './vite-plugins/inline-script.ts'
import { inlineStyle } from './vite-plugins/inline-style.ts'
import { loginPages } from './vite-plugins/login-pages.ts'
import { myPayPage } from './vite-plugins/my-pay-page.ts'
import { neverUsed } from './vite-plugins/never-used.ts'
import { precompress } from './vite-plugins/precompress.ts'
import { translations } from './vite-plugins/translations.ts'

/** Modules of those libraries that no first screen uses: rich text, and lists of queries. */
const laterModules =
  /html-parse-stringify|react-i18next[\\/]dist[\\/]es[\\/]Trans|[\\/](queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\.js/

/**
 * Modules of every screen that change only with a library's version. In one chunk with zod,
 * lib/zod-without-eval.ts runs before any other module builds a schema.
 */
const frameworkModules =
  /zod-without-eval|node_modules[\\/](zod|react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack|@emotion|stylis)[\\/]/

/** Modules below every screen: shared by many of them, they are one file instead of a dozen. */
const belowScreens = /^(?!.*[\\/]web[\\/](features|app|main)\b)/

const modulesOf = (...paths: string[]) =>
  startModules(paths.map((path) => join(import.meta.dirname, path)))

/** A first visit sees the login: it does not wait for modules that other screens share. */
const main = modulesOf('main.tsx')
const login = modulesOf('features/auth/login-screen.tsx')

/** The screens that somebody opens on a phone: they do not wait for what only others share. */
const home = modulesOf('app/layout/admin-layout.tsx', 'features/dashboard/dashboard-screen.tsx')
const payroll = modulesOf('features/payrolls/payroll-screen.tsx')

/** Around every screen of somebody who is signed in. */
const layout = 'app/layout/admin-layout'

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    neverUsed(),
    translations(),
    main.plugin,
    login.plugin,
    home.plugin,
    payroll.plugin,
    fontPreload(['besley', 'hanken-grotesk']),
    inlineScript({
      login: ['features/auth/login-screen'],
      '': [layout, 'features/dashboard/dashboard-screen'],
      dashboard: [layout, 'features/dashboard/dashboard-screen'],
      payrolls: [layout, 'features/payrolls/payroll-list-screen'],
      'payrolls/details': [layout, 'features/payrolls/payroll-screen'],
      employees: [layout, 'features/employees/employees-screen'],
    }),
    inlineStyle(),
    initialScript('features/auth/login-screen'),
    loginPages(),
    myPayPage(),
    precompress(),
  ],
  html: {
    // The server puts a fresh nonce here in each answer; Vite writes the meta tag that carries it.
    cspNonce: '__CSP_NONCE__',
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Apart from /assets, whose names have no hash: what is in here never changes.
    assetsDir: 'static',
    // A `data:` font or script would be refused by the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        // Emotion's `withTheme` alone uses them; as CommonJS they would stay although nobody calls it.
        moduleSideEffects: [
          { test: /node_modules[\\/](hoist-non-react-statics|react-is)[\\/]/, sideEffects: false },
        ],
      },
      output: {
        // A group holds whatever its modules import, so chunks never import one another in a
        // circle, in which half of a schema could be missing.
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: (id) => frameworkModules.test(id) && !laterModules.test(id),
              priority: 2,
            },
            {
              name: 'start',
              test: (id) =>
                (main.has(id) || (login.has(id) && home.has(id))) && !laterModules.test(id),
              priority: 1.5,
            },
            // The login, and fields: the screens that people open most have none before a press.
            {
              name: 'login',
              test: (id) => login.has(id) && !laterModules.test(id),
              priority: 1.45,
            },
            { name: 'home', test: (id) => home.has(id) && belowScreens.test(id), priority: 1.4 },
            {
              name: 'payroll',
              test: (id) => payroll.has(id) && belowScreens.test(id),
              priority: 1.3,
            },
            { name: 'kit', test: belowScreens, minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server } },
  preview: { proxy: { '/api': server } },
})
