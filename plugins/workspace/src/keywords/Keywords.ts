import { isKeyword, searchDevices, termOf } from "@storeglass/keywords/contract"
import { InvalidCountry, InvalidInput, isoOf, type Param, pageOf, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Accounts, type Owner } from "../Accounts.ts"
import { type AppRow, Apps } from "../apps/Apps.ts"
import { Listings } from "../apps/Listings.ts"
import { KeywordAdded, KeywordRemoved } from "../contract.ts"
import { idAt, idsAt, makeWhere, numberRows, within } from "../database.ts"
import { Duplicate, nothing } from "../errors.ts"
import { makeLimits } from "../limits.ts"
import { byMoment, type Moment, positionOf } from "../pages.ts"
import type { Keyword, NewKeywords } from "../schema.ts"
import { tagOf, tagsOf } from "../tags/text.ts"
import { askedLanguage, cutTo, keywordMax, languageOf, neat, problemOf } from "../texts.ts"
import { Wall } from "../Wall.ts"
import { Collection } from "./Collection.ts"
import { InvalidKeyword } from "./InvalidKeyword.ts"

const Row = Schema.Struct({
  id: Schema.String,
  keyword: Schema.String,
  typed: Schema.String,
  country: Schema.String,
  device: Schema.String,
  language: Schema.NullOr(Schema.String),
  state: Schema.String,
  tags: Schema.Array(Schema.String),
  createdMs: Schema.Finite
})
const keywordRows = rowsOf(Row)
const knownRows = rowsOf(
  Schema.Struct({ id: Schema.String, keyword: Schema.String, country: Schema.String, device: Schema.String })
)
const idRows = rowsOf(Schema.Struct({ id: Schema.String }))

interface Wanted {
  readonly id: string
  readonly keyword: string
  readonly typed: string
  readonly country: string
}
/** A keyword that an app doesn't have yet. */
export interface FreshKeyword extends Wanted {
  readonly device: string
  readonly language: string | null
  readonly tags: ReadonlyArray<string>
}
interface Refused {
  readonly keyword: string
  readonly country: string
  readonly reason: "INVALID_KEYWORD" | "INVALID_COUNTRY"
}

interface Filter {
  readonly country?: string
  readonly language?: string
  readonly q?: string
  readonly tag?: string
  readonly limit: number
  readonly cursor?: Moment
}

interface Named {
  readonly id?: string
  readonly keyword?: string
  readonly country?: string
  readonly device?: string
}

/** The keyword in its one form; undefined where no store can be searched for it. */
export const formOf = (typed: string) => {
  if (!typed.isWellFormed()) return undefined
  const term = termOf(neat(typed))
  return [...term].length <= keywordMax && isKeyword(term) && !/\p{Cc}/u.test(term) ? term : undefined
}
/** As it was typed, but for what isn't a keyword's: more spaces than signs, or line breaks. */
export const typedOf = (typed: string, form: string): string =>
  problemOf(typed, { max: keywordMax }) === undefined ? neat(typed) : form
