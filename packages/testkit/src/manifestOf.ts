import { apiVersion, type PluginManifest } from "@storeglass/plugin-api"

export interface ManifestOptions {
  /** Default 1.0.0. */
  readonly version?: string
  /** The range of plugin-api. Default: what this host has. */
  readonly core?: string
  /** Ranges of other plugins by id. */
  readonly uses?: Readonly<Record<string, string>>
}

/** The manifest of a plugin that a test makes, which has no package.json. */
export const manifestOf = (
  id: string,
  { core = `^${apiVersion}`, uses = {}, version = "1.0.0" }: ManifestOptions = {}
): PluginManifest => ({
  name: `@storeglass/${id}`,
  version,
  peerDependencies: {
    "@storeglass/plugin-api": core,
    ...Object.fromEntries(Object.entries(uses).map(([used, range]) => [`@storeglass/${used}`, range]))
  }
})
