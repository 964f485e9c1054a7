import { dayIn, plusDays } from "@storeglass/plugin-api"
import { at, type TestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { SyncRoom } from "../src/sync/Syncs.ts"
import { bucket, controlOf, dataOf, issue, stranger } from "./support.ts"

export const financialBucket = "gs://pubsite_prod_rev_01234567890123456789"
/** The UTC day so many days ago. */
export const daysAgo = (days: number) => plusDays(dayIn("UTC", Date.now()), -days)
export const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le")

type KeyFile = Awaited<ReturnType<typeof issue>>["keyFile"]
interface OwnerOptions {
  readonly without?: ReadonlyArray<string>
  /** Whether the vendor's own 24 months are there. */
  readonly months?: boolean
  readonly keyFile?: KeyFile
}

/** A connected account, and what is in its bucket. */
export const reader = async (
  gateway: TestGateway,
  { keyFile: given, months = false, ...rights }: OwnerOptions = {}
) => {
  const person = await stranger(gateway)
  const { keyFile, packageName } = await issue(gateway, rights)
  const used = given ?? keyFile
  const act = (action: string, input: Readonly<Record<string, unknown>>) =>
    controlOf(gateway).act("play-console", action, { email: used.client_email, ...input })
  const put = (files: Readonly<Record<string, Uint8Array | string>>) =>
    act("putReports", {
      only: !months,
      files: Object.entries(files).map(([name, content]) => ({
        name,
        base64: (typeof content === "string" ? utf16(content) : Buffer.from(content)).toString("base64")
      }))
    })
  await put({})
  dataOf(
    await person.connect({
      serviceAccountJson: used,
      defaultPackageName: packageName,
      reportsBucket: bucket,
      financialReportsBucket: financialBucket
    }),
    201
  )
  const runWith = (asked: unknown, id = "task") =>
    gateway.runJob(SyncRoom, {
      accountId: person.accountId,
      room: "reports",
      task: asked === null ? null : { id, asked: JSON.parse(JSON.stringify(asked)) }
    })
  return {
    ...person,
    packageName,
    keyFile: used,
    put,
    tear: (name: string) => act("tearReport", { name }),
    /** The schedule's run, or a request's. */
    sync: (asked: unknown = null) => runWith(asked),
    status: async () => dataOf(await person.ask("/credentials/status")),
    imports: async () => at(dataOf(await person.ask("/analytics")), "imports"),
    rows: () => rowsOf(gateway, person.accountId),
    /** Transfers of files' bytes. */
    downloads: () =>
      controlOf(gateway)
        .requests({ upstream: "play-console", credential: used.client_email })
        .filter(({ query }) => query.alt === "media")
        .map(({ path }) => decodeURIComponent(path.split("/o/")[1] ?? ""))
  }
}
export type Reader = Awaited<ReturnType<typeof reader>>

export const rowsOf = (gateway: TestGateway, accountId: string) =>
  gateway.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        SELECT package_name AS "packageName", family, dimension, value, day::text AS day, measures
        FROM connect_storeb_report_rows WHERE account_id = ${accountId}::uuid
        ORDER BY package_name, family, dimension, day, value, part`
    )
  )
