import { CommandFailed } from "@storeglass/plugin-api/cli"
import { Effect, Schema } from "effect"

const Page = Schema.Struct({
  format: Schema.String,
  exportedAt: Schema.String,
  total: Schema.Int,
  nextCursor: Schema.NullOr(Schema.String),
  items: Schema.Array(Schema.Unknown),
  views: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  reports: Schema.optionalKey(Schema.Array(Schema.Unknown))
})
const decode = Schema.decodeUnknownEffect(Page)
/** What an import takes is 12 MB; the rest is for how the file is set. */
const reportsCharsMax = 8 * 1024 * 1024

type Ask<E, R> = (query: Readonly<Record<string, string | undefined>>) => Effect.Effect<unknown, E, R>

/** All pages of an export in one, with the newest reports that fit, and how many don't. */
export const whole = Effect.fnUntraced(function* <E, R>(ask: Ask<E, R>) {
  const page = (query: Readonly<Record<string, string | undefined>>) =>
    Effect.flatMap(ask(query), (answer) =>
      Effect.mapError(
        decode(answer),
        () => new CommandFailed({ message: "the gateway answered something else than an export" })
      )
    )
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
