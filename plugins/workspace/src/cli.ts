import { CommandFailed, defineCommands, jsonFlag, print, RunningGateway, urlFlag } from "@storeglass/plugin-api/cli"
import { Console, Effect, FileSystem, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"

const failed = (what: string) => (error: { readonly message: string }) =>
  new CommandFailed({ message: `${what}: ${error.message}` })

const importFile = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(Argument.withDescription("A CSV of keywords or competitors, or an export.")),
    app: Flag.String("app").pipe(
      Flag.withDescription("The app that its rows are for, unless each row names one."),
      Flag.optional
    ),
    country: Flag.String("country").pipe(
      Flag.withDescription("Storefront of rows that name none. Default: the app's."),
      Flag.optional
    ),
    language: Flag.String("language").pipe(Flag.withDescription("Language of rows that name none."), Flag.optional),
    preview: Flag.Boolean("preview").pipe(
      Flag.withDescription("Only tell what would be added."),
      Flag.withDefault(false)
    ),
    url: urlFlag,
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ app, country, file, json, language, preview, url }) {
    const { fileBytesMax } = yield* Effect.promise(() => import("./moving/exported.ts"))
    const { parted, together, told } = yield* Effect.promise(() => import("./moving/told.ts"))
    const fs = yield* FileSystem.FileSystem
    const bytes = yield* Effect.mapError(fs.readFile(file), failed(`can't read ${file}`))
    const gateway = yield* RunningGateway
    const send = (given: Uint8Array | string) =>
      gateway.ask(Option.getOrUndefined(url), {
        method: "POST",
        path: "/v1/user/import",
        json: {
          base64: Buffer.from(given).toString("base64"),
          appId: Option.getOrUndefined(app),
          country: Option.getOrUndefined(country),
          language: Option.getOrUndefined(language),
          preview
        }
      })
    const parts = bytes.length <= fileBytesMax ? undefined : yield* parted(bytes)
    const answers = yield* Effect.forEach(parts ?? [], ({ isContinued, part }, at) =>
      send(JSON.stringify(part)).pipe(
        Effect.map((answer) => ({ answer, isContinued })),
        Effect.mapError(failed(`part ${at + 1} of ${parts?.length}, after which nothing was sent`))
      )
    )
    const answer = answers.length === 0 ? yield* send(bytes) : yield* together(answers)
    yield* print(json, answer, yield* told(answer))
  })
).pipe(
  Command.withDescription("Add the keywords or competitors of a file to an app, or an exported workspace to yours.")
)

const exportAll = Command.make(
  "export",
  {
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withDescription("File to write. Default: standard output."),
      Flag.optional
    ),
    url: urlFlag,
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ output, url }) {
    const gateway = yield* RunningGateway
    const { exportPage } = yield* Effect.promise(() => import("./moving/told.ts"))
    const exported = yield* Effect.promise(() => import("./moving/exported.ts"))
    const { all, left } = yield* exported.whole(exported.writtenBytesMax, (query) =>
      Effect.flatMap(
        gateway.ask(Option.getOrUndefined(url), { method: "GET", path: "/v1/user/export", query: { ...query } }),
        exportPage
      )
    )
    const leftOut = exported.leftOf(left)
    if (leftOut !== undefined) yield* Console.error(`left out, as the file would be too large: ${leftOut}`)
    const text = JSON.stringify(all)
    if (Option.isNone(output)) return yield* print(false, all, text)
    const fs = yield* FileSystem.FileSystem
    yield* Effect.mapError(fs.writeFileString(output.value, `${text}\n`), failed(`can't write ${output.value}`))
  })
).pipe(
  Command.withDescription("Write your apps with what is kept with them, and your reports, as JSON that imports again.")
)

const deleted = Command.make(
  "deleted",
  { url: urlFlag, json: jsonFlag },
  Effect.fnUntraced(function* ({ json, url }) {
    const { deletedTable } = yield* Effect.promise(() => import("./undo/told.ts"))
    const gateway = yield* RunningGateway
    const answer = yield* gateway.ask(Option.getOrUndefined(url), {
      method: "GET",
      path: "/v1/user/deleted-apps",
      query: { limit: "200" }
    })
    yield* print(json, answer, yield* deletedTable(answer))
  })
).pipe(Command.withDescription("List apps that were deleted within 7 days and can be restored."))

const restore = Command.make(
  "restore",
  {
    id: Argument.String("id").pipe(Argument.withDescription("As `workspace deleted` shows it.")),
    url: urlFlag,
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ id, json, url }) {
    const gateway = yield* RunningGateway
    const answer = yield* gateway.ask(Option.getOrUndefined(url), {
      method: "POST",
      path: `/v1/user/deleted-apps/${encodeURIComponent(id)}/restore`
    })
    yield* print(json, answer, `restored ${id} with all that it had`)
  })
).pipe(Command.withDescription("Put a deleted app back, with its competitors, keywords and versions."))

export default defineCommands(
  Command.make("workspace").pipe(
    Command.withDescription("Move what your account keeps in and out, and take deletions back."),
    Command.withSubcommands([importFile, exportAll, deleted, restore])
  )
)
