import { at, dataOf, type TestAccount, type TestGateway, until } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Provider } from "./provider.ts"

export { listAt as listOf, refused } from "@storeglass/testkit"
export { at, dataOf }

export const settingsOf = ({ url }: Pick<Provider, "url">) => ({
  assistants: {
    model_a: { model: "model_a-1", apiKey: "key-a", baseUrl: url, requestsPerMinute: 60_000, concurrency: 16 },
    model_b: { model: "model_b-1", apiKey: "key-b", baseUrl: url, requestsPerMinute: 60_000, concurrency: 16 }
  },
  callsAtOnce: 16
})

/** The same with the assistant that tells its sources. */
export const groundedSettingsOf = (provider: Pick<Provider, "url">) => {
  const { assistants, ...more } = settingsOf(provider)
  return {
    ...more,
    assistants: { ...assistants, model_d: { ...assistants.model_a, model: "model_d-1", apiKey: "key-d" } }
  }
}

/** A run, once it's over. */
export const finished = (gateway: Pick<TestGateway, "run">, runId: unknown) =>
  gateway.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const read = sql<{ status: string; finished: boolean }>`
        SELECT status, finished_ms IS NOT NULL AS finished FROM ai_visibility_runs WHERE id = ${String(runId)}::uuid`
      return yield* until(["ai_visibility_runs"], read, (rows) => rows[0]?.finished === true)
    })
  )

/** What tests do in the name of one account, with one app. */
export const actor = (gateway: TestGateway, account: TestAccount, appId: string) => {
  const base = `/v1/ai-visibility/${appId}`
  const ask = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    gateway.ask(`${base}${path}`, { method, key: account.key, headers, ...(body === undefined ? {} : { body }) })
  const done = async (method: string, path: string, body?: unknown, status = 200) =>
    dataOf(await ask(method, path, body), status)
  const bootstrap = async (body: object = {}) => {
    const { taskRunId } = Object(await done("POST", "/bootstrap", body, 201))
    await finished(gateway, taskRunId)
    return String(taskRunId)
  }
  return {
    ...account,
    appId,
    base,
    ask,
    done,
    bootstrap,
    /** Accepts a scan and waits for its end. */
    scan: async (query = "") => {
      const answer = await ask("POST", `/scan${query}`)
      const data = dataOf(answer, 201)
      await finished(gateway, at(data, "taskRunId"))
      return { answer, data }
    },
    lastRun: async (query = "") => at(await done("GET", `/settings${query}`), "settings", "lastRun"),
    used: () => gateway.used(account.accountId, "aiVisibility"),
    remaining: () => gateway.remaining(account.accountId, "aiVisibility")
  }
}
export type Actor = ReturnType<typeof actor>

/** An app that is set up without its store and its prompts written: no scan, no credits. */
export const begun = async (
  gateway: { readonly run: (work: Effect.Effect<unknown, unknown, SqlClient.SqlClient>) => Promise<unknown> },
  { accountId, appId }: Pick<Actor, "accountId" | "appId">,
  more: { readonly country?: string; readonly models?: ReadonlyArray<string>; readonly cadenceDays?: number } = {}
) => {
  const { cadenceDays = 3, country = "us", models = ["model_a"] } = more
  await gateway.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        INSERT INTO ai_visibility_settings (account_id, app_id, country, language, enabled, models, cadence_days,
          last_bootstrap_ms, profile, profile_ms, created_ms)
        VALUES (${accountId}::uuid, ${appId}, ${country}, 'en', true, ${JSON.stringify(models)}, ${cadenceDays}::int, 1,
          ${JSON.stringify({ names: ["Photo Studio"], category: ["photo", "editor"] })}, 9000000000000, 1)`
    )
  )
}

export const questionOf = (n: number | string) => `Which app is best for editing photos, question ${n}?`

/** An intent with so many prompts; gives their ids. */
export const withPrompts = async (own: Actor, prompts: number, query = "") => {
  const intentId = String(at(await own.done("POST", `/intents${query}`, { label: "Edit photos" }, 201), "intentId"))
  const ids: Array<string> = []
  for (let n = 1; n <= prompts; n += 1) {
    const made = await own.done("POST", `/intents/${intentId}/prompts`, { text: questionOf(n) }, 201)
    ids.push(String(at(made, "promptId")))
  }
  return { intentId, promptIds: ids }
}

export interface NewActor {
  readonly models?: ReadonlyArray<string>
  readonly plan?: "indie" | "small"
  readonly prompts?: number
}
/** An account of its own, with an app that is set up and has so many prompts. */
export const newActorOf = async (
  gateway: TestGateway,
  appId: string,
  { models, plan = "small", prompts = 3 }: NewActor = {}
): Promise<Actor & { readonly promptIds: ReadonlyArray<string>; readonly intentId: string }> => {
  const own = actor(gateway, await gateway.account({ plan }), appId)
  await begun(gateway, own, models === undefined ? {} : { models })
  return { ...own, ...(await withPrompts(own, prompts)) }
}
