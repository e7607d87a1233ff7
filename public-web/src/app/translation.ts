/**
 * Lets a visitor have the page translated. A browser's translation puts a `<font>` in the place of each text. React keeps
 * the text it made: taking that one away, or placing something before it, would throw and end the whole page, and a
 * figure that changes would be written where nobody sees it. So whenever React touches such a text, the text first
 * takes its place again; the browser then translates what is new.
 */
export function allowTranslation(): void {
  const standIns = new WeakMap<Node, Element>()
  const note = (records: readonly MutationRecord[]) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      // Put in with it, or beside it before it was taken away.
      const standIn = [...addedNodes, previousSibling, nextSibling].find(
        (node): node is Element => node?.nodeName === 'FONT',
      )
      if (standIn) for (const node of removedNodes) standIns.set(node, standIn)
    }
  }
  const observer = new MutationObserver(note)
  observer.observe(document, { childList: true, subtree: true })

  /** Whether the node lies in this parent, be it only now. */
  const isIn = (parent: Node | null, node: Node) => {
    note(observer.takeRecords())
    if (!node.parentNode) standIns.get(node)?.replaceWith(node)
    return node.parentNode === parent
  }

  const { prototype } = Node
  const { insertBefore, removeChild } = prototype
  prototype.removeChild = function <Child extends Node>(child: Child) {
    return isIn(this, child) ? (removeChild.call(this, child) as Child) : child
  }
  prototype.insertBefore = function <Child extends Node>(child: Child, next: Node | null) {
    return insertBefore.call(this, child, next && isIn(this, next) ? next : null) as Child
  }
  const value = Object.getOwnPropertyDescriptor(prototype, 'nodeValue') as PropertyDescriptor
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...value,
    set(text) {
      isIn(null, this)
      value.set?.call(this, text)
    },
  })
}
