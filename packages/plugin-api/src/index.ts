export * from "./ApiError.ts"
export * from "./Caches.ts"
export * from "./Collection.ts"
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
export * from "./definePlugin.ts"
export * from "./Egress.ts"
export * from "./Exchange.ts"
export * from "./errors.ts"
export * from "./Jobs.ts"
export * from "./Metered.ts"
export * from "./Operations.ts"
export type { Defaulted, Parameter } from "./Param.ts"
export * as Param from "./Param.ts"
export * from "./Price.ts"
export * from "./Provenance.ts"
export * from "./Upstreams.ts"
export * from "./Vault.ts"
