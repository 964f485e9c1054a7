import { Param } from "@storeglass/plugin-api"
import { Schema } from "effect"

const share = Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(1))

/** Settings of audits. */
export const auditFields = {
  conversionBenchmarks: Schema.optionalKey(
    Schema.Record(
      Schema.Literals(Param.platforms),
      Schema.optionalKey(Schema.Record(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_]{1,40}$/)), share))
    ).annotate({
      description:
        "Of those who see an app's page, the share that gets it where all points of `conversion` are due, above 0 up to 1: by store, then by genre id, such as `storea: { \"6002\": 0.3 }`. Other genres' conversion is shown and not scored."
    })
  ),
  scoreAlertsFrom: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })).annotate({
      description:
        "By how many points the score of a saved audit must fall below that of the one before to be told of; 0: none is. Default 5."
    })
  )
} as const

export const AuditConfig = Schema.Struct(auditFields)
export type AuditConfig = typeof AuditConfig.Type
