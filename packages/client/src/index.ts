export type { AnswerProvenance, BucketState, Credits, RawAnswer, Result } from "./answer.ts"
export { type Client, type ClientOf, createClient, createClientOf } from "./client.ts"
export {
  type ClientErrorCode,
  type CodeOf,
  RequestError,
  StoreglassError,
  type StoreglassErrorCode,
  TemporaryError,
  WaitError
} from "./errors.ts"
export type * from "./generated/operations.ts"
export type * as Schemas from "./generated/schemas.ts"
export type { ErrorCode } from "./generated/schemas.ts"
export type { Bind, NoInput, Operation, OperationSpec, PagedOperation, PagedSpec, Paging } from "./operation.ts"
export type { CallOptions, ClientOptions, Hooks, PageOptions, RetryOptions } from "./options.ts"
export type { RetryAdvice } from "./retry.ts"
