/** The work of `aso export` and `aso import`: folders on a disk, and a running gateway. */
import { CommandFailed, RunningGateway } from "@storeglass/plugin-api/cli"
import { Effect, FileSystem, Path } from "effect"
import { listingsIn } from "../lint/folders.ts"
import type { Platform } from "../rules/metadata.ts"
import { filesOf } from "./layout.ts"
import { readExport, toldExport, toldRead } from "./told.ts"
import { zipOf } from "./zip.ts"

const failed = (what: string) => (error: { readonly message: string }) =>
  new CommandFailed({ message: `${what}: ${error.message}` })

const bytesOf = (text: string) => new TextEncoder().encode(text)

export interface ExportAsked {
  readonly app: string
  readonly platform: Platform
  readonly state: string | undefined
  readonly versions: string | undefined
  /** A folder, or a file that ends in .zip. */
  readonly output: string
  readonly url: string | undefined
}

export const exporting = Effect.fn("exporting")(function* ({
  app,
  output,
  platform,
  state,
  url,
  versions
}: ExportAsked) {
  const gateway = yield* RunningGateway
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const answer = yield* gateway.ask(url, {
    method: "GET",
    path: `/v1/aso/apps/${encodeURIComponent(app)}/listing-files`,
    query: { platform, state, versionIds: versions }
  })
  const exported = yield* readExport(answer)
  if (exported.files.length === 0)
    return yield* new CommandFailed({ message: `your workspace has no such version of ${app} with a text` })
  if (output.toLowerCase().endsWith(".zip")) {
    const zip = zipOf(exported.files.map(({ path: name, text }) => ({ path: name, bytes: bytesOf(text) })))
    yield* Effect.mapError(fs.writeFile(output, zip), failed(`can't write ${output}`))
  } else {
    for (const { path: name, text } of exported.files) {
      const file = path.join(output, ...name.split("/"))
      yield* fs
        .makeDirectory(path.dirname(file), { recursive: true })
        .pipe(Effect.andThen(fs.writeFileString(file, text)), Effect.mapError(failed(`can't write ${file}`)))
    }
  }
  return { answer, text: toldExport(exported, output) }
})

export interface ImportAsked {
  readonly app: string
  readonly platform: Platform
  /** A repository, its metadata folder, or a zip. */
  readonly input: string
  readonly versionName: string | undefined
  readonly write: boolean
  readonly url: string | undefined
}

/** Only the texts of listings leave the machine: a repository has other files. */
const packed = Effect.fnUntraced(function* (folder: string) {
  const listings = yield* listingsIn(folder)
  return zipOf(
    listings.flatMap(({ files, locale = "default", platform }) =>
      filesOf({
        platform,
        locale,
        texts: Object.fromEntries([...files].map(([field, { text }]) => [field, text]))
      }).map(({ path, text }) => ({ path, bytes: bytesOf(text) }))
    )
  )
})

export const importing = Effect.fn("importing")(function* ({
  app,
  input,
  platform,
  url,
  versionName,
  write
}: ImportAsked) {
  const gateway = yield* RunningGateway
  const fs = yield* FileSystem.FileSystem
  const bytes = input.toLowerCase().endsWith(".zip")
    ? yield* Effect.mapError(fs.readFile(input), failed(`can't read ${input}`))
    : yield* packed(input)
  const answer = yield* gateway.ask(url, {
    method: "POST",
    path: `/v1/aso/apps/${encodeURIComponent(app)}/listing-files`,
    json: { base64: Buffer.from(bytes).toString("base64"), platform, versionName, preview: !write }
  })
  return { answer, text: yield* toldRead(answer) }
})
