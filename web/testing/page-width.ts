import { vi } from 'vitest'

/** Px of a table beside the sidebar of a window 1440 wide, and of a phone. */
export const widths = { desk: 1136, phone: 390 }

/** happy-dom lays nothing out: gives every element this width until the test ends. */
export function setElementWidth(px: number) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(px)
}

/** The width that media queries ask for, until the test ends. */
export function setWindowWidth(px: number) {
  vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(px)
}
