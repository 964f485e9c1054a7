import { erased, type LoadedPlugin } from "@storeglass/gateway"
import { definePlugin, Endpoint, group, Param, View } from "@storeglass/plugin-api"
import { manifestOf } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"

const Level = Schema.Struct({ name: Schema.String, metres: Schema.Number })
const levels = Endpoint.get("levels", "/v1/tides/levels", {
  answer: Schema.Struct({ levels: Schema.Array(Level) }),
  summary: "Levels",
  description: "How high the water stands.",
  view: View.stat({ rows: "levels", title: "name", value: "metres" })
})
const forecast = Endpoint.get("forecast", "/v1/tides/forecast", {
  answer: Schema.Struct({ tides: Schema.Array(Schema.Struct({ at: Schema.String, what: Schema.String })) }),
  summary: "Forecast",
  description: "The next tides.",
  price: 2,
  view: View.list({ rows: "tides", title: "what", text: "at" })
})
const note = Endpoint.put("note", "/v1/tides/note", {
  payload: Schema.Struct({ what: Schema.String, isLoud: Schema.Boolean, why: Schema.optionalKey(Schema.String) }),
  answer: Schema.Struct({ noted: Schema.String }),
  summary: "Note a tide",
  description: "Keeps a word on it.",
  tool: { destructive: false }
})
const heights = Endpoint.get("heights", "/v1/tides/heights", {
  query: { appId: Param.text({ max: 20, description: "The app." }) },
  answer: Schema.Struct({
    days: Schema.Array(Schema.Struct({ date: Schema.String, metres: Schema.NullOr(Schema.Number) }))
  }),
  summary: "Heights by day",
  description: "How high the water stood, day by day.",
  view: View.series({ rows: "days", x: "date", y: "metres" })
})
const storms = Endpoint.get("storms", "/v1/tides/storms", {
  answer: Schema.Struct({
    storms: Schema.Array(Schema.Struct({ at: Schema.String, name: Schema.String, what: Schema.String }))
  }),
  summary: "Storms",
  description: "When it stormed."
})
const api = HttpApi.make("tides").add(group("tides", levels, forecast, note, heights, storms))

/** Of an app, by its id; on the second day nobody looked. */
export const heightsOf = (appId: string) =>
  ["2026-01-01", "2026-01-02", "2026-01-03"].map((date, index) => ({
    date,
    metres: index === 1 ? null : Number(appId) * 10 + index
  }))

const plugin = definePlugin({
  id: "tides",
  manifest: manifestOf("tides"),
  description: "Somebody else's.",
  config: Schema.Struct({}),
  api,
  live: () =>
    HttpApiBuilder.group(api, "tides", (handlers) =>
      handlers
        .handle("levels", () => Effect.succeed({ data: { levels: [{ name: "High water", metres: 4.2 }] } }))
        .handle("forecast", () =>
          Effect.succeed({ data: { tides: [{ at: "2026-01-01T06:00:00Z", what: "low water" }] } })
        )
        .handle("heights", ({ query }) => Effect.succeed({ data: { days: heightsOf(query.appId) } }))
        .handle("storms", () =>
          Effect.succeed({ data: { storms: [{ at: "2026-01-02T14:00:00Z", name: "Ada", what: "north-west" }] } })
        )
        .handle("note", ({ payload }) => Effect.succeed({ data: { noted: payload.what } }))
    ),
  panels: [
    {
      id: "heights",
      slot: "app",
      title: "Heights",
      blocks: [{ kind: "view", operation: "tides_heights", params: { appId: { page: "app" } } }]
    },
    {
      id: "storms",
      slot: "app",
      title: "Storms",
      blocks: [
        { kind: "text", text: "Marked above." },
        {
          kind: "marks",
          operation: "tides_storms",
          title: "Storm",
          marks: { rows: "storms", at: "at", title: "name", text: "what" }
        }
      ]
    },
    {
      id: "tides",
      slot: "overview",
      title: "Tides",
      blocks: [
        { kind: "view", operation: "tides_levels" },
        {
          kind: "view",
          operation: "tides_forecast",
          title: "Next",
          actions: [
            { operation: "tides_note", title: "Note", params: { what: { row: "what" }, isLoud: "true" } },
            { operation: "tides_note", title: "Ask", params: { what: { row: "what" } } },
            {
              operation: "tides_note",
              title: "Never",
              params: { what: { row: "what" }, isLoud: "true" },
              when: { row: "what", is: ["high water"] }
            }
          ]
        }
      ]
    }
  ]
})

/** A plugin that the dashboard has never heard of. */
export const tides: LoadedPlugin = { plugin: erased(plugin), settings: {}, from: "the test" }
