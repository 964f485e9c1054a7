import { Caller, Content, fromUpstream, InvalidInput, Param, rawRoute } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { saved } from "../asked.ts"
import { PlayConnection } from "../PlayConnection.ts"
import { downloadErrors, prefix } from "./api.ts"
import { Bucket, bucketFor, bucketsOf, tornAsUpstream } from "./Bucket.ts"
import { ReportTooLarge } from "./errors.ts"

const decodeQuery = Schema.decodeUnknownEffect(
  Schema.Struct({ name: Param.text({ max: 1_024, description: "The file's name in the bucket." }) })
)
const nameAsked = Effect.flatMap(HttpServerRequest.ParsedSearchParams, (given) =>
  Effect.mapError(decodeQuery(given), (error) => {
    const { wrong } = Param.firstIssue(error)
    return new InvalidInput(`name (query): ${wrong}`, { field: "name" })
  })
)
const fileName = (name: string) => (name.split("/").at(-1) ?? name).replace(/[^\w.+-]/g, "_")

/** A report's bytes. It's read to its end first, so that nobody pays for half of one. */
export const downloadReport = rawRoute({
  id: "download",
  method: "GET",
  path: `${prefix}/reports/download`,
  access: "key",
  price: 1,
  query: ["name"],
  answers: { kind: "file" },
  errors: downloadErrors,
  summary: "Download a report file",
  description:
    "The bytes of one file of reports, as the store wrote them, of at most 256 MiB, with their type, length and digests. name: the file's name in the bucket, as objects lists it. A transfer that fails isn't charged.",
  tool: false,
  handler: Effect.gen(function* () {
    const bucket = yield* Bucket
    const connection = yield* PlayConnection
    const content = yield* Content
    const { accountId } = yield* Caller
    const { name } = yield* nameAsked
    return yield* Effect.gen(function* () {
      const ready = yield* connection.ready(accountId)
      const of = yield* bucketFor(bucketsOf(ready), name)
      const object = yield* bucket.object(ready, of, name)
      const whole = yield* bucket.download(ready, of, object)
      const { bytes, digests } = whole
      const sha256 = Buffer.from(digests.sha256, "hex").toString("base64")
      return HttpServerResponse.stream(content.bytes(whole), {
        contentType: object.contentType ?? "application/octet-stream",
        contentLength: bytes,
        headers: {
          "content-digest": `sha-256=:${sha256}:`,
          "content-disposition": `attachment; filename="${fileName(name)}"`,
          "x-report-md5": digests.md5,
          ...(object.generation === null ? {} : { "x-report-generation": object.generation })
        }
      })
    }).pipe(
      saved,
      Effect.catchTags({
        TornTransfer: (error) => Effect.fail(fromUpstream(tornAsUpstream(error))),
        ObjectTooLarge: (error) => Effect.fail(new ReportTooLarge(error.message))
      })
    )
  })
})
