import { Layer } from "effect"
import { auditServices } from "./audit/services.ts"
import { BeforeAfters } from "./beforeAfter/BeforeAfters.ts"
import { AppClusters } from "./clusters/AppClusters.ts"
import { IntentClusters } from "./clusters/IntentClusters.ts"
import type { AsoConfig } from "./config.ts"
import { KeptAlerts } from "./kept/KeptAlerts.ts"
import { keptAnalyses } from "./kept/keptAnalyses.ts"
import { LocalePlans } from "./localePlan/LocalePlans.ts"
import { Opportunities } from "./opportunities/Opportunities.ts"
import { ProductPages } from "./productPages/ProductPages.ts"
import { lintListings } from "./rules/listingLint.ts"
import { metadataRules } from "./rules/MetadataRules.ts"
import { lintVersions } from "./rules/versionLint.ts"
import { ListingFolders } from "./shipping/ListingFolders.ts"
import { Publications } from "./shipping/Publications.ts"
import { budgetsOf } from "./snapshot/config.ts"
import { snapshotServices } from "./snapshot/services.ts"
import { Suggestions } from "./suggest/Suggestions.ts"

/** The services behind the handlers, and those for other plugins. */
export const services = (config: AsoConfig) =>
  Layer.mergeAll(
    auditServices(config),
    lintVersions,
    lintListings,
    IntentClusters.layer,
    AppClusters.layer,
    KeptAlerts.layer(config).pipe(Layer.provideMerge(keptAnalyses)),
    ProductPages.layer,
    LocalePlans.layer,
    BeforeAfters.layer,
    ListingFolders.layer,
    Publications.layer,
    Opportunities.layer(budgetsOf(config).opportunities),
    Suggestions.layer(config, budgetsOf(config).analysis)
  ).pipe(Layer.provideMerge([metadataRules(config), snapshotServices(config)]))
