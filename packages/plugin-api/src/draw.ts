// Nothing is imported, as pages in browsers draw by it too.

/**
 * Where a value is: names with dots between them, `spend.amount`. `rows` begins at what an answer has under `data`, and
 * `data` itself is `""`; every other path begins at a row, or at `data` in a view without rows. `rows` may lead through lists,
 * `plans.prices`: each price of each plan is a row then, and has its plan's values where it has none of that name.
 */
export type Path = string

/** A column of a table, or one large number of several. */
export interface Column {
  readonly field: Path
  readonly title: string
  /** The value is a list of numbers, oldest first and null where there's none: a line as small as a word. Ranks have 1 at the top. */
  readonly line?: "series" | "ranks"
}

/** Where rows are: `rows`, or the `points` of each of several `lines`. */
interface Rows {
  readonly rows: Path
}

/** Moments of a page's charts: `at` is a day or a moment of each row, `title` and `text` say what happened then. */
export interface Marks extends Rows {
  readonly at: Path
  readonly title: Path
  readonly text?: Path
}

/** What happened at a point of a line, told beside it. Paths begin at a note, `rows` at the point. */
interface Notes extends Rows {
  readonly title: Path
  readonly text?: Path
}

/** A text in pieces, in their order: `op` is `same`, `removed` or `added`. Paths begin at a piece, `rows` at the row. */
interface Pieces extends Rows {
  readonly op: Path
  readonly text: Path
}

/** How what an operation answers is drawn. Data alone: the page that draws it knows no plugin. */
export type ViewDeclaration =
  /** Large numbers, side by side. `previous` and `status` are paths too. */
  | {
      readonly kind: "stat"
      readonly rows?: Path
      readonly title: Path
      readonly value: Path
      readonly previous?: Path
      readonly unit?: Path
      readonly status?: Path
    }
  /** Lines over time. With `lines`, each of these has a `name` and its own rows. */
  | (Rows & {
      readonly kind: "series"
      readonly lines?: Path
      readonly name?: Path
      readonly x: Path
      readonly y: Path
      readonly low?: Path
      readonly high?: Path
      readonly status?: Path
      readonly notes?: Notes
    })
  /** Lines over time whose best value, 1, is at the top. */
  | (Rows & {
      readonly kind: "ranks"
      readonly lines?: Path
      readonly name?: Path
      readonly x: Path
      readonly y: Path
      readonly status?: Path
    })
  /** `share` is told beside the value: from 0 to 1, of whatever the answer says. */
  | (Rows & {
      readonly kind: "bars"
      readonly title: Path
      readonly value: Path
      readonly share?: Path
      readonly status?: Path
    })
  /** Numbers of one thing, as bars: its ratings by stars, say. Where none is told, nothing is drawn. */
  | { readonly kind: "parts"; readonly parts: ReadonlyArray<Column> }
  | (Rows & { readonly kind: "heatmap"; readonly x: Path; readonly y: Path; readonly value: Path })
  | (Rows & { readonly kind: "table"; readonly columns: ReadonlyArray<Column> })
  /** What one reads: `link` is an address to open, `note` a word beside the title, such as a state. */
  | (Rows & {
      readonly kind: "list"
      readonly title: Path
      readonly text?: Path
      readonly note?: Path
      readonly link?: Path
    })
  /** Pictures with what they're of: `picture` is an address in the stores or in the gateway's files. */
  | (Rows & {
      readonly kind: "gallery"
      readonly picture: Path
      readonly title: Path
      readonly text?: Path
      readonly link?: Path
    })
  /** One state and what to know about it. */
  | { readonly kind: "status"; readonly state: Path; readonly details?: ReadonlyArray<Column> }
  /** Steps to take in order, and which of them are done. */
  | (Rows & { readonly kind: "steps"; readonly title: Path; readonly done: Path })
  /** Texts that were changed, with what was taken out of each and what came in. */
  | (Rows & { readonly kind: "changes"; readonly title: Path; readonly pieces: Pieces })

/** A view as the gateway gives it: with the values that the answer's schema lists, by part. These are texts of the plugin, not data. */
export type ShownView = ViewDeclaration & { readonly listed?: Readonly<Record<string, ReadonlyArray<string>>> }

