import { Layer } from "effect"
import { auditServices } from "./audit/services.ts"
import { AppClusters } from "./clusters/AppClusters.ts"
import { IntentClusters } from "./clusters/IntentClusters.ts"
import type { AsoConfig } from "./config.ts"
import { metadataRules } from "./rules/MetadataRules.ts"
import { lintVersions } from "./rules/versionLint.ts"
import { snapshotServices } from "./snapshot/services.ts"

/** The services behind the handlers, and those for other plugins. */
export const services = (config: AsoConfig) =>
  Layer.mergeAll(auditServices(config), lintVersions, IntentClusters.layer, AppClusters.layer).pipe(
    Layer.provideMerge([metadataRules(config), snapshotServices(config)])
  )
