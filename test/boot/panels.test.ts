import { assert, describe, it } from "@effect/vitest"
import { BootError, compose } from "@storeglass/gateway"
import { draw, Endpoint, group, type Panel, type PanelBlock, Param, type RowAction, View } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { pluginOf } from "./plugins.ts"

const Row = Schema.Struct({
  day: Schema.String,
  rank: Schema.NullOr(Schema.Int),
  spend: Schema.NullOr(Schema.Struct({ amount: Schema.String })),
  tags: Schema.optionalKey(Schema.Array(Schema.String)),
  releases: Schema.optionalKey(Schema.Array(Schema.Struct({ version: Schema.String, what: Schema.String })))
})
const Ranks = Schema.Struct({
  app: Schema.String,
  days: Schema.NullOr(Schema.Array(Row)),
  lines: Schema.Array(Schema.Struct({ name: Schema.String, days: Schema.Array(Row) })),
  byKey: Schema.Record(Schema.String, Schema.Number)
})
const said = { summary: "Ranks", description: "An app's ranks." }
const ranks = Endpoint.get("ranks", "/v1/a/:app", {
  params: { app: Param.text({ max: 20, description: "An app." }) },
  query: { from: Param.optional(Param.date({ description: "First day." })) },
  answer: Ranks,
  price: 1,
  ...said,
  view: View.ranks({ rows: "days", x: "day", y: "rank" })
})
const days = Endpoint.get("days", "/v1/a/:app/days", {
  params: { app: Param.text({ max: 20, description: "An app." }) },
  answer: Ranks,
  ...said
})
const forget = Endpoint.delete("forget", "/v1/a", { answer: Schema.Struct({ gone: Schema.Boolean }), ...said })
const add = Endpoint.post("add", "/v1/a", {
  payload: Schema.Struct({ app: Schema.String }),
  answer: Schema.Struct({ id: Schema.String }),
  ...said
})
const watch = Endpoint.get("watch", "/v1/watch", { answer: Ranks, ...said, access: "internal" })
const known = Endpoint.get("known", "/v1/known", {
  query: { app: Param.optional(Param.text({ max: 20, description: "An app." })) },
  answer: Schema.Struct({
    apps: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String })),
    last: Schema.String
  }),
  ...said
})
const check = Endpoint.post("check", "/v1/check", {
  payload: Schema.Struct({ app: Schema.String, text: Schema.optionalKey(Schema.String) }),
  answer: Schema.Struct({ issues: Schema.Array(Schema.Struct({ field: Schema.String, message: Schema.String })) }),
  ...said,
  tool: { readOnly: true, destructive: false }
})
const bring = Endpoint.post("bring", "/v1/bring", {
  payload: Schema.Struct({ file: Schema.String, preview: Schema.optionalKey(Schema.Boolean) }),
  answer: Schema.Struct({
    rows: Schema.Array(Schema.Struct({ what: Schema.String, n: Schema.Int })),
    texts: Schema.Array(
      Schema.Struct({
        field: Schema.String,
        pieces: Schema.Array(Schema.Struct({ op: Schema.String, text: Schema.String }))
      })
    ),
    limit: Schema.NullOr(Schema.String)
  }),
  ...said
})
const api = HttpApi.make("a").add(group("a", ranks, days, forget, add, watch, known, check, bring))

const panel = (more: Partial<Panel> = {}): Panel => ({
  id: "ranks",
  slot: "app",
  title: "Ranks",
  blocks: [{ kind: "view", operation: "a_ranks", params: { app: { page: "app" } } }],
  ...more
})
const block = (more: Partial<Extract<PanelBlock, { kind: "view" }>>) =>
  panel({ blocks: [{ kind: "view", operation: "a_ranks", params: { app: { page: "app" } }, ...more }] })
