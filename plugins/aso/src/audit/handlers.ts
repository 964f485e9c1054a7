import { Caller, served } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { Briefs } from "../brief/Briefs.ts"
import { briefModel } from "../brief/brief.ts"
import { KeptAlerts } from "../kept/KeptAlerts.ts"
import { CompetitorReports } from "../report/CompetitorReports.ts"
import { reportModel } from "../report/model.ts"
import { reportOf, Saving } from "../saving.ts"
import type { SnapshotQuery } from "../snapshot/snapshot.ts"
import { Audits } from "./Audits.ts"
import { auditModel } from "./model.ts"
import type { AuditAnswer } from "./schema.ts"

type Asked = Omit<SnapshotQuery, "accountId" | "id"> & { readonly save: boolean }
interface OfApp {
  readonly params: { readonly id: string }
  readonly query: Asked
}

/** As its report is kept. */
const keptAs = ({ appId, country, platform }: Pick<typeof AuditAnswer.Type, "appId" | "country" | "platform">) => ({
  platform,
  appId: String(appId),
  country
})

/** Audit, brief and competitor report; the pairs of names are over one answer each. */
export const auditHandlers = Effect.gen(function* () {
  const audits = yield* Audits
  const briefs = yield* Briefs
  const reports = yield* CompetitorReports
  const saving = yield* Saving
  const alerts = yield* KeptAlerts

  const query = (id: string, { save: _, ...asked }: Asked) =>
    Effect.map(Caller, ({ accountId }): SnapshotQuery => ({ ...asked, accountId, id }))
  const audit = (id: string, asked: Asked) =>
    served(
      Effect.flatMap(query(id, asked), (of) =>
        saving.keep(
          asked.save,
          audits.of(of),
          (answer) => reportOf("aso.audit", "Audit", auditModel, of, answer),
          (answer) => alerts.tell("audit", of.accountId, keptAs(answer))
        )
      )
    )
  const brief = (id: string, asked: Asked) =>
    served(
      Effect.flatMap(query(id, asked), (of) =>
        saving.keep(asked.save, briefs.of(of), (answer) => reportOf("aso.brief", "Brief", briefModel, of, answer))
      )
    )
  const report = (id: string, asked: Asked) =>
    served(
      Effect.flatMap(query(id, asked), (of) =>
        saving.keep(
          asked.save,
          reports.of(of),
          (answer) => reportOf("aso.competitors", "Competitor report", reportModel, of, answer),
          (answer) => alerts.tell("competitors", of.accountId, keptAs(answer))
        )
      )
    )
  return {
    audit: ({ params, query }: OfApp) => audit(params.id, query),
    auditOf: ({ params, query }: { readonly params: { readonly appId: string }; readonly query: Asked }) =>
      audit(params.appId, query),
    brief: ({ params, query }: OfApp) => brief(params.id, query),
    competitorReport: ({ params, query }: OfApp) => report(params.id, query),
    competitorReportOf: ({
      params,
      query
    }: {
      readonly params: { readonly appId: string; readonly competitorId: string }
      readonly query: Omit<Asked, "competitorIds">
    }) => report(params.appId, { ...query, competitorIds: [params.competitorId] })
  }
})
