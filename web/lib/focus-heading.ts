/**
 * Puts the focus on the screen's heading if it is nowhere: what had it is gone, say the row whose
 * button opened a dialog. Otherwise the keyboard would have to start at the top of the page.
 */
export function focusHeadingIfLost() {
  // A dialog that has just faded away still holds the focus until React removes it.
  setTimeout(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}