const marked = (more: Partial<Extract<PanelBlock, { kind: "marks" }>>): PanelBlock => ({
  kind: "marks",
  operation: "a_days",
  title: "Release",
  params: { app: { page: "app" } },
  marks: { rows: "days", at: "day", title: "day" },
  ...more
})
const listed = (action: RowAction) => block({ view: View.list({ rows: "days", title: "day" }), actions: [action] })
type FormOf = Extract<PanelBlock, { kind: "form" }>
const form = (more: Partial<FormOf> = {}) => panel({ blocks: [{ kind: "form", operation: "a_check", ...more }] })
const offered = { operation: "a_known", rows: "apps", value: "id", title: "name" } as const
const file = { field: "file", preview: "preview", endings: [".csv"] } as const
const counts = { title: "New", view: View.stat({ rows: "rows", title: "what", value: "n" }) }
const bringing = (more: Partial<FormOf> = {}) => form({ operation: "a_bring", file, shows: [counts], ...more })
const findings = { rows: "issues", field: "field", text: "message" } as const
const composed = (...panels: ReadonlyArray<Panel>) => compose([pluginOf("a", { api, panels })])

const refused: Readonly<Record<string, { readonly panels: ReadonlyArray<Panel>; readonly because: string }>> = {
  "a name that isn't kebab-case": {
    panels: [panel({ id: "Ranks" })],
    because: "the panel 'Ranks' must be named in kebab-case, as in rank-history"
  },
  "two of one name": { panels: [panel(), panel()], because: "the panel 'ranks' is declared twice" },
  "nothing in it": { panels: [panel({ blocks: [] })], because: "the panel 'ranks' has no blocks" },
  "a feature that nobody declares": {
    panels: [panel({ requires: "scans" })],
    because: "the panel 'ranks' requires the feature 'scans', which no enabled plugin declares; add it to `features`"
  },
  "an operation of nobody": {
    panels: [block({ operation: "b_ranks" })],
    because: "the panel 'ranks' names 'b_ranks', which isn't an operation of this plugin"
  },
  "an operation of the operator's": {
    panels: [block({ operation: "a_watch" })],
    because: "the panel 'ranks' view of 'a_watch': is the operator's; panels show what accounts may ask"
  },
  "a parameter that the operation doesn't have": {
    panels: [block({ params: { app: "1", country: "us" } })],
    because: "the panel 'ranks' view of 'a_ranks': sends 'country', which isn't a parameter of it"
  },
  "what its place doesn't know": {
    panels: [{ ...panel(), slot: "connections" }],
    because:
      "the panel 'ranks' view of 'a_ranks': sends the page's 'app', which the slot 'connections' doesn't know; it knows from, to"
  },
  "some stores' apps where no app is known": {
    panels: [{ ...block({ params: { app: "1" }, platforms: ["storea"] }), slot: "overview" }],
    because:
      "the panel 'ranks' view of 'a_ranks': is for some stores' apps, and the slot 'overview' knows no app; leave out platforms"
  },
  "no store at all": {
    panels: [block({ platforms: [] })],
    because: "the panel 'ranks' view of 'a_ranks': is for no store; leave out platforms"
  },
  "a required parameter missing": {
    panels: [block({ params: {} })],
    because: "the panel 'ranks' view of 'a_ranks': doesn't send 'app', which it needs"
  },
  "a view of what changes something": {
    panels: [block({ operation: "a_forget", params: {} })],
    because: "the panel 'ranks' view of 'a_forget': doesn't read; use a form or an action"
  },
  "a button for what takes a body": {
    panels: [panel({ blocks: [{ kind: "action", operation: "a_add", title: "Add" }] })],
    because: "the panel 'ranks' action of 'a_add': has a body; use a form"
  },
  "a view of what the answer lacks": {
    panels: [block({ view: View.bars({ rows: "days", title: "day", value: "installs" }) })],
    because:
      "the panel 'ranks' view of 'a_ranks': its view doesn't fit what it answers: 'installs' isn't a value of its rows"
  },
  "rows that are no list": {
    panels: [block({ view: View.list({ rows: "app", title: "day" }) })],
    because: "the panel 'ranks' view of 'a_ranks': its view doesn't fit what it answers: 'app' isn't a list"
  },
  "rows in a list that holds none": {
    panels: [block({ view: View.list({ rows: "lines.name", title: "day" }) })],
    because: "the panel 'ranks' view of 'a_ranks': its view doesn't fit what it answers: 'lines.name' isn't a list"
  },
  "what neither rows nor those that hold them have": {
    panels: [block({ view: View.list({ rows: "lines.days.releases", title: "app" }) })],
    because:
      "the panel 'ranks' view of 'a_ranks': its view doesn't fit what it answers: 'app' isn't a value of its rows"
  },
  "notes that are no list": {
    panels: [
      block({ view: View.series({ rows: "days", x: "day", y: "rank", notes: { rows: "spend", title: "what" } }) })
    ],
    because:
      "the panel 'ranks' view of 'a_ranks': its view doesn't fit what it answers: 'spend' isn't a list of its rows"
  },
  "a value that a note doesn't have": {
    panels: [
      block({ view: View.series({ rows: "days", x: "day", y: "rank", notes: { rows: "releases", title: "day" } }) })
    ],
    because:
      "the panel 'ranks' view of 'a_ranks': its view doesn't fit what it answers: 'day' isn't a value of its rows' 'releases'"
  },
  "several drawings and one more": {
    panels: [
      block({
        view: View.list({ rows: "days", title: "day" }),
        shows: [{ title: "Ranks", view: View.list({ rows: "days", title: "day" }) }]
      })
    ],
    because: "the panel 'ranks' view of 'a_ranks': shows several things; leave out view and actions"
  },
  "drawings of which one is of what the answer lacks": {
    panels: [
      block({
        shows: [
          { title: "Days", view: View.list({ rows: "days", title: "day" }) },
          { title: "Stars", view: View.parts({ parts: [{ field: "stars.5", title: "5 stars" }] }) }
        ]
      })
    ],
    because:
      "the panel 'ranks' view of 'a_ranks': what it shows as 'Stars' doesn't fit what it answers: 'stars.5' isn't a value of it"
  },
  "a button of rows where there are none": {
    panels: [block({ actions: [{ operation: "a_add", title: "Add", params: {} }] })],
    because: "the panel 'ranks' view of 'a_ranks': a ranks has no rows to act on"
  },
  "a row's button of nobody": {
    panels: [listed({ operation: "b_add", title: "Add", params: {} })],
    because:
      "the panel 'ranks' view of 'a_ranks': its row's action names 'b_add', which isn't an operation of this plugin"
  },
  "a row's button of the operator's": {
    panels: [listed({ operation: "a_watch", title: "Watch", params: {} })],
    because: "the panel 'ranks' view of 'a_ranks': its row's action 'a_watch' is the operator's"
  },
  "a row's button that sends what isn't taken": {
    panels: [listed({ operation: "a_add", title: "Add", params: { country: "us" } })],
    because: "the panel 'ranks' view of 'a_ranks': its row's action 'a_add' sends 'country', which it doesn't take"
  },
  "a row's button that reads what the row lacks": {
    panels: [listed({ operation: "a_add", title: "Add", params: { app: { row: "installs" } } })],
    because:
      "the panel 'ranks' view of 'a_ranks': its view doesn't fit what it answers: 'installs' isn't a value of its rows"
  },
  "marks outside an app's page": {
    panels: [panel({ slot: "settings", blocks: [marked({ operation: "a_days", params: { app: "1" } })] })],
    because: "the panel 'ranks' marks of 'a_days': the slot 'settings' has no charts of an app to mark"
  },
  "marks that cost something": {
    panels: [panel({ blocks: [marked({ operation: "a_ranks" })] })],
    because: "the panel 'ranks' marks of 'a_ranks': costs or changes something; marks are asked by themselves"
  },
  "marks that the answer lacks": {
    panels: [panel({ blocks: [marked({ operation: "a_days", marks: { rows: "days", at: "date", title: "day" } })] })],
    because:
      "the panel 'ranks' marks of 'a_days': its marks don't fit what it answers: 'date' isn't a value of its rows"
  },
  "a small line of what is no list of numbers": {
    panels: [block({ view: View.table({ rows: "days", columns: [{ field: "rank", title: "Rank", line: "ranks" }] }) })],
    because:
      "the panel 'ranks' view of 'a_ranks': its view doesn't fit what it answers: 'rank' isn't a list of numbers of its rows"
  },
  "a small line of texts": {
    panels: [
      block({ view: View.table({ rows: "days", columns: [{ field: "tags", title: "Tags", line: "series" }] }) })
    ],
    because:
      "the panel 'ranks' view of 'a_ranks': its view doesn't fit what it answers: 'tags' isn't a list of numbers of its rows"
  },
  "a form that sends what isn't taken": {
    panels: [form({ params: { country: "us" } })],
    because: "the panel 'ranks' form of 'a_check': sends 'country', which isn't a parameter of it"
  },
  "a form that asks for what isn't taken": {
    panels: [form({ fields: ["country"] })],
    because: "the panel 'ranks' form of 'a_check': asks for 'country', which it doesn't take"
  },
  "values of nobody": {
    panels: [form({ values: { app: { ...offered, operation: "b_known" } } })],
    because: "the panel 'ranks' form of 'a_check': values of 'app': 'b_known' isn't an operation of this plugin"
  },
  "values for what is sent anyway": {
    panels: [form({ params: { app: "1" }, values: { app: offered } })],
    because: "the panel 'ranks' form of 'a_check': offers values for 'app', which it doesn't ask for"
  },
  "values by what changes something": {
    panels: [form({ values: { app: { ...offered, operation: "a_forget" } } })],
    because: "the panel 'ranks' form of 'a_check': values of 'app': 'a_forget' doesn't read"
  },
  "values that the rows lack": {
    panels: [form({ values: { app: { ...offered, title: "label" } } })],
    because:
      "the panel 'ranks' form of 'a_check': values of 'app': 'a_known' doesn't answer so: 'label' isn't a value of its rows"
  },
  "values by a field that there isn't": {
    panels: [form({ values: { app: { ...offered, params: { app: { field: "country" } } } } })],
    because: "the panel 'ranks' form of 'a_check': values of 'app': the form has no field 'country'"
  },
  "a start that costs something": {
    panels: [form({ start: { operation: "a_ranks", params: { app: "1" }, fields: { text: "app" } } })],
    because: "the panel 'ranks' form of 'a_check': its start: 'a_ranks' costs something, and nobody is asked first"
  },
  "a start of what the answer lacks": {
    panels: [form({ start: { operation: "a_known", fields: { text: "first" } } })],
    because: "the panel 'ranks' form of 'a_check': its start: 'a_known' doesn't answer so: 'first' isn't a value of it"
  },
  "a live form that costs something": {
    panels: [form({ operation: "a_ranks", live: { findings } })],
    because:
      "the panel 'ranks' form of 'a_ranks': costs or changes something, so it can't be asked as one types; leave out live"
  },
  "a live form that changes something": {
    panels: [form({ operation: "a_add", live: { findings } })],
    because:
      "the panel 'ranks' form of 'a_add': costs or changes something, so it can't be asked as one types; leave out live"
  },
  "a live form that shows what the answer lacks": {
    panels: [form({ live: { findings: { ...findings, note: "severity" } } })],
    because:
      "the panel 'ranks' form of 'a_check': what it shows live doesn't fit what it answers: 'severity' isn't a value of its rows"
  },
  "a form that shows nothing of its answer": {
    panels: [bringing({ shows: [] })],
    because: "the panel 'ranks' form of 'a_bring': shows nothing; leave out shows"
  },
  "a form that shows what the answer lacks": {
    panels: [bringing({ shows: [{ ...counts, view: View.bars({ rows: "rows", title: "what", value: "count" }) }] })],
    because:
      "the panel 'ranks' form of 'a_bring': what it shows as 'New' doesn't fit what it answers: 'count' isn't a value of its rows"
  },
  "changes without pieces": {
    panels: [
      bringing({
        shows: [
          {
            title: "Texts",
            view: View.changes({ rows: "texts", title: "field", pieces: { rows: "words", op: "op", text: "text" } })
          }
        ]
      })
    ],
    because:
      "the panel 'ranks' form of 'a_bring': what it shows as 'Texts' doesn't fit what it answers: 'words' isn't a list of its rows"
  },
  "a file whose answer isn't shown": {
    panels: [form({ operation: "a_bring", file })],
    because: "the panel 'ranks' form of 'a_bring': takes a file and shows nothing of its answer; add shows"
  },
  "a file for a field that there isn't": {
    panels: [bringing({ file: { ...file, preview: "dryRun" } })],
    because: "the panel 'ranks' form of 'a_bring': its file: 'dryRun' isn't a field that it leaves open"
  },
  "a file with an odd ending": {
    panels: [bringing({ file: { ...file, endings: ["text/csv"] } })],
    because: "the panel 'ranks' form of 'a_bring': its file: 'text/csv' isn't the ending of a name, such as .csv"
  },
  "a file that the answer doesn't say the hindrance of": {
    panels: [bringing({ file: { ...file, hinders: "rows" } })],
    because:
      "the panel 'ranks' form of 'a_bring': what hinders its file doesn't fit what it answers: 'rows' isn't a value of it"
  },
  "a file where each look costs something": {
    panels: [
      form({
        operation: "a_ranks",
        params: { app: "1" },
        file: { ...file, field: "from" },
        shows: [{ title: "Days", view: View.list({ rows: "days", title: "day" }) }]
      })
    ],
    because:
      "the panel 'ranks' form of 'a_ranks': costs something, and its file is sent once only to look; leave out file"
  },
  "a download that changes something": {
    panels: [panel({ blocks: [{ kind: "download", operation: "a_forget", title: "All", saveAs: "all.json" }] })],
    because: "the panel 'ranks' download of 'a_forget': doesn't read; use a form or an action"
  },
  "a value that is an object": {
    panels: [block({ view: View.bars({ rows: "days", title: "day", value: "spend" }) })],
    because:
      "the panel 'ranks' view of 'a_ranks': its view doesn't fit what it answers: 'spend' isn't a value of its rows"
  }
}

