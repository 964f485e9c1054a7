import {
  CreditsExhausted,
  confirmationField,
  connectingErrors,
  declare,
  Endpoint,
  group,
  InvalidInput,
  NotFound,
  Page,
  Param,
  planIdField,
  previewFlag,
  ServiceUnavailable,
  savedErrors,
  writeAnswers,
  writeErrors
} from "@storeglass/plugin-api"
import { Schema } from "effect"
import { Multipart } from "effect/http"
import { HttpApi, HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { NoteExists, ScanOver, ScanQuotaExceeded } from "./errors.ts"
import * as Shapes from "./schema.ts"

const away = ServiceUnavailable.wire
const said = (summary: string, price = 0) => ({ summary, price, description: `${summary}, in the trial.` })

export const cursor = Param.cursor(Schema.Struct({ createdAtMs: Schema.Int, id: Schema.String }))
const note = { noteId: Param.text({ max: 36, description: "Which note." }) }
const notes = group(
  "trialNotes",
  Endpoint.post("create", "/v1/trial/notes", {
    payload: Shapes.NewNote,
    answer: Shapes.Note,
    status: 201,
    errors: [NoteExists.wire, away],
    ...said("Make a note", 2)
  }),
  Endpoint.get("list", "/v1/trial/notes", {
    query: { cursor, limit: Param.limit({ of: "notes", max: 10, default: 2 }) },
    answer: Page(Shapes.Note),
    errors: [away],
    ...said("Notes", 1)
  }),
  Endpoint.get("get", "/v1/trial/notes/:noteId", {
    params: note,
    answer: Shapes.Note,
    errors: [NotFound.wire, away],
    ...said("A note", 1)
  }),
  Endpoint.put("replace", "/v1/trial/notes/:noteId", {
    params: note,
    payload: Shapes.NewNote,
    answer: Shapes.Note,
    errors: [NotFound.wire, NoteExists.wire, away],
    ...said("Replace a note", 1)
  }),
  Endpoint.delete("remove", "/v1/trial/notes/:noteId", {
    params: note,
    errors: [NotFound.wire, away],
    ...said("Remove a note", 1)
  }),
  declare(
    HttpApiEndpoint.get("download", "/v1/trial/notes.csv", {
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
      error: away
    }),
    { ...said("Notes as CSV", 3), answers: { kind: "csv", contentType: "text/csv" } }
  )
)

const scan = { scanId: Param.text({ max: 36, description: "Which scan." }) }
const scans = group(
  "trialScans",
  Endpoint.post("start", "/v1/trial/scans", {
    payload: Shapes.NewScan,
    answer: Shapes.Scan,
    status: 202,
    errors: [CreditsExhausted.wire, ScanQuotaExceeded.wire, away],
    ...said("Start a scan"),
    price: { credits: "quoted", bucket: "creative" },
    requires: "trialScans",
    exhausted: ScanQuotaExceeded
  }),
  Endpoint.get("get", "/v1/trial/scans/:scanId", {
    params: scan,
    answer: Shapes.Scan,
    errors: [NotFound.wire, away],
    ...said("A scan")
  }),
  Endpoint.delete("cancel", "/v1/trial/scans/:scanId", {
    params: scan,
    answer: Shapes.Scan,
    errors: [NotFound.wire, ScanOver.wire, away],
    ...said("Cancel a scan")
  })
)

export const connectionPath = "/v1/trial/connection"
const campaign = { campaignId: Param.text({ max: 40, description: "Which campaign.", example: "one" }) }
const vendor = group(
  "trialVendor",
  Endpoint.put("connect", connectionPath, {
    payload: Shapes.Client,
    answer: Shapes.Connected,
    errors: [...connectingErrors, away],
    ...said("Connect")
  }),
  Endpoint.get("status", connectionPath, {
    answer: Schema.NullOr(Shapes.Connected),
    errors: [away],
    ...said("The connection")
  }),
  Endpoint.delete("disconnect", connectionPath, { errors: [away], ...said("Disconnect") }),
  Endpoint.get("campaign", "/v1/trial/campaigns/:campaignId", {
    params: campaign,
    answer: Shapes.Campaign,
    errors: savedErrors,
    ...said("A campaign", 1)
  }),
  declare(
    HttpApiEndpoint.put("update", "/v1/trial/campaigns/:campaignId", {
      params: campaign,
      query: { dryRun: previewFlag() },
      payload: Schema.Struct({
        budget: Schema.Int,
        planId: planIdField,
        confirm: confirmationField("the budget is spent")
      }),
      success: writeAnswers(Shapes.Campaign),
      error: [...savedErrors, ...writeErrors]
    }),
    said("Change a campaign", 2)
  ),
  Endpoint.get("report", "/v1/trial/report", {
    answer: Shapes.Report,
    errors: savedErrors,
    ...said("The vendor's report", 2)
  })
)

const more = group(
  "trial",
  declare(
    HttpApiEndpoint.get("events", "/v1/trial/events", { success: HttpApiSchema.StreamSse({ data: Shapes.Tick }) }),
    said("Events", 1)
  ),
  Endpoint.post("upload", "/v1/trial/uploads", {
    payload: Schema.Struct({ name: Schema.String, file: Multipart.SingleFileSchema }).pipe(HttpApiSchema.asMultipart()),
    answer: Shapes.Uploaded,
    errors: [InvalidInput.wire, away],
    ...said("Upload a file", 1),
    body: { kind: "multipart", bytesMax: 100_000 }
  }),
  Endpoint.post("sign", "/v1/trial/signatures", {
    payload: Schema.Struct({ privateKey: Schema.String }),
    answer: Shapes.Signed,
    errors: [InvalidInput.wire],
    ...said("Sign with a private key"),
    tool: false
  }),
  Endpoint.get("greet", "/v1/trial/greeting", {
    headers: {
      "x-trial-region": Param.header({ description: "Where it is.", example: "eu" }),
      "x-trial-token": Param.header({ description: "A token.", secret: true })
    },
    answer: Shapes.Greeting,
    ...said("A greeting", 1)
  }),
  Endpoint.put("hook", "/v1/trial/hook", {
    payload: Schema.Struct({ url: Schema.String }),
    answer: Shapes.Hook,
    errors: [InvalidInput.wire, away],
    ...said("Where to tell")
  }),
  Endpoint.post("tell", "/v1/trial/hook/messages", {
    payload: Schema.Struct({ text: Schema.String }),
    answer: Shapes.Accepted,
    status: 202,
    errors: [away],
    ...said("Tell")
  }),
  Endpoint.put("schedule", "/v1/trial/schedule", {
    payload: Schema.Struct({ everyMinutes: Schema.Int }),
    answer: Shapes.Scheduled,
    errors: [InvalidInput.wire, away],
    ...said("When to synchronise")
  })
)

export class Api extends HttpApi.make("trial").add(notes, scans, vendor, more) {}
