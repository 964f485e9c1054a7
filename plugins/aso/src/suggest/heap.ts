/** The highest bound first; of equals, what was there first. */
export class Heap<A extends { readonly bound: number }> {
  private readonly items: Array<{ readonly item: A; readonly order: number }> = []
  private order = 0

  constructor(items: Iterable<A>) {
    for (const item of items) this.push(item)
  }

  push(item: A): void {
    const { items } = this
    const entry = { item, order: this.order++ }
    let at = items.length
    items.push(entry)
    while (at > 0) {
      const up = (at - 1) >> 1
      const parent = items[up]
      if (parent === undefined || !before(entry, parent)) break
      items[at] = parent
      at = up
    }
    items[at] = entry
  }

  pop(): A | undefined {
    const { items } = this
    const top = items[0]
    const last = items.pop()
    if (top === undefined || last === undefined) return undefined
    if (items.length > 0) {
      let at = 0
      for (;;) {
        const left = items[2 * at + 1]
        const right = items[2 * at + 2]
        const down = right !== undefined && left !== undefined && before(right, left) ? right : left
        if (down === undefined || !before(down, last)) break
        items[at] = down
        at = down === right ? 2 * at + 2 : 2 * at + 1
      }
      items[at] = last
    }
    return top.item
  }
}

interface Entry {
  readonly item: { readonly bound: number }
  readonly order: number
}

const before = (a: Entry, b: Entry) =>
  a.item.bound > b.item.bound || (a.item.bound === b.item.bound && a.order < b.order)
