export { notPublic } from "./addresses.ts"
export { EgressLive, type EgressOptions } from "./EgressLive.ts"
