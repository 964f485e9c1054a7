import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type SandboxOptions, startSandbox } from "@storeglass/sandbox"
import { Effect } from "effect"
import stores from "../../sandbox/index.ts"
import { ChartV2, decode } from "./shapes.ts"

/** 2026-11-20, noon. */
export const noonMs = Date.UTC(2026, 10, 20, 12)
export const noonDay = noonMs / 86_400_000 - 0.5

/** Recorded answers of the real vendors, kept beside the checkout and never in it. */
export const recordingsFolder = fileURLToPath(new URL("../../../../../shared/recordings", import.meta.url))
export const recordingsAreThere = existsSync(recordingsFolder)

export type Running = Effect.Success<ReturnType<typeof start>>

export const start = (options: Omit<SandboxOptions, "doubles"> = {}) =>
  startSandbox({ nowMs: () => noonMs, size: 1200, ...options, doubles: [stores] })

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

export const get = (url: string, headers: Readonly<Record<string, string>> = {}): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const response = await fetch(url, { headers, redirect: "manual" })
    return { status: response.status, headers: response.headers, body: await response.text() }
  })

/** The terms of a hints plist, in their order. */
export const hintTerms = (plist: string): ReadonlyArray<string> =>
  [...plist.matchAll(/<key>term<\/key>\s*<string>([^<]*)<\/string>/g)].map((match) => match[1] ?? "")

export const frontOf = (storefrontId: number) => ({ "x-apple-store-front": `${storefrontId}-1,29` })

/** The id that stands at a rank of the free chart of all categories. */
export const idAtRank = (sandbox: Running, country: string, rank: number): Effect.Effect<string> =>
  get(`${sandbox.baseUrls.rssV2}/api/v2/${country}/apps/top-free/100/apps.json`).pipe(
    Effect.map(({ body }) => decode(ChartV2, body).feed.results[rank - 1]?.id ?? "none")
  )
