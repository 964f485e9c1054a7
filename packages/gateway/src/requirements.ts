import type { PluginUse } from "@storeglass/plugin-api"
import { Result } from "effect"
import type { AnyPlugin } from "./AnyPlugin.ts"
import { BootError } from "./BootError.ts"

/** What a plugin asks of the host and of other plugins: ranges as its package.json has them. */
export interface Requirements {
  /** The range of plugin-api. */
  readonly core: string
  /** Ranges by plugin id. */
  readonly uses: Readonly<Record<string, string>>
  readonly usesIfEnabled: Readonly<Record<string, string>>
}

const contract = "@storeglass/plugin-api"

const packagesOf = (uses: ReadonlyArray<PluginUse> = []): ReadonlyArray<readonly [id: string, name: string]> =>
  uses.flatMap(
    (use): ReadonlyArray<readonly [string, string]> =>
      typeof use === "string" ? [[use, `@storeglass/${use}`]] : Object.entries(use)
  )

/** The ids of plugins that are used. */
export const idsOf = (uses: ReadonlyArray<PluginUse> | undefined): ReadonlyArray<string> =>
  packagesOf(uses).map(([id]) => id)

/** Reads the ranges under `peerDependencies` of a plugin's package.json. */
export const requirementsOf = ({
  id,
  manifest,
  uses,
  usesIfEnabled
}: AnyPlugin): Result.Result<Requirements, BootError> => {
  const { name, peerDependencies = {} } = manifest
  const used = [...packagesOf(uses), ...packagesOf(usesIfEnabled)]
  const missing = [contract, ...used.map(([, each]) => each)].find((each) => peerDependencies[each] === undefined)
  if (missing !== undefined) {
    const reason = `needs '${missing}' without saying which versions; add it to peerDependencies in the package.json of ${name}`
    return Result.fail(new BootError({ subject: id, reason }))
  }
  const ranges = (all: ReadonlyArray<PluginUse> | undefined) =>
    Object.fromEntries(packagesOf(all).map(([other, each]) => [other, peerDependencies[each] ?? ""]))
  return Result.succeed({
    core: peerDependencies[contract] ?? "",
    uses: ranges(uses),
    usesIfEnabled: ranges(usesIfEnabled)
  })
}
