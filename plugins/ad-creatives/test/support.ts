import { at, type TestAccount, type TestGateway, until, type WatchedGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert } from "vitest"

export const base = "/v1/app-ad-creatives"
export const imageKey = "sandbox-key-of-creatives-0001"
export const ownImageKey = "sandbox-own-key-of-creatives-0001"

/** Plugins, with a provider of pictures. */
export const withProvider = (vendor: "openai" | "gemini" = "openai", more: object = {}) => ({
  stores: true as const,
  "ad-creatives": {
    image:
      vendor === "openai"
        ? { vendor, model: "gpt-image-2", apiKey: imageKey, baseUrl: "${sandbox.creatives}", requestsPerMinute: 1_000 }
        : {
            vendor,
            model: "gemini-3.1-flash-image",
            apiKey: "sandbox-key-of-creatives-b-0001",
            baseUrl: "${sandbox.creatives-b}",
            requestsPerMinute: 1_000
          },
    ...more
  }
})

type Account = Pick<TestAccount, "key">
/** A gateway of this process, or one that is watched in another. */
type Asked = Pick<TestGateway, "ask"> & Pick<WatchedGateway, "run">

export const asked = (gateway: Asked, { key }: Account, body: object, headers: Readonly<Record<string, string>> = {}) =>
  gateway.ask(`${base}/generate`, { method: "POST", key, body, headers })

/** A job that was taken: its id. */
export const accepted = async (
  gateway: Asked,
  account: Account,
  body: object,
  headers: Readonly<Record<string, string>> = {}
): Promise<string> => {
  const answer = await asked(gateway, account, body, headers)
  assert.strictEqual(answer.status, 202, answer.text)
  return String(at(answer.json, "data", "jobId"))
}

export const jobOf = async (gateway: Asked, { key }: Account, jobId: string): Promise<unknown> => {
  const answer = await gateway.ask(`${base}/jobs/${jobId}`, { key })
  assert.strictEqual(answer.status, 200, answer.text)
  return at(answer.json, "data")
}

/** Waits for a job's end, and gives it. */
export const ended = (gateway: Asked, account: Account, jobId: string): Promise<unknown> =>
  gateway.run(
    until(
      ["ad_creatives_jobs"],
      Effect.promise(() => jobOf(gateway, account, jobId)),
      (job) => at(job, "status") === "completed" || at(job, "status") === "failed"
    )
  )

/** A job taken and waited for. */
export const done = async (
  gateway: Asked,
  account: Account,
  body: object,
  headers: Readonly<Record<string, string>> = {}
): Promise<unknown> => ended(gateway, account, await accepted(gateway, account, body, headers))

/** The answer at the address of a picture, which names a port that no test has. */
export const fetched = (gateway: TestGateway, url: unknown): Promise<Response> =>
  fetch(`${gateway.url}${new URL(String(url)).pathname}`)
export const bytesAt = async (gateway: TestGateway, url: unknown): Promise<Uint8Array> =>
  new Uint8Array(await (await fetched(gateway, url)).arrayBuffer())
