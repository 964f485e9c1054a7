import { draw, type ShownView } from "@storeglass/plugin-api/draw"
import type { FormShown } from "../generated/account.routes.ts"
import { useSaid } from "../session.ts"
import { DrawnView } from "../views/DrawnView.tsx"

const isUntold = (row: Readonly<Record<string, unknown>>) => Object.values(row).every((value) => value === null)

/** Whether there's nothing to draw: no rows, or numbers of one thing of which none is told. */
const isEmpty = (view: ShownView, data: unknown) =>
  draw(view, data).lines.every(({ rows }) => rows.length === 0 || (view.kind === "parts" && rows.every(isUntold)))

/** Whether half of a page is enough for it. */
export const isNarrow = (view: ShownView) =>
  view.kind === "status" ||
  view.kind === "parts" ||
  view.kind === "bars" ||
  (view.kind === "table" && view.columns.length < 4)

/** What is shown of an answer: what is narrow two abreast where there's room, the rest one below the other. */
export const Shows = ({
  data,
  plugin,
  shows
}: {
  readonly plugin: string
  readonly shows: ReadonlyArray<FormShown>
  readonly data: unknown
}) => {
  const say = useSaid()
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
      {shows.map(({ title, view }) =>
        isEmpty(view, data) ? null : (
          <section key={title} className={`min-w-0 ${isNarrow(view) ? "" : "col-span-full"}`}>
            <h3 className="mb-2 text-sm font-semibold">{say(plugin, title)}</h3>
            <DrawnView plugin={plugin} view={view} data={data} title={say(plugin, title)} />
          </section>
        )
      )}
    </div>
  )
}
