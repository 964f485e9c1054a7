import type { Schema } from "effect"

export type Json = Schema.Json
export type JsonObject = Schema.JsonObject
