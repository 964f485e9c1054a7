export { AlertsLive } from "./alerts/AlertsLive.ts"
export type { AccountError } from "./auth/Accounts.ts"
export * as Accounts from "./auth/Accounts.ts"
export * as ApiKey from "./auth/ApiKey.ts"
export * as KeyRing from "./auth/KeyRing.ts"
export { CachesLive } from "./cache/CachesLive.ts"
export * from "./connections/index.ts"
export { ContentLive } from "./content/ContentLive.ts"
export { auditLedger, type LedgerAudit, type LedgerDifference } from "./credits/audit.ts"
export * as CreditLedger from "./credits/CreditLedger.ts"
export * from "./credits/period.ts"
export * from "./credits/plans.ts"
export { DeliveriesLive, DeliveryLog } from "./deliveries/DeliveriesLive.ts"
export type { RecordedAttempt } from "./deliveries/records.ts"
export { DirectoryLive } from "./directory/DirectoryLive.ts"
export * from "./egress/index.ts"
export {
  EntitlementsLive,
  EntitlementsMisconfigured,
  type EntitlementsOptions
} from "./entitlements/EntitlementsLive.ts"
export * from "./events/index.ts"
export { ExpiredFiles, FilesLive, type FilesOptions } from "./files/FilesLive.ts"
export { answerHeaders } from "./http/answerHeaders.ts"
export { type ClientAddresses, isNetwork, makeClientAddresses } from "./http/clientAddresses.ts"
export {
  type BareAnswer,
  bareAnswer,
  errorResponse,
  failureResponse,
  rawAnswer,
  statusResponse
} from "./http/envelope.ts"
export * as Guard from "./http/Guard.ts"
export * as HttpMetrics from "./http/HttpMetrics.ts"
export * as Lifecycle from "./http/Lifecycle.ts"
export { KeptAnswerSampling } from "./http/laneSpans.ts"
export * as Middlewares from "./http/middlewares.ts"
export * as RateLimits from "./http/RateLimits.ts"
export { accountRateDefaults } from "./http/RateLimits.ts"
export { operationOf, type RouteMeta } from "./http/route.ts"
export * as SharedAnswers from "./http/SharedAnswers.ts"
export * as Idempotency from "./idempotency/Idempotency.ts"
export * from "./jobs/index.ts"
export * from "./locks/index.ts"
export { NoMailerLive, Outbox, OutboxLive, type OutboxMail, OutboxMailerLive, refusalOfMail } from "./mail/Outbox.ts"
export { coreMigrations } from "./migrations.ts"
export { RedisLive } from "./redis/RedisLive.ts"
export { RedisHealth, type RedisState } from "./redis/RedisState.ts"
export * from "./schedules/index.ts"
export * from "./sql/Migrations.ts"
export * as NodeIdentity from "./sql/NodeIdentity.ts"
export { TokenHealth, type TokenState } from "./tokens/TokenHealth.ts"
export { TokensLive } from "./tokens/TokensLive.ts"
export { UpstreamHealth, type UpstreamState } from "./upstream/UpstreamHealth.ts"
export { UpstreamsLive } from "./upstream/UpstreamsLive.ts"
export * from "./vault/index.ts"
export * from "./writes/index.ts"
