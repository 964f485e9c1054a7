import { at, type TestGateway } from "@storeglass/testkit"
import { SyncRoom } from "../src/sync/Syncs.ts"
import type { MetricSetName } from "../src/vitals/metricSets.ts"
import { vitalsRoom } from "../src/vitals/VitalRows.ts"
import { controlOf, dataOf, issue, stranger } from "./support.ts"

type KeyFile = Awaited<ReturnType<typeof issue>>["keyFile"]

/** An account with a service account of its own, or one that others have too, and its first app. */
export const owner = async (
  gateway: TestGateway,
  { keyFile: given, ...rights }: { readonly keyFile?: KeyFile; readonly without?: ReadonlyArray<string> } = {}
) => {
  const person = await stranger(gateway)
  const { keyFile, packageName } = await issue(gateway, rights)
  const used = given ?? keyFile
  dataOf(await person.connect({ serviceAccountJson: used }), 201)
  return {
    ...person,
    keyFile: used,
    packageName,
    askApp: (path: string, method = "GET", body?: unknown) => person.ask(`/apps/${packageName}${path}`, method, body),
    /** Changes what the vendor has of the app's vitals, and gives it. */
    vitals: (input: Readonly<Record<string, unknown>> = {}) =>
      controlOf(gateway).act("play-console", "vitals", { email: used.client_email, packageName, ...input }),
    /** What the vendor was asked for below the app. */
    asked: (after = 0) =>
      controlOf(gateway)
        .requests({ upstream: "play-console", credential: used.client_email, afterSequence: after })
        .filter(({ path }) => path.includes(`/apps/${packageName}/`)),
    now: () => controlOf(gateway).requests().at(-1)?.sequence ?? 0
  }
}
export type Owner = Awaited<ReturnType<typeof owner>>

/** The body of the last query, as the vendor got it. */
export const lastQuery = async ({ vitals }: Owner): Promise<string> => {
  const asked = at(await vitals(), "asked")
  return Array.isArray(asked) ? String(asked.at(-1)) : ""
}

/** Has the app's vitals synced, as a request asks for it. */
export const readVitals = (
  gateway: TestGateway,
  { accountId, packageName }: Pick<Owner, "accountId" | "packageName">,
  metricSets: ReadonlyArray<MetricSetName>,
  { from = null, to = null }: { readonly from?: string | null; readonly to?: string | null } = {}
) =>
  gateway.runJob(SyncRoom, {
    accountId,
    room: vitalsRoom,
    task: { id: "of a test", asked: { packageName, metricSets: [...metricSets], from, to } }
  })
