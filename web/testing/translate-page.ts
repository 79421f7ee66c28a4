/** Does to the page's texts what the translator of Chrome does: nested elements stand in their place. */
export function translatePage(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) wrap(text)
}

function wrap(text: Text) {
  const { parentElement } = text
  const left = 'script, style, textarea, code, font, [translate="no"]'
  if (text.data.trim() === '' || !parentElement || parentElement.closest(left)) return
  const outer = document.createElement('font')
  const inner = document.createElement('font')
  inner.textContent = text.data
  outer.append(inner)
  parentElement.replaceChild(outer, text)
}
