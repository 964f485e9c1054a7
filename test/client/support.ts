import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Client, createClient } from "@storeglass/client"
import type { ServedOperation } from "@storeglass/gateway"
import { root, type TestGateway } from "@storeglass/testkit"
import { Schema } from "effect"

const Fields = Schema.Record(Schema.String, Schema.Unknown)
const Manifest = Schema.StructWithRest(Schema.Struct({ publishConfig: Fields }), [Fields])
const decodeManifest = Schema.decodeUnknownSync(Schema.fromJsonString(Manifest))

/** The operations that customers may call. */
export const operationsOf = (gateway: TestGateway): ReadonlyArray<ServedOperation> =>
  gateway.running.composition.operations.filter(
    (row) => row.endpoint !== undefined && row.access !== "internal" && row.access !== "session"
  )

/** A client of a new account. */
export const clientOf = async (
  gateway: TestGateway,
  options: { readonly fetch?: typeof fetch; readonly plan?: "indie" | "medium" } = {}
): Promise<{ readonly client: Client; readonly accountId: string; readonly key: string }> => {
  const { accountId, key } = await gateway.account({ plan: options.plan ?? "medium" })
  const given = options.fetch === undefined ? {} : { fetch: options.fetch }
  return { client: createClient({ baseUrl: gateway.url, key, ...given }), accountId, key }
}

/** The client as JavaScript, as it is published, in a package of its own beside whoever imports it. */
export const buildClient = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), "storeglass-client-"))
  const own = join(folder, "node_modules/@storeglass/client")
  mkdirSync(own, { recursive: true })
  const compile = (file: string, ...options: ReadonlyArray<string>) => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        join(root, "node_modules/typescript/bin/tsc"),
        ...["--ignoreConfig", join(root, "packages/client/src", file), "--outDir", join(own, "dist")],
        ...["--rootDir", join(root, "packages/client/src"), "--rewriteRelativeImportExtensions", "--strict"],
        ...["--target", "es2022", "--module", "nodenext", "--moduleDetection", "force", "--verbatimModuleSyntax"],
        ...options
      ],
      { encoding: "utf8", cwd: folder }
    )
    if (status !== 0) throw new Error(`${file} does not compile for other people: ${stdout}`)
  }
  // What pages import knows nothing of Node.
  compile("index.ts", "--lib", "es2022,dom,dom.iterable,dom.asynciterable", "--types", "")
  compile("bin.ts", "--lib", "es2022", "--types", "node", "--typeRoots", join(root, "node_modules/@types"))
  const manifest = decodeManifest(readFileSync(join(root, "packages/client/package.json"), "utf8"))
  writeFileSync(join(own, "package.json"), JSON.stringify({ ...manifest, ...manifest.publishConfig }))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const versionOf = (file: string) => spawnSync(file, ["--version"], { encoding: "utf8" }).stdout?.trim() ?? ""

/** A Node 20 of this machine, if it has one. */
export const node20 = [...(process.env.PATH ?? "").split(":"), "/usr/local/bin", "/usr/bin"]
  .map((folder) => join(folder, "node"))
  .find((file) => existsSync(file) && versionOf(file).startsWith("v20."))

export const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path)
)