/** `appVersion` and `in_review` as words. */
export const words = (name: string): string => {
  const spaced = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** The text of a value that a schema lists: one written for programs as words, any other as it is. */
export const listedText = (value: string): string =>
  /^[a-z][a-zA-Z\d]*([_-][a-zA-Z\d]+)*$/.test(value) ? words(value) : value

/** The paths of a view: of lists, from `data` on, and of the values of a row, by the name of the part that they are. */
export interface ViewPaths {
  readonly lines: Path | undefined
  /** Of a line. */
  readonly name: Path | undefined
  readonly rows: Path | undefined
  readonly values: Readonly<Record<string, Path>>
  /** Of a row: a list of notes or pieces, and the values of each in it. */
  readonly notes: { readonly rows: Path; readonly values: Readonly<Record<string, Path>> } | undefined
}

const lists = new Set(["kind", "rows", "lines", "name", "columns", "details", "parts"])

const notesOf = ({ rows, ...values }: Notes | Pieces) => ({ rows, values })

/** The titled values of a view. */
export const columnsOf = (view: ViewDeclaration): ReadonlyArray<Column> =>
  view.kind === "table"
    ? view.columns
    : view.kind === "status"
      ? (view.details ?? [])
      : view.kind === "parts"
        ? view.parts
        : []

export const viewPaths = (view: ViewDeclaration): ViewPaths => {
  const own = Object.entries(view).flatMap(
    ([part, path]): ReadonlyArray<readonly [string, Path]> =>
      lists.has(part) || typeof path !== "string" ? [] : [[part, path]]
  )
  return {
    lines: "lines" in view ? view.lines : undefined,
    name: "name" in view ? view.name : undefined,
    rows: "rows" in view ? view.rows : undefined,
    values: Object.fromEntries([...own, ...columnsOf(view).map(({ field }) => [field, field] as const)]),
    notes:
      view.kind === "changes"
        ? notesOf(view.pieces)
        : "notes" in view && view.notes !== undefined
          ? notesOf(view.notes)
          : undefined
  }
}

/** The names of a path. */
export const stepsOf = (path: Path): ReadonlyArray<string> => (path === "" ? [] : path.split("."))

const hasProperty = <Name extends string>(value: unknown, name: Name): value is Readonly<Record<Name, unknown>> =>
  typeof value === "object" && value !== null && name in value

const at = (value: unknown, path: Path): unknown =>
  stepsOf(path).reduce<unknown>((found, step) => (hasProperty(found, step) ? found[step] : undefined), value)

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** What lists on the way to `path` hold, and the list at its end; what a list held is below what is in it. */
const listAt = (value: unknown, path: Path): ReadonlyArray<unknown> => {
  let found: ReadonlyArray<{ readonly value: unknown; readonly above: unknown }> = [{ value, above: undefined }]
  for (const step of stepsOf(path)) {
    found = found.flatMap(({ above, value }) =>
      isList(value)
        ? value.map((each) => ({ value: at(each, step), above: inherited(each, above) }))
        : [{ value: at(value, step), above }]
    )
  }
  return found.flatMap(({ above, value }) => (isList(value) ? value.map((each) => inherited(each, above)) : []))
}

const inherited = (row: unknown, above: unknown): unknown =>
  above === undefined || typeof row !== "object" || row === null ? row : { ...Object(above), ...row }

type Values = Readonly<Record<string, unknown>>

/**
 * What a view shows of an answer: one line, unless it has several. Values by the names of `viewPaths`; null: not told. Where
 * the view has notes or pieces, each row has a list of them as `notes`.
 */
export interface Drawn {
  readonly lines: ReadonlyArray<{
    readonly name: unknown
    readonly rows: ReadonlyArray<Values>
  }>
}

const valuesAt = (row: unknown, paths: Readonly<Record<string, Path>>): Values =>
  Object.fromEntries(Object.entries(paths).map(([part, path]) => [part, at(row, path) ?? null]))

/** Reads what a view shows out of `data`; `more` are further values of each row, by name. */
export const draw = (view: ViewDeclaration, data: unknown, more: Readonly<Record<string, Path>> = {}): Drawn => {
  const { lines, name, notes, rows, values } = viewPaths(view)
  const rowOf = (row: unknown): Values => ({
    ...valuesAt(row, { ...values, ...more }),
    ...(notes === undefined ? {} : { notes: listAt(row, notes.rows).map((note) => valuesAt(note, notes.values)) })
  })
  const rowsOf = (line: unknown) => (rows === undefined ? [rowOf(line)] : listAt(line, rows).map(rowOf))
  return lines === undefined
    ? { lines: [{ name: null, rows: rowsOf(data) }] }
    : {
        lines: listAt(data, lines).map((line) => ({
          name: name === undefined ? null : (at(line, name) ?? null),
          rows: rowsOf(line)
        }))
      }
}

/** What a page knows and a panel may send: the app that is looked at, its store and country, and the window of days. */
export type PageValue = "app" | "platform" | "country" | "from" | "to"

/** The value of a parameter: a text, or what the page knows. */
export type PanelParam = string | { readonly page: PageValue }

/** What a form asks of the same plugin beside its own operation. */
interface FormRead {
  /** The id of an operation that reads. */
  readonly operation: string
  /** Parameters of path and query; `field` is what stands in another field of the form. Without one that it needs, it isn't asked. */
  readonly params?: Readonly<Record<string, PanelParam | { readonly field: string }>>
}

/**
 * What a field of a form offers to choose from: rows of an answer. Any other text may still be typed. A read that is free is asked
 * with the form, one with a price when its button is pressed, which says the price.
 */
export interface FieldValues extends FormRead {
  readonly rows: Path
  /** What is sent. */
  readonly value: Path
  /** What it's called. Default: the value. */
  readonly title?: Path
  /** A word beside it, such as a state. */
  readonly note?: Path
  /** Nothing else may be typed: for ids that nobody reads. */
  readonly only?: true
}

/** What the fields of a form begin with: values of `data` of a free read, by the field's name. */
export interface FormStart extends FormRead {
  readonly fields: Readonly<Record<string, Path>>
}

/**
 * A form that asks again whenever its reader has stopped typing, and shows beside each field what the answer says of it. In
 * both lists, `field` is the path of a field's name in the form.
 */
export interface LiveForm {
  /** How long the text of a field is, in code points of NFC, and may be. */
  readonly counts?: { readonly rows: Path; readonly field: Path; readonly max: Path }
  readonly findings: {
    readonly rows: Path
    readonly field: Path
    readonly text: Path
    /** A word such as `error`. */
    readonly note?: Path
    /** What to do about it. */
    readonly more?: Path
  }
}

/**
 * A form that takes a file. It's sent once to learn what would be done with it, which is shown, and again, as it is, when
 * its reader agrees. The operation must be free.
 */
export interface FileForm {
  /** The field that takes its bytes, in base64: a text whose schema says `contentEncoding: "base64"` and how long it may be. */
  readonly field: string
  /** The field that, if it's true, makes the operation only tell what it would do. */
  readonly preview: string
  /** What files' names may end in: `.csv`. A page offers these first, and takes any. */
  readonly endings: ReadonlyArray<string>
  /** Of the answer: a sentence on why it can't be done; null: it can. */
  readonly hinders?: Path
}

/** One of several things that a form or a view shows of an answer, under a title of its own. */
export interface FormShown {
  readonly title: string
  readonly view: ViewDeclaration
}

/** What may be done with a row of a view: a button beside it. What it asks for beyond `params` is asked in a form. */
export interface RowAction {
  /** The id of an operation of the same plugin. */
  readonly operation: string
  /** A verb: `Approve`. */
  readonly title: string
  /** Parameters of path and query and fields of the body, by name; `row` is a path of the row. */
  readonly params: Readonly<Record<string, PanelParam | { readonly row: Path }>>
  /** Shown only where the row has one of these texts there. */
  readonly when?: { readonly row: Path; readonly is: ReadonlyArray<string> }
}

/** The paths of a row that its actions read, by the names under which `draw` gives them. */
export const rowPathsOf = (actions: ReadonlyArray<RowAction>): Readonly<Record<string, Path>> =>
  Object.fromEntries(
    actions
      .flatMap(({ params, when }) => [
        ...Object.values(params).flatMap((value) => (typeof value === "object" && "row" in value ? [value.row] : [])),
        ...(when === undefined ? [] : [when.row])
      ])
      .map((path) => [rowValue(path), path])
  )

/** What `draw` calls the value at a path of a row that an action reads. */
export const rowValue = (path: Path): string => `row ${path}`
