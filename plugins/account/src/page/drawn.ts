import { Param } from "@storeglass/plugin-api"
import { Schema, Tuple } from "effect"

const optional = Schema.optionalKey
const Path = Schema.String
const status = optional(Path)
const Column = Schema.Struct({
  field: Path,
  title: Schema.String,
  line: optional(Schema.Literals(["series", "ranks"]))
})

const Lines = {
  rows: Path,
  lines: optional(Path),
  name: optional(Path),
  x: Path,
  y: Path,
  status
}

/** How what an operation answers is drawn, as plugins declare it, with the values that the answer's schema lists, by part. */
export const ShownView = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("stat"),
    rows: optional(Path),
    title: Path,
    value: Path,
    previous: optional(Path),
    unit: optional(Path),
    status
  }),
  Schema.Struct({
    kind: Schema.Literal("series"),
    ...Lines,
    low: optional(Path),
    high: optional(Path),
    notes: optional(Schema.Struct({ rows: Path, title: Path, text: optional(Path) }))
  }),
  Schema.Struct({ kind: Schema.Literal("ranks"), ...Lines }),
  Schema.Struct({ kind: Schema.Literal("bars"), rows: Path, title: Path, value: Path, share: optional(Path), status }),
  Schema.Struct({ kind: Schema.Literal("parts"), parts: Schema.Array(Column) }),
  Schema.Struct({ kind: Schema.Literal("heatmap"), rows: Path, x: Path, y: Path, value: Path }),
  Schema.Struct({ kind: Schema.Literal("table"), rows: Path, columns: Schema.Array(Column) }),
  Schema.Struct({
    kind: Schema.Literal("list"),
    rows: Path,
    title: Path,
    text: optional(Path),
    note: optional(Path),
    link: optional(Path)
  }),
  Schema.Struct({
    kind: Schema.Literal("gallery"),
    rows: Path,
    picture: Path,
    title: Path,
    text: optional(Path),
    link: optional(Path)
  }),
  Schema.Struct({ kind: Schema.Literal("status"), state: Path, details: optional(Schema.Array(Column)) }),
  Schema.Struct({ kind: Schema.Literal("steps"), rows: Path, title: Path, done: Path }),
  Schema.Struct({
    kind: Schema.Literal("changes"),
    rows: Path,
    title: Path,
    pieces: Schema.Struct({ rows: Path, op: Path, text: Path })
  })
])
  .mapMembers(
    Tuple.map(Schema.fieldsAssign({ listed: optional(Schema.Record(Schema.String, Schema.Array(Schema.String))) }))
  )
  .annotate({ identifier: "ShownView" })

const PageValue = Schema.Literals(["app", "platform", "country", "from", "to"])
const Value = Schema.Union([Schema.String, Schema.Struct({ page: PageValue })]).annotate({ identifier: "PanelParam" })
const RowAction = Schema.Struct({
  operation: Schema.String,
  title: Schema.String,
  params: Schema.Record(
    Schema.String,
    Schema.Union([Schema.String, Schema.Struct({ page: PageValue }), Schema.Struct({ row: Path })])
  ),
  when: optional(Schema.Struct({ row: Path, is: Schema.Array(Schema.String) }))
}).annotate({ identifier: "RowAction" })

const readFields = {
  operation: Schema.String,
  params: optional(Schema.Record(Schema.String, Schema.Union([Value, Schema.Struct({ field: Schema.String })])))
}
const FieldValues = Schema.Struct({
  ...readFields,
  rows: Path,
  value: Path,
  title: optional(Path),
  note: optional(Path),
  only: optional(Schema.Literal(true))
}).annotate({ identifier: "FieldValues" })
const FormStart = Schema.Struct({ ...readFields, fields: Schema.Record(Schema.String, Path) }).annotate({
  identifier: "FormStart"
})
const LiveForm = Schema.Struct({
  counts: optional(Schema.Struct({ rows: Path, field: Path, max: Path })),
  findings: Schema.Struct({ rows: Path, field: Path, text: Path, note: optional(Path), more: optional(Path) })
}).annotate({ identifier: "LiveForm" })

const FormShown = Schema.Struct({ title: Schema.String, view: ShownView }).annotate({ identifier: "FormShown" })
const FileForm = Schema.Struct({
  field: Schema.String,
  preview: Schema.String,
  endings: Schema.Array(Schema.String),
  hinders: optional(Path)
}).annotate({ identifier: "FileForm" })

const Marks = Schema.Struct({ rows: Path, at: Path, title: Path, text: optional(Path) }).annotate({
  identifier: "Marks"
})

/** A piece of a panel, as plugins declare it. */
export const Block = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("text"), text: Schema.String }),
  Schema.Struct({
    kind: Schema.Literals(["view", "form", "action", "marks", "download"]),
    operation: Schema.String,
    title: optional(Schema.String),
    params: optional(Schema.Record(Schema.String, Value)),
    platforms: optional(Schema.Array(Schema.Literals(Param.platforms))),
    view: optional(ShownView),
    actions: optional(Schema.Array(RowAction)),
    fields: optional(Schema.Array(Schema.String)),
    values: optional(Schema.Record(Schema.String, FieldValues)),
    start: optional(FormStart),
    live: optional(LiveForm),
    shows: optional(Schema.Array(FormShown)),
    file: optional(FileForm),
    saveAs: optional(Schema.String),
    marks: optional(Marks)
  }).annotate({ identifier: "AskedBlock" })
]).annotate({ identifier: "Block" })
