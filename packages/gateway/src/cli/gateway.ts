// What commands are made of at run time. Commands load it by `lazily.ts`; nothing else of the gateway may be imported by them.
export {
  AccountDeletions,
  Accounts,
  auditLedger,
  ConnectionAdmin,
  CreditLedger,
  CreditUsageLive,
  coreSealedColumns,
  DeliveryLog,
  exportCore,
  isPlanId,
  JobAdmin,
  lanesOf,
  listAudit,
  listChanges,
  OperatorAlertAdmin,
  Outbox,
  RequestLogLive,
  RequestRecorder,
  rotateVault,
  ScheduleAdmin,
  undeclaredSealed,
  VendorWriteLogLive,
  withDeadJobs
} from "@storeglass/core"
export {
  AccessTokens,
  AccountAdmin,
  AccountRefused,
  CreditUsage,
  RequestLog,
  VendorWriteLog
} from "@storeglass/plugin-api"
export { collectionOf, contextOf, jobsOf, personalOf } from "../AnyPlugin.ts"
export { openDatabase } from "../boot.ts"
export { doubtsDirOf, loadConfig } from "../config.ts"
export * as Host from "../host.ts"
export { inspectConfig } from "../inspect.ts"
export { PluginContexts } from "../PluginContexts.ts"
export { bridge } from "./bridge.ts"
export { operate, operateVault, readComposition, withPlugins } from "./operate.ts"
export { serving } from "./serving.ts"
