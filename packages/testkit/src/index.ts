export { localhostCertificate, localhostKey } from "@storeglass/sandbox"
export { type AdjustableClock, adjustableClock } from "./AdjustableClock.ts"
export { addressOf, queryNamesOf, sampleApp, sampleValues, withQuery } from "./addresses.ts"
export { dataOf, refused } from "./answers.ts"
export { type DatabaseProxy, databaseProxy } from "./DatabaseProxy.ts"
export { type Deaths, deathsIn } from "./Deaths.ts"
export { copiedDatabase, freshDatabase, migratedDatabase } from "./databases.ts"
export { connectDemo, demoBodies, demoBody, endsConnection } from "./demo.ts"
export { type DescribePluginOptions, describePlugin } from "./describePlugin.ts"
export { at, codeOf, creditHeaders, listAt } from "./envelope.ts"
export { freePort, listening } from "./listening.ts"
export { type ManifestOptions, manifestOf } from "./manifestOf.ts"
export type { PreparedCall, PreparedCalls } from "./owed/calls.ts"
export { type ProcessOutput, processOutput } from "./processOutput.ts"
export { random } from "./random.ts"
export { controlOf, rows } from "./reach.ts"
export { type Recorded, startRecorder } from "./recorder.ts"
export { rpcOf } from "./rpc.ts"
export { compositionOf, everyPlugin, root } from "./settings.ts"
export { routeReader, standInHost } from "./standInHost.ts"
export {
  type Answer,
  type AskOptions,
  askUrl,
  entriesOf,
  startTestGateway,
  type TestAccount,
  type TestGateway,
  type TestGatewayOptions,
  usePluginGateway,
  useTestGateway
} from "./TestGateway.ts"
export { until } from "./until.ts"
export { rotatable, rotateAll } from "./vaultRotation.ts"
export { savedVectors } from "./vectors.ts"
export {
  databaseText,
  formsOf,
  leaksOf,
  type Sinks,
  startWatchedGateway,
  useWatchedGateway,
  type WatchedGateway,
  type WatchedGatewayOptions
} from "./WatchedGateway.ts"
