import { Layer } from "effect"
import type { AsoConfig } from "./config.ts"
import { metadataRules } from "./rules/MetadataRules.ts"
import { lintVersions } from "./rules/versionLint.ts"

/** The services behind the handlers, and those for other plugins. */
export const services = (config: AsoConfig) => lintVersions.pipe(Layer.provideMerge(metadataRules(config)))
