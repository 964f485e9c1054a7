import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { root } from "@storeglass/testkit"
import { afterAll, onTestFinished } from "vitest"

/** A new folder that goes away with the test. */
export const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "storeglass-scaffold-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A new folder that goes away with the suite at hand. */
export const useTemporaryFolder = (): (() => string) => {
  const folder = mkdtempSync(join(tmpdir(), "storeglass-scaffold-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return () => folder
}

/** A checkout whose packages and plugins are those of this one, and whose plugins folder takes new ones. */
export const linkedCheckout = (folder: string) => {
  mkdirSync(join(folder, "plugins"), { recursive: true })
  for (const id of readdirSync(join(root, "plugins"))) {
    if (existsSync(join(root, "plugins", id, "package.json"))) {
      symlinkSync(join(root, "plugins", id), join(folder, "plugins", id))
    }
  }
  for (const name of ["packages", "node_modules", "lint"]) symlinkSync(join(root, name), join(folder, name))
  for (const name of ["config", "biome.json", "tsconfig.json", "pnpm-workspace.yaml"]) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  return folder
}

export interface Run {
  readonly code: number | null
  readonly output: string
}

const isOurs = (folder: string) => folder.includes("node_modules")
const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !isOurs(folder))

/** The Node that the machine has; where it has none, this one. */
export const nodeOfTheMachine =
  path.map((folder) => join(folder, "node")).find((file) => existsSync(file)) ?? process.execPath

const runMsMax = 400_000

/** Runs a program to its end as a person would, on this Node and without what our own test run sets. */
export const run = (program: string, args: ReadonlyArray<string>, cwd: string, timeout = runMsMax): Run => {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(VITEST|NODE_(?!EXTRA_CA_CERTS$)|npm_(?!config_(registry|cafile)$)|TEST$|PROD$|DEV$|MODE$)/.test(name)
  )
  const env = { ...Object.fromEntries(kept), PATH: [dirname(process.execPath), ...path].join(delimiter), CI: "true" }
  const { error, status, stderr, stdout } = spawnSync(program, args, { cwd, env, encoding: "utf8", timeout })
  return { code: status, output: `${stdout ?? ""}${stderr ?? ""}${error === undefined ? "" : error.message}` }
}

/** Runs a script on this Node. */
export const runNode = (args: ReadonlyArray<string>, cwd: string): Run => run(process.execPath, args, cwd)

/** The text of files by their path in the folder. */
export const textsIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, "utf8")])
  )

/** Lines as an editor counts them. */
export const linesOf = (texts: Iterable<string>) =>
  [...texts].reduce((sum, text) => sum + text.replace(/\n$/, "").split("\n").length, 0)
