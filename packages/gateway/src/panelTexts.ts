import { columnsOf, listedText, type Panel, type PanelBlock, type PanelTexts } from "@storeglass/plugin-api"
import type { AnyPlugin } from "./AnyPlugin.ts"
import type { ServedOperation } from "./catalogue.ts"
import { listedIn } from "./views.ts"

const ofView = (operation: ServedOperation | undefined, view = operation?.view): ReadonlyArray<string> => {
  if (operation?.endpoint === undefined || view === undefined) return []
  const listed = Object.values(listedIn(view, operation.endpoint)).flat()
  return [...columnsOf(view).map(({ title }) => title), ...listed.map(listedText)]
}

const ofBlock = (block: PanelBlock, operations: ReadonlyArray<ServedOperation>): ReadonlyArray<string> => {
  if (block.kind === "text") return [block.text]
  const operationOf = (id: string) => operations.find((each) => each.id === id)
  const operation = operationOf(block.operation)
  const notes = block.kind === "form" ? Object.values(block.values ?? {}) : []
  const actions = block.kind === "view" ? (block.actions ?? []) : []
  return [
    block.title ?? operation?.summary ?? "",
    ...(block.kind !== "view" && block.kind !== "form"
      ? []
      : block.shows !== undefined
        ? block.shows.flatMap(({ title, view }) => [title, ...ofView(operation, view)])
        : ofView(operation, block.kind === "view" ? block.view : undefined)),
    ...notes.flatMap(({ note, operation: id, rows }) =>
      note === undefined ? [] : ofView(operationOf(id), { kind: "bars", rows, title: note, value: note })
    ),
    // A row's button may open a form, whose answer is drawn.
    ...actions.flatMap((action) => [action.title, ...ofView(operationOf(action.operation))])
  ]
}

/** The texts that the panels of a plugin show, each once: what `panelTexts` translates. */
export const textsOfPanels = (
  { panels = [] }: AnyPlugin,
  operations: ReadonlyArray<ServedOperation>
): ReadonlyArray<string> => {
  const declared: ReadonlyArray<Panel> = panels
  const texts = declared.flatMap(({ blocks, title }) => [
    title,
    ...blocks.flatMap((block) => ofBlock(block, operations))
  ])
  // What has no letters, as %, is the same in all languages.
  return [...new Set(texts)].filter((text) => /\p{L}/u.test(text))
}

/** What is wrong with the languages that a plugin offers: texts that one lacks, has empty, or that no panel shows. */
export const panelTextProblems = (
  plugin: AnyPlugin,
  operations: ReadonlyArray<ServedOperation>
): ReadonlyArray<string> => {
  const texts = textsOfPanels(plugin, operations)
  const offered: PanelTexts = plugin.panelTexts ?? {}
  return Object.entries(offered).flatMap(([language, table]) => [
    ...texts.flatMap((text) => {
      if (!Object.hasOwn(table, text)) return [`${language} lacks "${text}"`]
      return table[text]?.trim() === "" ? [`${language} says nothing for "${text}"`] : []
    }),
    ...Object.keys(table).flatMap((text) =>
      texts.includes(text) ? [] : [`${language} has "${text}", which no panel shows`]
    )
  ])
}
