import { Effect } from "effect"

/** A page of an export. */
interface Page<Item> {
  readonly format: string
  readonly exportedAt: string
  readonly total: number
  readonly nextCursor: string | null
  readonly items: ReadonlyArray<Item>
  readonly views?: ReadonlyArray<unknown>
  readonly reports?: ReadonlyArray<unknown>
}
/** What an import takes is 12 MB; the rest is for how the file is set. */
const reportsCharsMax = 8 * 1024 * 1024

interface Asked {
  readonly part?: "reports"
  readonly cursor?: string
}

/** All pages of an export in one, with the newest reports that fit, and how many don't. */
export const whole = Effect.fnUntraced(function* <Item, E, R>(page: (asked: Asked) => Effect.Effect<Page<Item>, E, R>) {
  let last = yield* page({})
  const items = [...last.items]
  const { views = [] } = last
  while (last.nextCursor !== null) {
    last = yield* page({ cursor: last.nextCursor })
    items.push(...last.items)
  }
  const reports: Array<unknown> = []
  let chars = 0
  let told = yield* page({ part: "reports" })
  while (true) {
    for (const report of told.reports ?? []) {
      chars += JSON.stringify(report).length
      if (chars > reportsCharsMax) return { all: { ...last, items, views, reports }, left: told.total - reports.length }
      reports.push(report)
    }
    if (told.nextCursor === null) return { all: { ...last, items, views, reports }, left: 0 }
    told = yield* page({ part: "reports", cursor: told.nextCursor })
  }
})
