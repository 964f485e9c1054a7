import type { Marks } from "@storeglass/plugin-api/draw"
import { useQueries } from "@tanstack/react-query"
import { useMemo } from "react"
import type { ChartMark } from "../charts/data.ts"
import type { PanelRow } from "../generated/account.routes.ts"
import { useCatalogue } from "../session.ts"
import { fixedOf, freeQuery, type PageValues } from "./call.ts"
import { isOfStore } from "./Panel.tsx"
import { rowsAt } from "./rows.ts"

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined)

interface Shape {
  readonly marks: Marks
  /** What stands before what each is called. */
  readonly title: string
}

const marksOf = (shapes: ReadonlyArray<Shape>, answers: ReadonlyArray<unknown>): ReadonlyArray<ChartMark> =>
  shapes.flatMap(({ marks: { at, rows, text, title }, title: kind }, index) => {
    const paths = [at, title, ...(text === undefined ? [] : [text])]
    return rowsAt(answers[index], rows, paths).flatMap((row) => {
      const moment = textOf(row[at])
      return moment === undefined || Number.isNaN(Date.parse(moment))
        ? []
        : [
            {
              at: moment,
              title: [kind, textOf(row[title]) ?? ""].join(" ").trim(),
              text: text === undefined ? undefined : textOf(row[text])
            }
          ]
    })
  })

/** What the panels of a page mark in its charts; nothing while it's on its way, or where it can't be had. */
export const useMarks = (panels: ReadonlyArray<PanelRow>, page: PageValues): ReadonlyArray<ChartMark> => {
  const { data } = useCatalogue()
  const asked = panels.flatMap(({ blocks, open }) =>
    blocks.flatMap((block) => {
      if (block.kind !== "marks" || open !== "yes" || !isOfStore(block, page.platform)) return []
      const operation = data?.operations.find(({ id }) => id === block.operation)
      return operation === undefined || block.marks === undefined
        ? []
        : [{ block, marks: block.marks, operation, title: block.title ?? "" }]
    })
  )
  const answers = useQueries({
    queries: asked.map(({ block, operation }) => freeQuery(operation, fixedOf(block, page))),
    // The same answers are the same marks, so that no chart is drawn anew for nothing.
    combine: (results) => results.map((result) => result.data)
  })
  // As text, which is the same as long as the same is asked.
  const shapes = JSON.stringify(asked.map(({ marks, title }) => ({ marks, title })))
  return useMemo(() => marksOf(JSON.parse(shapes), answers), [answers, shapes])
}
