import type { Plugin } from 'vite'

/**
 * MUI imports them all the same: the ripple, which the theme takes from every button
 * (app/theme/buttons.ts), the circle of a button that loads, for none does, and the text area that
 * grows, though no field has several lines.
 */
const components =
  /@mui[\\/]material[\\/](ButtonBase[\\/]TouchRipple|CircularProgress[\\/]CircularProgress|TextareaAutosize[\\/]TextareaAutosize)\.mjs$/

/** The router measures itself only where `instrumentations` are given, which app/router.tsx does not. */
const measuring = /react-router[\\/].*[\\/]router[\\/]instrumentation\.js$/

/** The page sets the colour scheme by a script of its own (public/color-scheme.js). */
const colorScheme = /@mui[\\/]system[\\/]InitColorSchemeScript[\\/]InitColorSchemeScript\.mjs$/

/** The source of a theme, for styles that are written when the application is built; here none are. */
const themeSource = /@mui[\\/]material[\\/]styles[\\/]stringifyTheme\.mjs$/

/**
 * Leaves out of the build what is switched off wherever the application would meet it. With these modules the
 * first script is 226 KB instead of 220, above the goal of decision 24.
 */
export function neverUsed(): Plugin {
  return {
    name: 'never-used',
    apply: 'build',
    load(id) {
      if (components.test(id)) return 'export default function NeverUsed() { return null }'
      if (colorScheme.test(id)) {
        return `export const DEFAULT_MODE_STORAGE_KEY = 'mode'
          export const DEFAULT_COLOR_SCHEME_STORAGE_KEY = 'color-scheme'
          export const DEFAULT_ATTRIBUTE = 'data-color-scheme'
          export function buildInitColorSchemeScript() {}
          export default buildInitColorSchemeScript`
      }
      if (themeSource.test(id)) return 'export function stringifyTheme() {}'
      if (!measuring.test(id)) return null
      return `function neverUsed() {}
        export {
          neverUsed as consumeInstrumentationClientResultMetaReceiver,
          neverUsed as getRouteInstrumentationUpdates,
          neverUsed as instrumentClientSideRouter,
          neverUsed as instrumentHandler,
          neverUsed as instrumentationResultMetaContext,
        }`
    },
  }
}
