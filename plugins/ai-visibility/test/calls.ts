import { type PreparedCalls, sampleValues, type TestAccount, type TestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Ask, Bootstrap, Finish, Scan } from "../src/jobRefs.ts"
import { type Actor, actor, at, begun, dataOf, finished, listOf, withPrompts } from "./support.ts"

/** Does the work of a run here and now, in a gateway whose queue stands still. */
const worked = async (gateway: TestGateway, { accountId }: Pick<Actor, "accountId">, runId: string) => {
  // Of a run that is none, it's nothing.
  await gateway.runJob(Bootstrap, { accountId, runId })
  await gateway.runJob(Scan, { accountId, runId })
  const waiting = await gateway.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ id: string }>`SELECT id FROM ai_visibility_answers
        WHERE account_id = ${accountId}::uuid AND run = ${runId}::uuid ORDER BY prompt_no, model_slug`
    )
  )
  for (const { id } of waiting) await gateway.runJob(Ask, { accountId, runId, answerId: id })
  await gateway.runJob(Finish, { accountId, runId })
}

interface CallsOptions {
  /** Sets it up as a customer does, by a bootstrap; else with one intent and two prompts. */
  readonly whole?: boolean
  /** The gateway works its queue off by itself. Default false. */
  readonly hasWorkers?: boolean
}

/** Has an app measured, and tells how each operation is then called. Each succeeds once, in any order. */
export const aiVisibilityCalls = async (
  gateway: TestGateway,
  account: TestAccount,
  { hasWorkers = false, whole = true }: CallsOptions = {}
): Promise<PreparedCalls> => {
  const { id: appId = "" } = await sampleValues(gateway)
  const own = actor(gateway, account, appId)
  const over = async (data: unknown) => {
    const runId = String(at(data, "taskRunId"))
    await (hasWorkers ? finished(gateway, runId) : worked(gateway, own, runId))
  }
  if (whole) {
    await over(await own.done("POST", "/bootstrap", {}, 201))
  } else {
    // The second tells its sources.
    await begun(gateway, own, { models: ["model_a", "model_d"] })
    await withPrompts(own, 2)
    await over(await own.done("POST", "/scan", undefined, 201))
    await own.done("PUT", "/settings", { scanCadenceDays: 14 })
  }
  // One of its own: it's there to be shown.
  const key = { apiKey: "sandbox-own-key-of-assistant-d" }
  dataOf(await gateway.ask("/v1/connect/assistants/model_d/key", { method: "POST", key: account.key, body: key }), 201)
  const spare = await own.done("POST", "/intents", { label: "Print photos at home" }, 201)
  const [first] = listOf(await own.done("GET", "/intents"))
  const intentId = String(at(first, "intentId"))
  const prompts = listOf(await own.done("GET", `/intents/${intentId}`), "prompts")
  const promptId = (n: number) => String(at(prompts[n], "promptId"))
  const [answer] = prompts.flatMap((prompt) => listOf(prompt, "latestAnswers"))
  const values = { appId, intentId, country: "us", model: "model_a" }
  return {
    // What it writes is there already, or elsewhere: nothing changes behind the test's back.
    aiVisibility_bootstrap: { values, body: whole ? {} : { country: "de" } },
    aiVisibility_scan: { values },
    aiVisibility_settings: { values },
    aiVisibility_updateSettings: { values, body: { scanCadenceDays: 7 } },
    aiVisibility_overview: { values },
    aiVisibility_intents: { values },
    aiVisibility_addIntent: { values, body: { label: "Edit photos on the train" } },
    aiVisibility_intent: { values },
    aiVisibility_updateIntent: { values, body: { description: "In a hurry" } },
    aiVisibility_removeIntent: { values: { ...values, intentId: String(at(spare, "intentId")) } },
    aiVisibility_prompts: { values: { appId, intentId, status: "active" } },
    aiVisibility_addPrompt: { values, body: { text: "Which app edits photos without an account?" } },
    aiVisibility_updatePrompt: { values: { ...values, promptId: promptId(0) }, body: { style: "problem" } },
    aiVisibility_removePrompt: { values: { ...values, promptId: promptId(1) } },
    aiVisibility_competitors: { values },
    aiVisibility_sources: { values: { appId, country: "us", windowDays: "30" } },
    aiVisibility_trend: { values: { ...values, windowDays: "30" } },
    aiVisibilityKeys_keys: {},
    // One that the sandbox's provider takes.
    aiVisibilityKeys_save: { values: { modelSlug: "model_b" }, body: { apiKey: "sandbox-own-key-of-assistant-b" } },
    aiVisibilityKeys_setFallback: { values: { modelSlug: "model_c" }, body: { fallback: true } },
    aiVisibilityKeys_remove: { values: { modelSlug: "model_b" } },
    aiVisibility_answer: { values: { ...values, answerId: String(at(answer, "answerId")) } }
  }
}
