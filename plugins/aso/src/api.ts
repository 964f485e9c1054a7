import { group } from "@storeglass/plugin-api"
import { HttpApi } from "effect/http-api"
import { intentClusters } from "./clusters/api.ts"
import { validate } from "./rules/api.ts"

export class AsoApi extends HttpApi.make("aso").add(group("aso", validate, intentClusters)) {}
