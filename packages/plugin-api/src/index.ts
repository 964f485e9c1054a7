export * from "./Answers.ts"
export * from "./ApiError.ts"
export * from "./Body.ts"
export * from "./Caches.ts"
export * from "./Collection.ts"
export * from "./Content.ts"
export * from "./Credits.ts"
export {
  ConnectionUnusable,
  NoConnection,
  refusedBy,
  UnusableCredentials,
  VendorRefused,
  type VendorSaid,
  vendorText
} from "./connectorProblems.ts"
export * from "./connectors.ts"
export * from "./Directory.ts"
export * from "./declare.ts"
export * from "./definePlugin.ts"
export * from "./Egress.ts"
export * from "./Entitlements.ts"
export * from "./Exchange.ts"
export * from "./errors.ts"
export * as Field from "./Field.ts"
export * from "./Files.ts"
export * from "./Jobs.ts"
export * from "./Locks.ts"
export * from "./Metered.ts"
export * from "./Operations.ts"
export * from "./Page.ts"
export * as Param from "./Param.ts"
export * from "./Price.ts"
export * from "./Provenance.ts"
export type { Defaulted, ParamError, Parameter } from "./parameter.ts"
export * from "./RawRoute.ts"
export * from "./Requires.ts"
export * from "./Sessions.ts"
export * from "./served.ts"
export * from "./Upstreams.ts"
export * from "./Vault.ts"
export * from "./VendorWrites.ts"
export * from "./vendorWrite.ts"
export * from "./writes.ts"
