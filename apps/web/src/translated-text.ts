/**
 * Lets the page go on under a browser's translator. It replaces each text by a `<font>` with the translation, and React keeps the
 * texts that it made: without this, what React writes into such a text is not seen, and the page ends where React removes it, or
 * puts something before it.
 *
 * A text that React changes comes back instead of its translation, and the translator translates it again. The translators of
 * browsers run in a world of their own, so that what they do is observed rather than intercepted.
 */
export function surviveTranslators({ document, Node, MutationObserver }: Window & typeof globalThis): void {
  /** What is shown instead of a text. */
  const translations = new WeakMap<Node, Element>()
  const taken = new WeakSet<Element>()

  const observer = new MutationObserver(note)
  observer.observe(document.documentElement, { childList: true, subtree: true })

  function note(records: readonly MutationRecord[]): void {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue
        const near = [...addedNodes, previousSibling, nextSibling]
        const font = near.find((node): node is Element => isFont(node) && !taken.has(node))
        if (!font) continue
        taken.add(font)
        translations.set(text, font)
      }
  }

  const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT'

  /** The child of a parent that a node is, is in, or is shown by. */
  function childOf(parent: Node, node: Node): Node | undefined {
    note(observer.takeRecords())
    let child: Node | null = node.isConnected ? node : (translations.get(node) ?? null)
    while (child && child.parentNode !== parent) child = child.parentNode
    return child ?? undefined
  }

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, node: T): T {
    if (node.parentNode === this) return removeChild.call(this, node) as T
    const child = childOf(this, node)
    if (child) removeChild.call(this, child)
    return node
  }
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, next: Node | null): T {
    const isThere = next === null || next.parentNode === this
    return insertBefore.call(this, node, isThere ? next : (childOf(this, next) ?? null)) as T
  }

  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  if (!value?.set) return
  const write = value.set
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      if (this.nodeType === Node.TEXT_NODE && !this.isConnected) {
        note(observer.takeRecords())
        const font = translations.get(this)
        translations.delete(this)
        font?.replaceWith(this)
      }
      write.call(this, text)
    },
  })
}
