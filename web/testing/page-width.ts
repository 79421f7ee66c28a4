import { vi } from 'vitest'

/** As wide as a table beside the sidebar of a window 1440 wide, and as wide as a phone. */
export const widths = { desk: 1136, phone: 390 }

/** happy-dom lays nothing out: gives every element this width until the test ends. */
export function setElementWidth(px: number) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(px)
}

/** The width that media queries ask for, until the test ends. */
export function setWindowWidth(px: number) {
  vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(px)
}