const invalidKeyword = new InvalidKeyword(
  "keyword: must have 2 to 100 characters (1 of Chinese, Japanese or Korean), including a letter or digit, and no control characters"
)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const accounts = yield* Accounts
  const apps = yield* Apps
  const listings = yield* Listings
  const limits = yield* makeLimits
  const collection = yield* Collection
  const whereOf = makeWhere(sql)

  const columns = sql`id, keyword, typed, country, device, language, state, tags, created_ms::float8 AS "createdMs"`
  const appOf = (accountId: string, appId: string) => wall.inAccount(accountId, apps.find(accountId, { appId }))

  /** The storefront as the store has it, or what is wrong with it. */
  const countryOf = (platform: Param.Platform, country: string) =>
    Effect.flatMap(listings.store(platform), (store) => store.parseCountry(country.toLowerCase()))

  const deviceOf = Effect.fnUntraced(function* (platform: Param.Platform, asked: string | undefined) {
    const devices = searchDevices(yield* listings.store(platform))
    const device = asked ?? devices[0] ?? "phone"
    return devices.includes(device)
      ? device
      : yield* new InvalidInput(`device: ${platform} search has ranks for ${devices.join(", ")}; leave device out`)
  })

  const shown = Effect.fnUntraced(function* (
    accountId: string,
    app: Pick<AppRow, "platform" | "appId">,
    rows: ReadonlyArray<typeof Row.Type>
  ) {
    const standings = yield* collection.standings(accountId, app, rows)
    return rows.flatMap(({ createdMs, state: _, ...row }, index): ReadonlyArray<Keyword> => {
      const standing = standings[index]
      return standing === undefined ? [] : [{ ...row, createdAt: isoOf(createdMs), collection: standing }]
    })
  })

  const list = Effect.fn("Keywords.list")(function* (owner: Owner, appId: string, filter: Filter) {
    const { accountId, plan } = owner
    const { country, cursor, limit, q, tag } = filter
    const language = filter.language === undefined ? undefined : yield* askedLanguage(filter.language)
    const found = yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        const app = yield* apps.find(accountId, { appId })
        const asked = whereOf(
          sql`account_id = ${accountId}::uuid`,
          sql`app = ${app.id}::uuid`,
          country === undefined ? undefined : sql`country = ${country}`,
          language === undefined ? undefined : sql`language = ${language}`,
          q === undefined ? undefined : sql`keyword LIKE ${within(termOf(q))}`,
          tag === undefined ? undefined : sql`tags <> '[]' AND tags @> ${JSON.stringify([tagOf(tag)])}::text::jsonb`
        )
        const rest =
          cursor === undefined ? undefined : sql`(created_ms, id) > (${cursor.ms}::bigint, ${cursor.id}::uuid)`
        const rows = yield* keywordRows(sql`
          SELECT ${columns} FROM workspace_keywords WHERE ${whereOf(asked, rest)}
          ORDER BY created_ms, id LIMIT ${limit + 1}::int`)
        const isAll = country === undefined && language === undefined && q === undefined && tag === undefined
        // The app is there, so all its rows are: the view would look for it at each.
        const [counted] = isAll
          ? [{ n: app.keywords }]
          : yield* numberRows(sql`SELECT count(*)::int AS n FROM workspace_keyword_rows WHERE ${asked}`)
        const [settled] = yield* numberRows(sql`
          SELECT count(*)::int AS n FROM workspace_accounts WHERE account_id = ${accountId}::uuid AND plan = ${plan}`)
        return { app, rows, total: counted?.n ?? 0, isSettled: settled?.n === 1 }
      })
    )
    const { items, nextCursor } = pageOf(found.rows, { limit, cursor: byMoment, positionOf })
    if (found.isSettled) return { items: yield* shown(accountId, found.app, items), nextCursor, total: found.total }
    // The plan has changed since they were last collected by it.
    yield* accounts
      .write(owner, ({ plan }) => collection.settle({ accountId, plan }), { guarded: false })
      .pipe(Effect.catchTag("TOO_MANY_WRITES", Effect.die))
    const again = yield* wall.inAccount(
      accountId,
      keywordRows(sql`
        SELECT ${columns} FROM workspace_keywords WHERE account_id = ${accountId}::uuid AND app = ${found.app.id}::uuid
          AND id IN (SELECT jsonb_array_elements_text(${JSON.stringify(items.map(({ id }) => id))}::text::jsonb)::uuid)
        ORDER BY created_ms, id`)
    )
    return { items: yield* shown(accountId, found.app, again), nextCursor, total: found.total }
  })

  /** What is asked for, each once, and what no store can be searched for. */
  const sorted = Effect.fnUntraced(function* (app: AppRow, body: NewKeywords) {
    const { countries, country, keyword, keywords } = body
    if ((keyword === undefined) === (keywords === undefined)) {
      return yield* new InvalidInput("keyword (body): send either keyword or keywords")
    }
    if (country !== undefined && countries !== undefined) {
      return yield* new InvalidInput("country (body): send either country or countries")
    }
    const places = yield* Effect.forEach(countries ?? [country ?? app.country], (given) =>
      Effect.map(Effect.result(countryOf(app.platform, given)), (parsed) => ({ given, parsed }))
    )
    const nowMs = yield* Clock.currentTimeMillis
    const wanted = new Map<string, Omit<Wanted, "id">>()
    const refused: Array<Refused> = []
    for (const typed of keywords ?? [keyword ?? ""]) {
      const form = formOf(typed)
      for (const { given, parsed } of places) {
        const said = { keyword: cutTo(typed, keywordMax), country: cutTo(given, 10) }
        if (form === undefined) refused.push({ ...said, reason: "INVALID_KEYWORD" })
        else if (Result.isFailure(parsed)) {
          if (parsed.failure._tag === "PLATFORM_UNSUPPORTED") return yield* parsed.failure
          refused.push({ ...said, reason: "INVALID_COUNTRY" })
        } else {
          const key = JSON.stringify([form, parsed.success])
          if (!wanted.has(key)) {
            wanted.set(key, { keyword: form, typed: typedOf(typed, form), country: parsed.success })
          }
        }
      }
    }
    if (wanted.size === 0) {
      const bad = places.flatMap(({ parsed }) => (Result.isFailure(parsed) ? [parsed.failure] : []))
      return yield* refused.some(({ reason }) => reason === "INVALID_COUNTRY")
        ? (bad[0] ?? new InvalidCountry("country: isn't a storefront of this store"))
        : invalidKeyword
    }
    // In the order in which they were asked for.
    const ids = idsAt(nowMs, wanted.size)
    const all = [...wanted.values()].map((each, index) => ({ ...each, id: ids[index] ?? idAt(nowMs) }))
    return { wanted: all, refused, nowMs, isOne: keyword !== undefined && countries === undefined }
  })

  /** Within an account: those of these that the app has. */
  const known = (
    accountId: string,
    app: string,
    asked: ReadonlyArray<{ readonly keyword: string; readonly country: string; readonly device: string }>
  ) =>
    knownRows(sql`
      SELECT known.id, k AS keyword, c AS country, d AS device
      FROM jsonb_to_recordset(${JSON.stringify(
        asked.map(({ country, device, keyword }) => ({ k: keyword, c: country, d: device }))
      )}::text::jsonb) AS asked (k text, c text, d text)
      CROSS JOIN LATERAL (SELECT id FROM workspace_keywords WHERE account_id = ${accountId}::uuid
        AND app = ${app}::uuid AND keyword = k AND country = c AND device = d OFFSET 0) AS known`)

  /** Within `write`, and within the plan's limit: keeps these with an app, and has them collected. */
  const insert = Effect.fnUntraced(function* (
    owner: Owner,
    app: Pick<AppRow, "id" | "platform" | "appId">,
    fresh: ReadonlyArray<FreshKeyword>,
    nowMs: number
  ) {
    const { accountId } = owner
    const { platform } = app
    const isOwn = yield* collection.begin(
      accountId,
      fresh.map(({ country, device, keyword }) => ({ platform, country, device, keyword }))
    )
    const json = JSON.stringify(
      fresh.map(({ country, device, id, keyword, language, tags, typed }) => ({
        i: id,
        k: keyword,
        t: typed,
        c: country,
        d: device,
        l: language,
        g: tags,
        o: isOwn({ platform, country, device, keyword })
      }))
    )
    const state = collection.isOn ? "on" : "off"
    yield* sql`
      INSERT INTO workspace_keywords (account_id, app, id, platform, keyword, typed, country, device, language,
        tags, state, is_own, created_ms)
      SELECT ${accountId}::uuid, ${app.id}::uuid, i, ${platform}, k, t, c, d, l, g, ${state}, o, ${nowMs}::bigint
      FROM jsonb_to_recordset(${json}::text::jsonb)
        AS fresh (i uuid, k text, t text, c text, d text, l text, g jsonb, o boolean)`
    yield* accounts.add(owner, { keywords: fresh.length })
    yield* sql`UPDATE workspace_apps SET keywords = keywords + ${fresh.length}::int
      WHERE account_id = ${accountId}::uuid AND id = ${app.id}::uuid`
    yield* apps.publish(
      KeywordAdded,
      fresh.map(({ country, device, id, keyword }) => ({
        accountId,
        id,
        platform,
        appId: app.appId,
        keyword,
        country,
        device
      }))
    )
    return fresh.map((row): typeof Row.Type => ({ ...row, state, createdMs: nowMs }))
  })

  /** Within `write`, before its app is back: the keywords of a deleted app are its own again, and collected. */
  const bringBack = Effect.fnUntraced(function* (
    owner: Owner,
    app: Pick<AppRow, "id" | "platform" | "appId">,
    count: number
  ) {
    if (count === 0) return
    yield* collection.comeBack(owner.accountId, app.id)
    yield* accounts.add(owner, { keywords: count })
    yield* apps.publishOf(KeywordAdded, { accountId: owner.accountId, ...app })
  })

  const add = Effect.fn("Keywords.add")(function* (owner: Owner, appId: string, body: NewKeywords) {
    const { accountId } = owner
    const app = yield* appOf(accountId, appId)
    const device = yield* deviceOf(app.platform, body.device)
    const language = body.language === undefined ? null : (languageOf(body.language) ?? null)
    const tags = tagsOf(body.tags ?? [])
    const { isOne, nowMs, refused, wanted } = yield* sorted(app, body)
    const { duplicates, rows } = yield* accounts.write(owner, (state) =>
      Effect.gen(function* () {
        // The app may be gone by now.
        yield* apps.find(accountId, { id: app.id })
        const all = wanted.map((each) => ({ ...each, device, language, tags }))
        const there = yield* known(accountId, app.id, all)
        const has = new Set(there.map(({ country, keyword }) => JSON.stringify([keyword, country])))
        const fresh = all.filter(({ country, keyword }) => !has.has(JSON.stringify([keyword, country])))
        if (fresh.length === 0) {
          const [first] = there
          return yield* new Duplicate(
            there.length === 1
              ? `keyword: the app has '${first?.keyword}' in ${first?.country} already, as ${first?.id}`
              : `keywords: the app has all ${there.length} already; the first, '${first?.keyword}' in ${first?.country}, is ${first?.id}`
          )
        }
        yield* limits.check(state.plan, "keywords", state.keywords, fresh.length)
        const rows = yield* insert(owner, app, fresh, nowMs)
        if (!state.isSettled) yield* collection.settle({ accountId, plan: state.plan })
        return { rows, duplicates: there.map(({ device: _, ...row }) => row) }
      })
    )
    const order = new Map(wanted.map(({ id }, index) => [id, index]))
    const added = yield* shown(
      accountId,
      app,
      rows.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    )
    const [one] = added
    return isOne && one !== undefined ? one : { added, duplicates, refused }
  })

  const remove = Effect.fn("Keywords.remove")(function* (owner: Owner, appId: string, named: Named) {
    const { accountId } = owner
    if (named.id === undefined && named.keyword === undefined) {
      return yield* new InvalidInput("id: send the id of the keyword's row, or keyword")
    }
    const app = yield* appOf(accountId, appId)
    const device = yield* deviceOf(app.platform, named.device)
    const country = named.country === undefined ? app.country : yield* countryOf(app.platform, named.country)
    const keyword = named.keyword === undefined ? null : formOf(named.keyword)
    if (keyword === undefined) return yield* invalidKeyword
    return yield* accounts.write(owner, (state) =>
      Effect.gen(function* () {
        const [found] = yield* idRows(sql`
          SELECT id FROM workspace_keywords
          WHERE ${whereOf(
            sql`account_id = ${accountId}::uuid`,
            sql`app = ${app.id}::uuid`,
            named.id === undefined ? undefined : sql`id = ${named.id}::uuid`,
            keyword === null ? undefined : sql`(keyword, country, device) = (${keyword}, ${country}, ${device})`
          )}`)
        if (found === undefined) return yield* nothing("keyword")
        const [row] = yield* collection.remove(accountId, app.id, found.id, state)
        if (row === undefined) return yield* nothing("keyword")
        yield* sql`UPDATE workspace_apps SET keywords = keywords - 1
          WHERE account_id = ${accountId}::uuid AND id = ${app.id}::uuid`
        const { platform, appId } = app
        const { country: at, device: on, keyword: word } = row
        yield* apps.publish(KeywordRemoved, [
          { accountId, id: row.id, platform, appId, keyword: word, country: at, device: on }
        ])
        return { deleted: true as const, id: row.id, collected: yield* collection.isCollected(accountId, app, row) }
      })
    )
  })

  return { list, add, remove, known, insert, bringBack, deviceOf }
})

/** The keywords that accounts keep with their apps. */
export class Keywords extends Context.Service<Keywords, Effect.Success<typeof make>>()(
  "@storeglass/workspace/Keywords"
) {
  static readonly layer = Layer.effect(Keywords, make)
}
