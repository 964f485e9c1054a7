import { jobRef, Param } from "@storeglass/plugin-api"
import { Schema } from "effect"

const Account = Schema.Struct({ accountId: Schema.String })
/** An app's report of one day. */
const OfApp = Schema.Struct({
  ...Account.fields,
  platform: Schema.Literals(Param.platforms),
  appId: Schema.String,
  day: Schema.String
})
export type OfApp = typeof OfApp.Type

/** What a schedule begins with: the reports of an account's apps. */
export const Daily = jobRef("cofounder.daily", Account)
export const Report = jobRef("cofounder.report", OfApp)
/** An app's digest of one week, which is named by its Monday. */
const OfWeek = Schema.Struct({
  ...Account.fields,
  platform: Schema.Literals(Param.platforms),
  appId: Schema.String,
  week: Schema.String
})
export type OfWeek = typeof OfWeek.Type
export const Weekly = jobRef("cofounder.weekly", OfWeek)
const Event = Schema.Struct({ ...Account.fields, id: Schema.String })
export const Deliver = jobRef("cofounder.deliver", Event)
/** The same to receivers that gave no answer the last time: they hold up nobody else. */
export const DeliverSlowly = jobRef("cofounder.deliver-slowly", Event)
const OfReport = Schema.Struct({ ...Account.fields, id: Schema.String })
export type OfReport = typeof OfReport.Type
export const MailReport = jobRef("cofounder.mail-report", OfReport)
export const Prune = jobRef("cofounder.prune", Schema.Struct({}))
