import type { Plugin } from 'vite'

/**
 * MUI imports them all the same: the ripple, which the theme takes from every button
 * (app/theme/buttons.ts), and the text area that grows, though no field has several lines.
 */
const unused =
  /@mui[\\/]material[\\/](ButtonBase[\\/]TouchRipple|TextareaAutosize[\\/]TextareaAutosize)\.mjs$/

/** Leaves out of the build what is switched off wherever the application would meet it. */
export function neverUsed(): Plugin {
  return {
    name: 'never-used',
    apply: 'build',
    load: (id) => (unused.test(id) ? 'export default function NeverUsed() { return null }' : null),
  }
}
