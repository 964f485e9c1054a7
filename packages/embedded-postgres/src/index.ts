export * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
export { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
