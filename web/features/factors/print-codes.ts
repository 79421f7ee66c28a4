/** Prints the codes and nothing else of the page, from a frame of their own. */
export function printCodes(title: string, codes: readonly string[]) {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.ariaHidden = 'true'
  // The frame has no size but is not hidden: some browsers print nothing of a frame that is not
  // drawn.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' })
  document.body.append(frame)
  const { contentDocument: page, contentWindow: view } = frame
  if (!page || !view) return frame.remove()
  page.title = title
  const heading = page.createElement('h1')
  heading.textContent = `Quincena · ${title}`
  const list = page.createElement('pre')
  list.textContent = codes.join('\n')
  Object.assign(list.style, { fontSize: '18px', lineHeight: '2' })
  page.body.append(heading, list)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
