import { group } from "@storeglass/plugin-api"
import { HttpApi } from "effect/http-api"
import { audit, auditOf } from "./audit/api.ts"
import { beforeAfter } from "./beforeAfter/api.ts"
import { brief } from "./brief/api.ts"
import { intentClusters } from "./clusters/api.ts"
import { dashboard } from "./dashboard/api.ts"
import { localePlan } from "./localePlan/api.ts"
import { opportunities, opportunitiesOf } from "./opportunities/api.ts"
import { productPages } from "./productPages/api.ts"
import { competitorReport, competitorReportOf } from "./report/api.ts"
import { validate } from "./rules/api.ts"
import { listingFiles, publish, readFolder } from "./shipping/api.ts"
import { suggest } from "./suggest/api.ts"

export class AsoApi extends HttpApi.make("aso").add(
  group(
    "aso",
    audit,
    auditOf,
    brief,
    competitorReport,
    competitorReportOf,
    validate,
    intentClusters,
    opportunities,
    opportunitiesOf,
    suggest,
    productPages,
    localePlan,
    beforeAfter,
    listingFiles,
    readFolder,
    publish
  ),
  dashboard
) {}
