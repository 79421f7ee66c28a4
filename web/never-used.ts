import type { Plugin } from 'vite'

/** The theme gives every button `disableRipple` (app/theme/buttons.ts); MUI imports it all the same. */
const ripple = /@mui[\\/]material[\\/]ButtonBase[\\/]TouchRipple\.mjs$/

/** Leaves out of the build what is switched off wherever the application would meet it. */
export function neverUsed(): Plugin {
  return {
    name: 'never-used',
    apply: 'build',
    load: (id) =>
      ripple.test(id) ? 'export default function TouchRipple() { return null }' : null,
  }
}
