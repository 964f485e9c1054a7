export * as ConnectionAdmin from "./ConnectionAdmin.ts"
export * as ConnectionHooks from "./ConnectionHooks.ts"
export { ConnectionsLive } from "./ConnectionsLive.ts"
export * as ConnectionWatch from "./ConnectionWatch.ts"
