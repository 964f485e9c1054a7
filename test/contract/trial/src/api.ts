import {
  answers,
  CreditsExhausted,
  confirmationField,
  connectingErrors,
  Data,
  declare,
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
const none = { answers: { kind: "none" } } as const

export const cursor = Param.cursor(Schema.Struct({ createdAtMs: Schema.Int, id: Schema.String }))
const note = { noteId: Param.text({ max: 36, description: "Which note." }) }
const notes = group(
  "trialNotes",
  declare(
    HttpApiEndpoint.post("create", "/v1/trial/notes", {
      payload: Shapes.NewNote,
      success: Data(Shapes.Note).pipe(HttpApiSchema.status(201)),
      error: [NoteExists.wire, away]
    }),
    said("Make a note", 2)
  ),
  declare(
    HttpApiEndpoint.get("list", "/v1/trial/notes", {
      query: { cursor, limit: Param.limit({ of: "notes", max: 10, default: 2 }) },
      ...answers(Page(Shapes.Note), [away])
    }),
    said("Notes", 1)
  ),
  declare(
    HttpApiEndpoint.get("get", "/v1/trial/notes/:noteId", {
      params: note,
      ...answers(Shapes.Note, [NotFound.wire, away])
    }),
    said("A note", 1)
  ),
  declare(
    HttpApiEndpoint.put("replace", "/v1/trial/notes/:noteId", {
      params: note,
      payload: Shapes.NewNote,
      ...answers(Shapes.Note, [NotFound.wire, NoteExists.wire, away])
    }),
    said("Replace a note", 1)
  ),
  declare(
    HttpApiEndpoint.delete("remove", "/v1/trial/notes/:noteId", {
      params: note,
      success: HttpApiSchema.NoContent,
      error: [NotFound.wire, away]
    }),
    { ...said("Remove a note", 1), ...none }
  ),
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
  declare(
    HttpApiEndpoint.post("start", "/v1/trial/scans", {
      payload: Shapes.NewScan,
      success: Data(Shapes.Scan).pipe(HttpApiSchema.status(202)),
      error: [CreditsExhausted.wire, ScanQuotaExceeded.wire, away]
    }),
    {
      ...said("Start a scan"),
      price: { credits: "quoted", bucket: "creative" },
      requires: "trialScans",
      exhausted: ScanQuotaExceeded
    }
  ),
  declare(
    HttpApiEndpoint.get("get", "/v1/trial/scans/:scanId", {
      params: scan,
      ...answers(Shapes.Scan, [NotFound.wire, away])
    }),
    said("A scan")
  ),
  declare(
    HttpApiEndpoint.delete("cancel", "/v1/trial/scans/:scanId", {
      params: scan,
      ...answers(Shapes.Scan, [NotFound.wire, ScanOver.wire, away])
    }),
    said("Cancel a scan")
  )
)

export const connectionPath = "/v1/trial/connection"
const campaign = { campaignId: Param.text({ max: 40, description: "Which campaign.", example: "one" }) }
const vendor = group(
  "trialVendor",
  declare(
    HttpApiEndpoint.put("connect", connectionPath, {
      payload: Shapes.Client,
      ...answers(Shapes.Connected, [...connectingErrors, away])
    }),
    said("Connect")
  ),
  declare(
    HttpApiEndpoint.get("status", connectionPath, answers(Schema.NullOr(Shapes.Connected), [away])),
    said("The connection")
  ),
  declare(HttpApiEndpoint.delete("disconnect", connectionPath, { success: HttpApiSchema.NoContent, error: away }), {
    ...said("Disconnect"),
    ...none
  }),
  declare(
    HttpApiEndpoint.get("campaign", "/v1/trial/campaigns/:campaignId", {
      params: campaign,
      ...answers(Shapes.Campaign, savedErrors)
    }),
    said("A campaign", 1)
  ),
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
  declare(
    HttpApiEndpoint.get("report", "/v1/trial/report", answers(Shapes.Report, savedErrors)),
    said("The vendor's report", 2)
  )
)

const more = group(
  "trial",
  declare(
    HttpApiEndpoint.get("events", "/v1/trial/events", { success: HttpApiSchema.StreamSse({ data: Shapes.Tick }) }),
    said("Events", 1)
  ),
  declare(
    HttpApiEndpoint.post("upload", "/v1/trial/uploads", {
      payload: Schema.Struct({ name: Schema.String, file: Multipart.SingleFileSchema }).pipe(
        HttpApiSchema.asMultipart()
      ),
      ...answers(Shapes.Uploaded, [InvalidInput.wire, away])
    }),
    { ...said("Upload a file", 1), body: { kind: "multipart", bytesMax: 100_000 } }
  ),
  declare(
    HttpApiEndpoint.post("sign", "/v1/trial/signatures", {
      payload: Schema.Struct({ privateKey: Schema.String }),
      ...answers(Shapes.Signed, [InvalidInput.wire])
    }),
    { ...said("Sign with a private key"), tool: false }
  ),
  declare(
    HttpApiEndpoint.get("greet", "/v1/trial/greeting", {
      headers: {
        "x-trial-region": Param.header({ description: "Where it is.", example: "eu" }),
        "x-trial-token": Param.header({ description: "A token.", secret: true })
      },
      ...answers(Shapes.Greeting, [])
    }),
    said("A greeting", 1)
  ),
  declare(
    HttpApiEndpoint.put("hook", "/v1/trial/hook", {
      payload: Schema.Struct({ url: Schema.String }),
      ...answers(Shapes.Hook, [InvalidInput.wire, away])
    }),
    said("Where to tell")
  ),
  declare(
    HttpApiEndpoint.post("tell", "/v1/trial/hook/messages", {
      payload: Schema.Struct({ text: Schema.String }),
      success: Data(Shapes.Accepted).pipe(HttpApiSchema.status(202)),
      error: away
    }),
    said("Tell")
  ),
  declare(
    HttpApiEndpoint.put("schedule", "/v1/trial/schedule", {
      payload: Schema.Struct({ everyMinutes: Schema.Int }),
      ...answers(Shapes.Scheduled, [InvalidInput.wire, away])
    }),
    said("When to synchronise")
  )
)

export class Api extends HttpApi.make("trial").add(notes, scans, vendor, more) {}