describe("panels", () => {
  for (const [name, { because, panels }] of Object.entries(refused)) {
    it.effect(`stop the boot with ${name}`, () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(composed(...panels))
        assert.instanceOf(failure, BootError)
        assert.strictEqual(failure.message, `a: ${because}`)
      })
    )
  }

  it.effect("stop the boot with an operation whose own view doesn't fit its answer", () =>
    Effect.gen(function* () {
      const wrong = Endpoint.get("ranks", "/v1/a", {
        answer: Ranks,
        ...said,
        view: View.stat({ title: "app", value: "rank" })
      })
      const failure = yield* Effect.flip(compose([pluginOf("a", { api: HttpApi.make("a").add(group("a", wrong)) })]))
      assert.strictEqual(
        failure.message,
        "a: the view of 'a_ranks' doesn't fit what it answers: 'rank' isn't a value of it"
      )
    })
  )

  it.effect("are taken where each block names what its operation has", () =>
    Effect.gen(function* () {
      const blocks: ReadonlyArray<PanelBlock> = [
        { kind: "text", text: "Ranks of the app." },
        { kind: "view", operation: "a_ranks", params: { app: { page: "app" }, from: { page: "from" } } },
        {
          kind: "view",
          operation: "a_ranks",
          params: { app: "1" },
          view: View.series({ lines: "lines", name: "name", rows: "days", x: "day", y: "spend.amount" })
        },
        {
          kind: "view",
          operation: "a_ranks",
          params: { app: "1" },
          view: View.stat({ title: "app", value: "byKey.us" })
        },
        {
          kind: "view",
          operation: "a_ranks",
          params: { app: "1" },
          shows: [
            { title: "By key", view: View.parts({ parts: [{ field: "byKey.us", title: "us" }] }) },
            { title: "Days", view: View.list({ rows: "days", title: "day" }) }
          ]
        },
        {
          kind: "view",
          operation: "a_ranks",
          params: { app: "1" },
          view: View.list({ rows: "days", title: "day" }),
          actions: [
            { operation: "a_add", title: "Add", params: { app: { row: "day" } }, when: { row: "rank", is: ["1"] } }
          ]
        },
        {
          kind: "view",
          operation: "a_ranks",
          params: { app: "1" },
          view: View.list({ rows: "lines.days.releases", title: "version", text: "what", note: "name" })
        },
        { kind: "form", operation: "a_add" },
        { kind: "form", operation: "a_bring", file: { ...file, hinders: "limit" }, shows: [counts] },
        {
          kind: "form",
          operation: "a_check",
          values: { app: { ...offered, note: "name", only: true } },
          shows: [{ title: "Found", view: View.list({ rows: "issues", title: "message" }) }]
        },
        { kind: "download", operation: "a_days", title: "Days", params: { app: "1" }, saveAs: "days.json" },
        { kind: "action", operation: "a_forget", title: "Forget it", platforms: ["storeb"] }
      ]
      const { operations } = yield* composed(panel({ blocks }))
      assert.deepEqual(operations.find(({ id }) => id === "a_ranks")?.view, {
        kind: "ranks",
        rows: "days",
        x: "day",
        y: "rank"
      })
    })
  )
})

