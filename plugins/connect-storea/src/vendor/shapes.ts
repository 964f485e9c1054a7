/** The vendor's answers, read leniently: what is missing is missing, and what is new is left alone. */
import { Schema, SchemaGetter } from "effect"

const maybe = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
/** An id is text here, whatever it is on the wire. */
const Id = Schema.Union([
  Schema.String,
  Schema.Finite.pipe(
    Schema.decodeTo(Schema.String, { decode: SchemaGetter.transform(String), encode: SchemaGetter.transform(Number) })
  )
])

const Linkage = Schema.Struct({ type: Schema.String, id: Id })
const Paging = Schema.Struct({ paging: maybe(Schema.Struct({ total: maybe(Schema.Finite) })) })
const Relationship = Schema.Struct({
  data: maybe(Schema.Union([Linkage, Schema.Array(Linkage)])),
  meta: maybe(Paging)
})
export const Resource = Schema.Struct({
  type: Schema.String,
  id: Id,
  attributes: maybe(Schema.Record(Schema.String, Schema.Unknown)),
  relationships: maybe(Schema.Record(Schema.String, Schema.NullOr(Relationship)))
})
export type Resource = typeof Resource.Type

export const One = Schema.Struct({ data: Resource, included: maybe(Schema.Array(Resource)) })
export type One = typeof One.Type

/** What a relationship to one thing leads to. */
export const Linked = Schema.Struct({ data: Schema.NullOr(Resource) })

export const Page = Schema.Struct({
  data: Schema.Array(Resource),
  included: maybe(Schema.Array(Resource)),
  links: maybe(Schema.Struct({ next: maybe(Schema.String) })),
  meta: maybe(Paging)
})
export type Page = typeof Page.Type

const Source = Schema.Struct({ pointer: maybe(Schema.String), parameter: maybe(Schema.String) })
const said = {
  code: maybe(Schema.String),
  title: maybe(Schema.String),
  detail: maybe(Schema.String),
  source: maybe(Source)
}
const Associated = Schema.Struct(said)
/** `associatedErrors` hold the true cause, by the path of what they are about. */
const Fault = Schema.Struct({
  ...said,
  meta: maybe(Schema.Struct({ associatedErrors: maybe(Schema.Record(Schema.String, Schema.Array(Associated))) }))
})
export const Refusal = Schema.Struct({ errors: maybe(Schema.Array(Fault)) })
export type Refusal = typeof Refusal.Type
