import { Layer } from "effect"
import { Briefs } from "../brief/Briefs.ts"
import { CompetitorReports } from "../report/CompetitorReports.ts"
import { Saving } from "../saving.ts"
import { budgetsOf, type SnapshotConfig } from "../snapshot/config.ts"
import { Audits } from "./Audits.ts"
import type { AuditConfig } from "./config.ts"
import { asoFindings } from "./findings.ts"

/** Audit, brief and competitor report, and what other plugins may know of audits. */
export const auditServices = (config: SnapshotConfig & AuditConfig) =>
  Layer.mergeAll(asoFindings, Briefs.layer, CompetitorReports.layer(budgetsOf(config).analysis), Saving.layer).pipe(
    Layer.provideMerge(Audits.layer(config))
  )
