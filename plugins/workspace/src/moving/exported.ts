import { Effect } from "effect"

/** What is kept with an app, which may be more than a file holds. */
interface Lists {
  readonly competitors?: ReadonlyArray<unknown>
  readonly keywords?: ReadonlyArray<unknown>
  readonly versions?: ReadonlyArray<unknown>
}
const listNames = ["competitors", "keywords", "versions"] as const

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

interface Asked {
  readonly part?: "reports"
  readonly cursor?: string
}

/** What one import takes: its base64 has 16 MiB. */
export const fileBytesMax = 12 * 1024 * 1024
/** What is written at once: a text of JavaScript holds not much more. The command imports it in parts. */
export const writtenBytesMax = 256 * 1024 * 1024

/** As it's written: without indent, and with what separates it from the next. */
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) + 1
/** For what a file says beside its lists. */
const headBytes = 1_024

interface Fit<Item> {
  readonly taken: Item | undefined
  readonly rest: Item | undefined
  readonly bytes: number
}

/** What of an app is written in so many bytes, and what isn't. */
const fitting = <Item extends Lists>(app: Item, room: number): Fit<Item> => {
  const bytes = bytesOf(app)
  if (bytes <= room) return { taken: app, rest: undefined, bytes }
  const empty = Object.fromEntries(listNames.flatMap((name) => (app[name] === undefined ? [] : [[name, []]])))
  let used = bytesOf({ ...app, ...empty })
  if (used > room) return { taken: undefined, rest: app, bytes: 0 }
  const taken: Record<string, ReadonlyArray<unknown>> = {}
  const rest: Record<string, ReadonlyArray<unknown>> = {}
  for (const name of listNames) {
    const rows = app[name] ?? []
    let count = 0
    for (const row of rows) {
      const more = bytesOf(row)
      if (used + more > room) break
      used += more
      count += 1
    }
    if (app[name] === undefined) continue
    taken[name] = rows.slice(0, count)
    rest[name] = rows.slice(count)
  }
  return { taken: { ...app, ...taken }, rest: { ...app, ...rest }, bytes: used }
}

/** All pages of an export in one of at most so many bytes: first the apps, then the newest reports that fit; and what doesn't. */
export const whole = Effect.fnUntraced(function* <Item extends Lists, E, R>(
  bytesMax: number,
  page: (asked: Asked) => Effect.Effect<Page<Item>, E, R>
) {
  const left = { apps: 0, competitors: 0, keywords: 0, versions: 0, reports: 0 }
  const items: Array<Item> = []
  let last = yield* page({})
  const { views = [] } = last
  let room = bytesMax - headBytes - bytesOf(views)
  while (true) {
    for (const app of last.items) {
      const { bytes, rest, taken } = fitting(app, room)
      room -= bytes
      if (taken === undefined) left.apps += 1
      else items.push(taken)
      for (const name of listNames) left[name] += rest?.[name]?.length ?? 0
    }
    if (last.nextCursor === null) break
    last = yield* page({ cursor: last.nextCursor })
  }
  const reports: Array<unknown> = []
  const all = () => ({ all: { ...last, items, views, reports, left }, left })
  let told = yield* page({ part: "reports" })
  while (true) {
    for (const report of told.reports ?? []) {
      room -= bytesOf(report)
      if (room < 0) {
        left.reports = told.total - reports.length
        return all()
      }
      reports.push(report)
    }
    if (told.nextCursor === null) return all()
    told = yield* page({ part: "reports", cursor: told.nextCursor })
  }
})
export type Left = Effect.Success<ReturnType<typeof whole>>["left"]

/** What didn't fit, in words; undefined: nothing. */
export const leftOf = (left: Left): string | undefined => {
  const parts = Object.entries(left).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]))
  return parts.length === 0 ? undefined : parts.join(", ")
}

const rowsIn = (app: Lists) => listNames.reduce((sum, name) => sum + (app[name]?.length ?? 0), 0)

/** An app in pieces of at most so many bytes, each with its fields and a part of its rows. */
const piecesOf = function* <Item extends Lists>(app: Item, bytesMax: number) {
  let left: Item | undefined = app
  while (left !== undefined) {
    const isContinued: boolean = left !== app
    const { bytes, rest, taken }: Fit<Item> = fitting(left, bytesMax)
    // What is larger by itself is sent as it is, and refused there.
    if (taken === undefined || (rest !== undefined && rowsIn(rest) === rowsIn(left))) {
      yield { app: left, bytes: bytesMax, isContinued }
      return
    }
    yield { app: taken, bytes, isContinued }
    left = rest
  }
}

/** An export as exports of at most so many bytes, each of which can be imported; `isContinued`: it has more of an app of one before. */
export const partsOf = function* <Item extends Lists>(
  file: Pick<Page<Item>, "format" | "items" | "views" | "reports">,
  bytesMax: number
) {
  const { format, items, reports = [], views = [] } = file
  const most = bytesMax - headBytes
  const fresh = () => ({ format, items: [] as Item[], views: [] as unknown[], reports: [] as unknown[] })
  let part = { ...fresh(), views: [...views] }
  let room = most - bytesOf(views)
  const next = (isContinued = false) => {
    const full = { part, isContinued }
    part = fresh()
    room = most
    return full
  }
  const isEmpty = () => part.items.length + part.views.length + part.reports.length === 0
  for (const app of items) {
    for (const { app: piece, bytes, isContinued } of piecesOf(app, most)) {
      if ((isContinued || bytes > room) && !isEmpty()) yield next()
      part.items.push(piece)
      room -= bytes
      // Alone, as it isn't another app.
      if (isContinued) yield next(true)
    }
  }
  for (const report of reports) {
    const bytes = bytesOf(report)
    if (bytes > room && !isEmpty()) yield next()
    part.reports.push(report)
    room -= bytes
  }
  if (!isEmpty()) yield next()
}
