/** Recorded charts of the second vendor: its own answers, and ranked lists of ids that others kept. */
import type { Json } from "@storeglass/sandbox"
import { isObject, type RecordedFile, textAt } from "@storeglass/sandbox/recordings"
import { dayFromText } from "@storeglass/sandbox/world"
import type { PlayChartQuery } from "../formats/PlaySource.ts"
import { playCategories } from "../formats/playCategories.ts"
import { sparse } from "../formats/playWire.ts"
import { at, cardOf, cardsIn, type PlayCard } from "./playBlocks.ts"

interface RecordedList {
  readonly day: number
  readonly ids: ReadonlyArray<string>
}

const collections: Readonly<Record<string, string>> = {
  "top-free": "topselling_free",
  "top-paid": "topselling_paid",
  "top-grossing": "topgrossing"
}

const oddKeys: Readonly<Record<string, string>> = { all: "APPLICATION", "game-rpg": "GAME_ROLE_PLAYING" }

/** `game-word` in archives is the vendor's `GAME_WORD`. */
const categoryOf = (key: string): string | undefined => {
  const id = oddKeys[key.toLowerCase()] ?? key.toUpperCase().replaceAll("-", "_")
  return playCategories.has(id) ? id : undefined
}

const isPackage = (value: Json): value is string => typeof value === "string" && /^[A-Za-z]\w*(\.\w+)+$/.test(value)

const idOf = (row: Json): string | undefined => {
  if (isPackage(row)) return row
  if (!isObject(row)) return undefined
  const id = row.appId ?? row.id ?? row.package ?? row.packageName
  return id !== undefined && isPackage(id) ? id : undefined
}

/** What the keys on the way down to a list have said about it. */
interface Walk {
  readonly play: boolean
  readonly country?: string
  readonly collection?: string
  readonly category?: string
  readonly day: number
}

const learnWord = (walk: Walk, word: string): Walk => {
  if (/^(play|google|googleplay|android|storeb)$/i.test(word)) return { ...walk, play: true }
  if (/^(apple|appstore|ios|storea)$/i.test(word)) return { ...walk, play: false }
  const kind = /^top[-_ ]?(free|paid|grossing)$/i.exec(word)?.[1]
  if (kind !== undefined) return { ...walk, collection: collections[`top-${kind.toLowerCase()}`] ?? "" }
  if (/^[a-z]{2}$/i.test(word)) return { ...walk, country: word.toLowerCase() }
  const category = categoryOf(word)
  return category === undefined ? walk : { ...walk, category }
}

const key = (country: string, collection: string, category: string): string => `${country} ${collection} ${category}`

export class PlayCharts {
  /** By id, of whatever country saw them first. */
  readonly cards = new Map<string, PlayCard>()
  private readonly answers = new Map<string, ReadonlyArray<Json>>()
  private readonly lists = new Map<string, Array<RecordedList>>()
  private count = 0

  /** Takes the cards in a page or answer. */
  learn(data: Json, country: string): void {
    for (const card of cardsIn(data, country)) if (!this.cards.has(card.appId)) this.cards.set(card.appId, card)
  }

  /** Takes the vendor's own answer, whose token names the chart. */
  addAnswer(payload: Json, file: RecordedFile): boolean {
    const token = at(payload, 0, 1, 0, 3, 0)
    const bytes = typeof token === "string" ? Buffer.from(token, "base64").toString("latin1") : ""
    const match = /(topselling_free|topselling_paid|topgrossing)_([A-Z_]+)/.exec(bytes)
    const cards = at(payload, 0, 1, 0, 28, 0)
    if (match === null || !Array.isArray(cards)) return false
    const country = file.country ?? "us"
    const category = [...playCategories].filter((id) => match[2]?.startsWith(id)).sort((a, b) => b.length - a.length)[0]
    this.learn(payload, country)
    this.answers.set(key(country, match[1] ?? "", category ?? "APPLICATION"), cards)
    return true
  }

  /** Takes ranked lists of packages, when keys say of which chart they are; false: there are none. */
  addLists(file: RecordedFile): boolean {
    const before = this.count
    this.walk(file.json, { play: /(^|\/)(play|google)/i.test(file.path), day: file.day ?? 0 })
    return this.count > before
  }

  private walk(value: Json | undefined, walk: Walk): void {
    if (Array.isArray(value)) {
      const ids = value.map(idOf)
      const complete = ids.flatMap((id) => id ?? [])
      if (complete.length > 0 && complete.length === ids.length) this.keep(complete, walk)
      else for (const nested of value) if (typeof nested === "object") this.walk(nested, walk)
      return
    }
    if (!isObject(value)) return
    const day = dayFromText(textAt(value, "date") ?? "") ?? walk.day
    const fields = ["country", "store", "platform", "chart", "collection", "category"]
    const told = fields.reduce((known, field) => learnWord(known, textAt(value, field) ?? ""), { ...walk, day })
    for (const [name, nested] of Object.entries(value)) {
      if (typeof nested === "object") this.walk(nested, name.split(":").reduce(learnWord, told))
    }
  }

  private keep(ids: ReadonlyArray<string>, { category = "APPLICATION", collection, country, day, play }: Walk): void {
    if (!play || country === undefined || collection === undefined) return
    this.count += 1
    const kept = this.lists.get(key(country, collection, category))
    if (kept === undefined) this.lists.set(key(country, collection, category), [{ day, ids }])
    else kept.push({ day, ids })
  }

  /**
   * A chart as it stood: the list of that day, else the vendor's own answer, which has no date, else the newest list
   * before that day, else the oldest.
   */
  payload({ category, collection, limit, locale }: PlayChartQuery, day: number): Json {
    const wanted = key(locale.country, collection, category)
    const lists = this.lists.get(wanted) ?? []
    const answer = this.answers.get(wanted)
    const today = lists.find((list) => list.day === day)
    if (today === undefined && answer !== undefined) return payloadOf(answer.slice(0, limit))
    const sorted = [...lists].sort((a, b) => a.day - b.day)
    const list = today ?? sorted.findLast((candidate) => candidate.day <= day) ?? sorted[0]
    if (list === undefined) return [[null, null]]
    return payloadOf(list.ids.slice(0, limit).map((id) => [this.cardFor(id, locale.country)]))
  }

  /** Prices and texts of another country are not this one's: only the name is. */
  private cardFor(appId: string, country: string): Json {
    const known = this.cards.get(appId)
    return known?.country === country ? known.raw : cardOf.bare(appId, known?.title)
  }
}

const payloadOf = (cards: ReadonlyArray<Json>): Json => [[null, [sparse([[[28, 0], cards]])], null, [], true]]
