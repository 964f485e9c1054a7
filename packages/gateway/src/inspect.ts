import { addressesOf, VaultLive } from "@storeglass/core"
import { Effect, Layer, Predicate, Redacted, Result } from "effect"
import { isMap, isScalar, isSeq, type Node } from "yaml"
import { type BootError, type Problem, problemsIn } from "./BootError.ts"
import { composePlugins, readUrlProblem, vaultKeysOf } from "./boot.ts"
import type { Composition } from "./compose.ts"
import { type Environment, type LoadedConfig, settle } from "./config.ts"
import { type ConfigFile, readConfigFile } from "./configFile.ts"
import { unstartedUrls } from "./doubles.ts"

/** A mistake with its line in the file, where it has one. */
export interface Finding extends Problem {
  readonly line: number | undefined
}

/** All that is known of a config file without starting anything. */
export interface Inspection {
  readonly file: string
  readonly findings: ReadonlyArray<Finding>
  readonly composition: Composition | undefined
}

/** The line of a key, or of the nearest one above it that is there. */
const lineOf = ({ document, lines }: ConfigFile, at: ReadonlyArray<string>): number | undefined => {
  let node: unknown = document.contents
  let offset: number | undefined
  const enter = (next: Node | null | undefined, from: Node | null | undefined) => {
    node = next
    offset = from?.range?.[0] ?? offset
  }
  for (const key of at) {
    if (isMap<Node, Node | null>(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
      if (pair === undefined) break
      enter(pair.value, pair.key)
    } else if (isSeq<Node>(node)) {
      const item = node.items[Number(key)]
      if (item === undefined) break
      enter(item, item)
    } else break
  }
  return offset === undefined ? undefined : lines.linePos(offset).line
}

const addressProblems = ({
  config,
  databaseReadUrl,
  databaseUrl,
  environment,
  redisUrl
}: LoadedConfig): ReadonlyArray<Problem> => {
  const databaseProblem = (at: ReadonlyArray<string>, variable: string, problem: string | undefined) => {
    if (problem === undefined) return []
    const isVariable = environment[variable] !== undefined
    return [{ at: isVariable ? [] : at, message: `${isVariable ? variable : at.join(".")}: ${problem}` }]
  }
  const check = (
    value: Redacted.Redacted<string> | undefined,
    protocols: ReadonlyArray<string>,
    variable: "REDIS_URL",
    at: ReadonlyArray<string>
  ) => {
    if (value === undefined) return []
    const protocol = URL.parse(Redacted.value(value))?.protocol ?? ""
    if (protocols.includes(protocol)) return []
    const place = environment[variable] === undefined ? at.join(".") : variable
    return [
      { at: place === variable ? [] : at, message: `${place}: must be an address that begins with ${protocols[0]}//` }
    ]
  }
  const url = config.server?.publicUrl
  return [
    ...databaseProblem(
      ["database", "url"],
      "DATABASE_URL",
      databaseUrl === undefined ? undefined : Result.getOrUndefined(Result.flip(addressesOf(databaseUrl)))
    ),
    ...(databaseReadUrl === undefined
      ? []
      : databaseProblem(["database", "readUrl"], "", readUrlProblem(databaseReadUrl))),
    ...check(redisUrl, ["redis:", "rediss:"], "REDIS_URL", ["redis", "url"]),
    ...(url === undefined || /^https?:$/.test(URL.parse(url)?.protocol ?? "")
      ? []
      : [{ at: ["server", "publicUrl"], message: "server.publicUrl: must be an http or https address" }])
  ]
}

const vaultProblems = (loaded: LoadedConfig) =>
  loaded.config.vault === undefined
    ? Effect.succeed<ReadonlyArray<Problem>>([])
    : Effect.match(Effect.scoped(Effect.flatMap(vaultKeysOf(loaded), (keys) => Layer.build(VaultLive(keys)))), {
        onFailure: ({ message }): ReadonlyArray<Problem> => [{ at: ["vault"], message: `vault: ${message}` }],
        onSuccess: () => []
      })

/** The plugins' part of a file, however wrong the rest is. */
const pluginsOf = (raw: unknown): LoadedConfig["config"]["plugins"] => {
  const plugins = Predicate.hasProperty(raw, "plugins") ? raw.plugins : undefined
  if (!Predicate.isObject(plugins)) return {}
  return Object.fromEntries(
    Object.entries(plugins).flatMap(
      ([id, entry]): ReadonlyArray<readonly [string, LoadedConfig["config"]["plugins"][string]]> =>
        entry === null ? [[id, null]] : Predicate.isObject(entry) ? [[id, { ...entry }]] : []
    )
  )
}

/** Finds every mistake of a config file, of what it refers to, and of the plugins that it names. */
export const inspectConfig = Effect.fn("inspectConfig")(function* (
  file: string,
  environment: Environment
): Effect.fn.Return<Inspection, BootError> {
  const read = yield* Effect.result(readConfigFile(file))
  if (Result.isFailure(read)) {
    const findings = problemsIn(read.failure, []).map((problem) => ({ ...problem, line: undefined }))
    return { file, findings, composition: undefined }
  }
  const { folder, path, raw } = read.success
  const settled = yield* Effect.result(settle(read.success, environment))
  const plugins = pluginsOf(raw)
  const composed = yield* Effect.result(
    (Predicate.hasProperty(raw, "sandbox") ? unstartedUrls({ plugins, folder }) : Effect.succeed({})).pipe(
      Effect.flatMap((urls) => composePlugins({ plugins, folder, environment }, urls))
    )
  )
  const problems = [
    ...(Result.isFailure(settled)
      ? problemsIn(settled.failure, [])
      : [...addressProblems(settled.success), ...(yield* vaultProblems(settled.success))]),
    ...(Result.isFailure(composed) ? problemsIn(composed.failure, []) : [])
  ]
  const findings = problems.map((problem) => ({ ...problem, line: lineOf(read.success, problem.at) }))
  return {
    file: path,
    findings: findings.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    composition: Result.isSuccess(composed) ? composed.success : undefined
  }
})
