import { type DayWindow, windowOf } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { Diffs } from "../history/Diffs.ts"
import { comparedFields, type Timeline } from "../history/schema.ts"
import type { ReleaseMarks } from "./api.ts"

type Item = Timeline["items"][number]

const dayOf = ({ releasedAt }: Item) => releasedAt?.slice(0, 10) ?? ""

/** Listings of several languages that went out together are one release. */
const marksOf = (items: ReadonlyArray<Item>, { from, to }: DayWindow): ReleaseMarks["releases"] => {
  const within = items.filter((item) => dayOf(item) >= from && dayOf(item) <= to)
  const releases = Map.groupBy(within, (item) => JSON.stringify([item.versionName, dayOf(item)]))
  const marks = [...releases.values()].flatMap((together) => {
    const [first] = together.toSorted((a, b) => ((a.releasedAt ?? "") < (b.releasedAt ?? "") ? -1 : 1))
    if (first === undefined || first.releasedAt === null) return []
    const languages = [...new Set(together.map(({ language }) => language))].sort()
    const changed = comparedFields.filter((field) => together.some((item) => item.changed.includes(field)))
    return [
      {
        at: first.releasedAt,
        versionName: first.versionName,
        languages,
        changed,
        text: `${languages.join(", ")}: ${changed.length === 0 ? "no text changed" : changed.join(", ")}`
      }
    ]
  })
  return marks.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** The releases of an app within a window of days; none for an app that the account doesn't keep. */
export const releaseMarks = Effect.fn("releaseMarks")(function* (
  accountId: string,
  { appId, ...asked }: { readonly appId: string; readonly from?: string; readonly to?: string }
) {
  const diffs = yield* Diffs
  const window = yield* windowOf(asked)
  const { items } = yield* Effect.catchTag(diffs.timeline(accountId, appId), "NOT_FOUND", () =>
    Effect.succeed({ items: [] })
  )
  const answer: ReleaseMarks = { ...window, releases: marksOf(items, window) }
  return answer
})
