/**
 * A browser's translator puts `<font>` in the place of React's texts. React still writes into its own
 * text, which nobody sees: an amount would stay as it was. So a text that changes goes back to its
 * place, and the translator reads it again. React also moves and removes its texts, which fails where
 * they are not in the page (https://github.com/facebook/react/issues/11538).
 */
const standIns = new WeakMap<Node, ChildNode>()

const isFont = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT'

function note(records: readonly MutationRecord[], observer: MutationObserver) {
  for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    if (type === 'characterData') restore(target)
    const standIn = [...addedNodes, previousSibling, nextSibling].find(isFont)
    if (!standIn) continue
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue
      standIns.set(text, standIn)
      observer.observe(text, { characterData: true })
    }
  }
}

/** Puts a text back in its place. */
function restore(text: Node): void {
  const standIn = standIns.get(text)
  standIns.delete(text)
  if (standIn?.isConnected) standIn.replaceWith(text)
}

/** Starts before the first text is drawn. Returns a function that ends it. */
export function keepOwnTexts(): () => void {
  const observer = new MutationObserver((records) => note(records, observer))
  observer.observe(document.body, { childList: true, subtree: true })
  const { removeChild, insertBefore, appendChild } = Node.prototype
  const restoreNow = (...texts: (Node | null)[]) => {
    note(observer.takeRecords(), observer)
    for (const text of texts) if (text) restore(text)
  }
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      restoreNow(child)
      return removeChild.call(this, child)
    },
    insertBefore(this: Node, child: Node, before: Node | null) {
      restoreNow(child, before)
      return insertBefore.call(this, child, before)
    },
    appendChild(this: Node, child: Node) {
      restoreNow(child)
      return appendChild.call(this, child)
    },
  })
  return () => {
    observer.disconnect()
    Object.assign(Node.prototype, { removeChild, insertBefore, appendChild })
  }
}
