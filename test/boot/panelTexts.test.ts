import { compose, panelTextProblems, shownView, textsOfPanels } from "@storeglass/gateway"
import { Endpoint, group, type Panel, type PanelTexts, View } from "@storeglass/plugin-api"
import { compositionOf, everyPlugin } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { de as ofPage } from "../../packages/dashboard/page/languages/de.ts"
import { pluginOf } from "./plugins.ts"

const rows = Endpoint.get("rows", "/v1/a", {
  answer: Schema.Struct({
    rows: Schema.Array(
      Schema.Struct({
        name: Schema.String,
        state: Schema.Literals(["in_review", "Live"]),
        todo: Schema.NullOr(Schema.Union([Schema.Literal("Connect it."), Schema.String]))
      })
    )
  }),
  summary: "Rows",
  description: "Some rows.",
  view: View.table({
    rows: "rows",
    columns: [
      { field: "name", title: "Name" },
      { field: "state", title: "State" },
      { field: "todo", title: "To do" }
    ]
  })
})
const add = Endpoint.post("add", "/v1/a", {
  payload: Schema.Struct({ name: Schema.String }),
  answer: Schema.Struct({ id: Schema.String }),
  summary: "Add a row",
  description: "Adds one."
})
const panels: ReadonlyArray<Panel> = [
  {
    id: "rows",
    slot: "settings",
    title: "All rows",
    blocks: [
      { kind: "text", text: "What there is." },
      {
        kind: "view",
        operation: "a_rows",
        actions: [{ operation: "a_add", title: "Copy", params: { name: { row: "name" } } }]
      },
      { kind: "form", operation: "a_add", title: "Add" }
    ]
  }
]
const texts = [
  "All rows",
  "What there is.",
  "Rows",
  "Name",
  "State",
  "To do",
  "In review",
  "Live",
  "Connect it.",
  "Copy",
  "Add"
]
const german = Object.fromEntries(texts.map((text) => [text, `${text} (de)`]))

const composed = async (panelTexts?: PanelTexts) => {
  const api = HttpApi.make("a").add(group("a", rows, add))
  const { operations, plugins } = await Effect.runPromise(compose([pluginOf("a", { api, panels, panelTexts })]))
  const [own] = plugins
  return { operations, plugin: own?.plugin ?? assert.fail("isn't composed") }
}
const problemsWith = async (de: Readonly<Record<string, string>>) => {
  const { operations, plugin } = await composed({ de })
  return panelTextProblems(plugin, operations)
}

describe("the texts of panels", () => {
  it("are all that a panel shows: titles, texts, columns, buttons, and the values that a schema lists", async () => {
    const { operations, plugin } = await composed()
    assert.deepEqual([...textsOfPanels(plugin, operations)].sort(), [...texts].sort())
    assert.deepEqual(panelTextProblems(plugin, operations), [], "a plugin needn't offer another language")
  })

  it("must be there in a language that is offered, each, with something said, and nothing else", async () => {
    assert.deepEqual(await problemsWith(german), [])
    const { Copy: _, ...less } = german
    assert.deepEqual(await problemsWith({ ...less, Add: " ", Gone: "Weg" }), [
      'de lacks "Copy"',
      'de says nothing for "Add"',
      'de has "Gone", which no panel shows'
    ])
  })

  it("are told from data by the answer's schema, also where both may stand", async () => {
    const { operations } = await composed()
    const view = operations.find(({ id }) => id === "a_rows")?.view
    assert.deepEqual(view?.listed, { state: ["in_review", "Live"], todo: ["Connect it."] })
    assert.deepEqual(shownView(View.list({ rows: "rows", title: "name" }), rows), {
      kind: "list",
      rows: "rows",
      title: "name"
    })
  })
})

/** What is the same in both languages: a text that isn't here and reads as in English was forgotten. */
const sameInBoth: ReadonlySet<string> = new Set([
  "ASO",
  "App",
  "Apps",
  "Bot",
  "Chart",
  "Charts",
  "Chats",
  "Cluster",
  "Conversion",
  "Credits",
  "Downloads",
  "Format",
  "Gateway",
  "Info",
  "Keyword",
  "Keywords",
  "L",
  "M",
  "Name",
  "Paywall",
  "Plan",
  "Problem",
  "Prompts",
  "Rollout",
  "S",
  "Screenshots",
  "Status",
  "Tag",
  "Tags",
  "Updates",
  "Version"
])

/** English words that stand for several things, and have a German for each. */
const several: ReadonlySet<string> = new Set([
  "By",
  "Change",
  "Charts",
  "Dropped",
  "Found",
  "Jobs",
  "Left",
  "None",
  "Plan"
])

describe("the German of the panels", async () => {
  const { operations, plugins } = await compositionOf({ plugins: everyPlugin })
  const speaking = plugins.filter(({ plugin }) => (plugin.panels ?? []).length > 0)
  const tables = speaking.map(({ plugin }): readonly [string, Readonly<Record<string, string>>] => {
    const offered: PanelTexts = plugin.panelTexts ?? {}
    return [plugin.id, offered.de ?? {}]
  })

  for (const { plugin } of speaking) {
    it(`${plugin.id} says all that its panels show`, () => {
      const offered: PanelTexts = plugin.panelTexts ?? {}
      assert.isDefined(offered.de, "has no German")
      const own = operations.filter((operation) => operation.plugin === plugin.id)
      assert.strictEqual(panelTextProblems(plugin, own).join("\n"), "")
    })
  }

  it("nothing is left in English by mistake", () => {
    assert.isAbove(tables.length, 10)
    const alike = tables.flatMap(([, table]) =>
      Object.entries(table).flatMap(([text, said]) => (text === said ? [text] : []))
    )
    assert.deepEqual([...new Set(alike)].sort(), [...sameInBoth].sort())
  })

  it("a text begins and ends as its English does, and says du", () => {
    const ends = /(?:[.:?]|…)$/
    for (const [id, table] of tables) {
      for (const [text, said] of Object.entries(table)) {
        assert.strictEqual(ends.exec(said)?.[0], ends.exec(text)?.[0], `${id}: ${text}`)
        assert.strictEqual(said, said.trim().replaceAll(/ {2,}/g, " "), `${id}: ${text}`)
        assert.notMatch(said, /\b(?:Ihr|Ihre[mnrs]?|Ihnen)\b/, `${id}: ${text}`)
      }
    }
  })

  it("has one word for one thing, in all plugins and in the page", () => {
    const words = new Map<string, Set<string>>()
    const note = (text: string, said: string) => words.set(text, (words.get(text) ?? new Set()).add(said))
    for (const [, table] of tables) for (const [text, said] of Object.entries(table)) note(text, said)
    for (const [text, said] of Object.entries(ofPage)) if (words.has(text)) note(text, said)
    const different = [...words].flatMap(([text, all]) => (all.size > 1 ? [text] : []))
    assert.deepEqual(
      different
        .filter((text) => !several.has(text))
        .map((text) => `${text}: ${[...(words.get(text) ?? [])].join(", ")}`),
      []
    )
    assert.deepEqual(
      [...several].filter((text) => !different.includes(text)),
      []
    )
  })
})
