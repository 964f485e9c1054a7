/** What other plugins may use of the ASO tools. */
import { Context } from "effect"
import type { Checked, Known, Metadata } from "./rules/check.ts"

export {
  type AppCluster,
  type AppClustering,
  AppClusters,
  type ClusterQuery,
  type ClusterStanding
} from "./clusters/AppClusters.ts"
export type { Checked, CheckedField, FieldName, Issue, Known, Metadata, OtherLocale, Severity } from "./rules/check.ts"

/** The rules of the stores' listings, with the operator's own. */
export class MetadataRules extends Context.Service<
  MetadataRules,
  {
    /** As `metadata-rules@2026-11`. */
    readonly model: string
    /** Pure, and in time linear in the texts. */
    readonly check: (metadata: Metadata, known?: Known) => Checked
  }
>()("@storeglass/aso/MetadataRules") {}
