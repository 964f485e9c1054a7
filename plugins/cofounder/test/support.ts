import chartsPlugin from "@storeglass/charts"
import { ChartHistory } from "@storeglass/charts/contract"
import { contextOf, PluginContexts } from "@storeglass/gateway"
import { plusDays } from "@storeglass/plugin-api"
import { at, codeOf, controlOf, listAt, rows, type TestGateway } from "@storeglass/testkit"
import { Context, Effect, Schema } from "effect"
import { assert } from "vitest"

export { controlOf, rows } from "@storeglass/testkit"

export const webhookPath = "/v1/cofounder/integrations/webhook"
export const preferencesPath = "/v1/cofounder/preferences"

const Received = Schema.Array(
  Schema.Struct({
    status: Schema.Int,
    event: Schema.String,
    headers: Schema.Record(Schema.String, Schema.String),
    body: Schema.String,
    isVerified: Schema.NullOr(Schema.Boolean)
  })
)
let made = 0
/** An account with a receiver of its own. */
export const ownerOf = async (gateway: TestGateway, options?: Parameters<TestGateway["account"]>[0]) => {
  const account = await gateway.account(options)
  const name = `receiver-${++made}`
  const url = `${gateway.running.sandbox?.baseUrls.webhook}/${name}`
  const control = controlOf(gateway)
  const ask = (method: string, path: string, body?: unknown) =>
    gateway.ask(path, { method, key: account.key, ...(body === undefined ? {} : { body }) })
  const put = async (integrationConfig?: object, at = url) => {
    const answer = await ask("PUT", webhookPath, {
      credentials: { url: at },
      ...(integrationConfig === undefined ? {} : { integrationConfig })
    })
    return { ...answer, code: codeOf(answer.json), data: dataOf(answer.json) }
  }
  return {
    ...account,
    name,
    url,
    put,
    remove: async () => dataOf((await ask("DELETE", webhookPath)).json),
    prefer: async (...enabledIntegrations: ReadonlyArray<string>) => {
      const answer = await ask("PUT", preferencesPath, { enabledIntegrations })
      return { ...answer, code: codeOf(answer.json), data: dataOf(answer.json) }
    },
    /** What the next requests are answered with. */
    answer: (
      ...answers: ReadonlyArray<{ readonly status: number; readonly location?: string; readonly bytes?: number }>
    ) => control.act("webhook", "answer", { name, answers }),
    verifyWith: (secret: string | null) => control.act("webhook", "secret", { name, secret }),
    received: async () => Schema.decodeUnknownSync(Received)(await control.act("webhook", "received", { name })),
    ask
  }
}
export type Owner = Awaited<ReturnType<typeof ownerOf>>

const dataOf = (json: unknown) => at(json, "data")

/** An app in the account's workspace. */
export const keptApp = async (owner: Owner, appId: string, body: object = {}) => {
  const answer = await owner.ask("POST", "/v1/user/apps", { platform: "storea", appId, country: "us", ...body })
  assert.strictEqual(answer.status, 200, answer.text)
}
/** Ratings that fell from 4.5 to 4.2 within the week that ends with this day, on 100 new ones. */
export const ratingFell = async (gateway: TestGateway, appId: string, day: string) => {
  for (const [on, count, average] of [
    [plusDays(day, -7), 1_000, 4.5],
    [day, 1_100, 4.2]
  ] as const) {
    await rows(
      gateway,
      `INSERT INTO apps_rating_snapshots (platform, country, app_id, day, observed_at, rating_count, average_rating)
       VALUES ('storea', 'us', '${appId}', '${on}', '${on}T08:00:00Z', ${count}, ${average})`
    )
  }
}
export const sectionOf = (report: unknown, id: string) =>
  listAt(report, "sections").find((section) => at(section, "id") === id)

/** A chart of the store in the US, as it was read on a day. */
export const chartedIn = (
  gateway: TestGateway,
  chart: "top-free" | "top-paid" | "top-grossing",
  day: string,
  apps: ReadonlyArray<string>
) =>
  gateway.run(
    ChartHistory.use(({ add }) =>
      add({
        key: { platform: "storea", country: "us", chart, genreId: null },
        asOfMs: Date.parse(`${day}T06:00:00Z`),
        source: "test",
        entries: apps.map((appId, index) => ({ rank: index + 1, appId }))
      })
    ).pipe(Effect.provideContext(contextOf(Context.get(gateway.running.services, PluginContexts), chartsPlugin)))
  )
/** An app's ratings in the US, as they were on a day. */
export const ratedIn = (gateway: TestGateway, appId: string, day: string, count: number, average: number) =>
  rows(
    gateway,
    `INSERT INTO apps_rating_snapshots (platform, country, app_id, day, observed_at, rating_count, average_rating)
     VALUES ('storea', 'us', '${appId}', '${day}', '${day}T08:00:00Z', ${count}, ${average})`
  )
