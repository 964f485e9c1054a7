// The vendor's answers, as leniently as they can be read: its newer fields are left, and what may be missing may be.
import { Schema } from "effect"

const maybe = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const text = maybe(Schema.String)
const flag = maybe(Schema.Boolean)
/** Ids are text in one place and numbers in another. */
const id = Schema.Union([Schema.String, Schema.Number])

export const Refusal = Schema.Struct({
  message: Schema.optionalKey(Schema.String),
  error: Schema.optionalKey(
    Schema.Union([Schema.String, Schema.Struct({ message: Schema.optionalKey(Schema.String) })])
  )
})

export const Organizations = Schema.Struct({ data: Schema.Array(Schema.Struct({ id, name: text })) })

export const Projects = Schema.Struct({
  has_more: flag,
  data: Schema.Array(
    Schema.Struct({
      id,
      name: text,
      archived: flag,
      created_at: text,
      organization_id: maybe(id),
      applications: Schema.Array(
        Schema.Struct({
          id,
          app_id: text,
          bundle_id: text,
          name: text,
          platform: text,
          integrated: flag
        })
      )
    })
  )
})

export const Statistics = Schema.Struct({
  statistics: Schema.Array(
    Schema.Struct({
      key: Schema.String,
      name: text,
      description: text,
      chart: text,
      value: maybe(Schema.Struct({ type: text, value: Schema.optionalKey(Schema.Unknown) }))
    })
  )
})

export const Transactions = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      event_type: Schema.String,
      paywall: maybe(Schema.Struct({ name: text })),
      placement: text,
      price: maybe(Schema.Finite),
      product_id: text,
      product: maybe(Schema.Struct({ identifier: text })),
      purchased_at: Schema.String,
      store: text,
      user: maybe(Schema.Struct({ app_user_id: text }))
    })
  )
})

const Keyed = Schema.Struct({ key: Schema.String })
export const Definitions = Schema.Struct({
  chart_types: Schema.Array(
    Schema.Struct({
      key: Schema.String,
      name: text,
      description: text,
      x_axis: Schema.String,
      y_axis: Schema.String,
      date_dimension: text,
      include: maybe(Schema.Array(Schema.String))
    })
  ),
  breakdowns: maybe(Schema.Array(Keyed)),
  date_intervals: maybe(Schema.Array(Keyed)),
  date_presets: maybe(Schema.Array(Schema.String)),
  y_axis: Schema.Array(Schema.Struct({ key: Schema.String, value_type: text }))
})

export const ChartData = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      x: Schema.String,
      incomplete: flag,
      values: Schema.Record(
        Schema.String,
        Schema.Struct({
          y: maybe(Schema.Finite),
          extra: maybe(Schema.Record(Schema.String, Schema.NullOr(Schema.Finite)))
        })
      )
    })
  ),
  series: maybe(Schema.Array(Schema.Struct({ key: text }))),
  enriched_data: maybe(Schema.Record(Schema.String, Schema.Unknown)),
  y_axis: maybe(Schema.Struct({ name: text }))
})

export const Campaigns = Schema.Struct({
  has_more: flag,
  data: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      application_id: maybe(id),
      description: text,
      notes: text,
      archived: flag,
      is_legacy: flag,
      created_at: text,
      updated_at: text,
      placements: maybe(Schema.Array(Schema.Struct({ id, event_name: Schema.String, enabled: flag }))),
      audiences: maybe(
        Schema.Array(
          Schema.Struct({
            id,
            description: text,
            enabled: flag,
            expression: text,
            rank: maybe(id),
            variant_optimization: text,
            variants: maybe(
              Schema.Array(Schema.Struct({ id, type: text, paywall: maybe(id), percentage: maybe(Schema.Finite) }))
            )
          })
        )
      )
    })
  )
})
