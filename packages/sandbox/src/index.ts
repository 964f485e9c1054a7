export { type ActiveFault, Fault, type FaultKind, faultKinds } from "./control/Faults.ts"
export type { LedgerEntry, LedgerFilter } from "./control/Ledger.ts"
export { controlPrefix } from "./control/routes.ts"
export { type Violation, violationText } from "./control/Violations.ts"
export type {
  ControlContext,
  DemoCall,
  DoubleContext,
  DoubleDefinition,
  Handle,
  HostDefinition,
  OpenOptions,
  PortContext,
  Quota,
  Refusal,
  Surroundings,
  Worlds
} from "./double/Double.ts"
export { type Double, type DoubleHost, defineDouble, isDouble } from "./double/defineDouble.ts"
export { pageMaker, shownTime } from "./http/page.ts"
export {
  bytes,
  bytesOf,
  escapeHtml,
  gzipFile,
  gzipped,
  html,
  htmlError,
  json,
  nothing,
  type Reply,
  type ReplyBody,
  stream,
  text,
  xml
} from "./http/replies.ts"
export { bearerOf, formOf, type SandboxRequest } from "./http/request.ts"
export { field, type Json, type JsonObject, listOf, parsed, textOf } from "./json.ts"
export { localhostCertificate, localhostKey } from "./localhost.ts"
export type { DescribedBy } from "./openapi/DescribedBy.ts"
export {
  baseUrlsOf,
  portsOf,
  type Sandbox,
  type SandboxControl,
  SandboxError,
  type SandboxOptions,
  startSandbox,
  type UnservedRecording
} from "./Sandbox.ts"
export { hmac, sameSignature, signedTokens } from "./verify/signatures.ts"
export { type CheckedToken, type KeyPair, makeKeyPair, type TokenRules, verifyToken } from "./verify/tokens.ts"