describe("a view", () => {
  it("draws texts with the pieces that they changed by", () => {
    const view = View.changes({ rows: "texts", title: "field", pieces: { rows: "pieces", op: "op", text: "text" } })
    const texts = [{ field: "title", pieces: [{ op: "added", text: "Tide", length: 4 }, { op: "same" }] }]
    assert.deepEqual(draw(view, { texts }).lines, [
      {
        name: null,
        rows: [
          {
            title: "title",
            notes: [
              { op: "added", text: "Tide" },
              { op: "same", text: null }
            ]
          }
        ]
      }
    ])
  })

  it("draws a line of its own for each of several, and null for what isn't told", () => {
    const data = {
      lines: [
        {
          name: "us",
          days: [
            { day: "2026-11-01", spend: { amount: "1.50" } },
            { day: "2026-11-02", spend: null }
          ]
        },
        { name: "de", days: [] }
      ]
    }
    const view = View.series({ lines: "lines", name: "name", rows: "days", x: "day", y: "spend.amount" })
    assert.deepEqual(draw(view, data), {
      lines: [
        {
          name: "us",
          rows: [
            { x: "2026-11-01", y: "1.50" },
            { x: "2026-11-02", y: null }
          ]
        },
        { name: "de", rows: [] }
      ]
    })
  })

  it("tells with each point what happened there", () => {
    const notes = { rows: "releases", title: "version", text: "what" }
    const view = View.series({ rows: "days", x: "day", y: "rank", notes })
    const days = [
      { day: "2026-11-01", rank: 3, releases: [{ version: "2.0", what: "Dark mode" }] },
      { day: "2026-11-02", rank: 2 }
    ]
    assert.deepEqual(draw(view, { days }).lines, [
      {
        name: null,
        rows: [
          { x: "2026-11-01", y: 3, notes: [{ title: "2.0", text: "Dark mode" }] },
          { x: "2026-11-02", y: 2, notes: [] }
        ]
      }
    ])
  })

  it("has a row for each in a list in lists, with the values of those that hold it where it has none of that name", () => {
    const view = View.table({
      rows: "apps.plans.prices",
      columns: ["app", "plan", "state", "price.amount", "total"].map((field) => ({ field, title: field }))
    })
    const apps = [
      {
        app: "a",
        state: "draft",
        plans: [
          { plan: "month", state: "active", prices: [{ price: { amount: "1" } }, { price: null, state: "ended" }] },
          { plan: "year", prices: [{ price: { amount: "9" } }] },
          { plan: "week" }
        ]
      },
      { app: "b", plans: [] }
    ]
    assert.deepEqual(
      draw(view, { apps, total: 2 }).lines[0]?.rows.map((row) => Object.values(row)),
      [
        ["a", "month", "active", "1", null],
        ["a", "month", "ended", null, null],
        ["a", "year", "draft", "9", null]
      ]
    )
  })

  it("draws the numbers of one thing, and null for those that aren't told", () => {
    const view = View.parts({ parts: [5, 4].map((stars) => ({ field: `stars.${stars}`, title: `${stars}` })) })
    assert.deepEqual(draw(view, { stars: { "5": 0 } }).lines, [
      { name: null, rows: [{ "stars.5": 0, "stars.4": null }] }
    ])
  })

  it("keeps 0 and false, which are told", () => {
    const view = View.status({ state: "connected", details: [{ field: "left", title: "Left" }] })
    assert.deepEqual(draw(view, { connected: false, left: 0 }).lines, [
      { name: null, rows: [{ state: false, left: 0 }] }
    ])
  })
})
