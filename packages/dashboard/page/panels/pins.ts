import type { Block, PanelRow } from "../generated/account.routes.ts"

/** A panel among all plugins'. */
export const panelName = ({ id, plugin }: Pick<PanelRow, "id" | "plugin">): string => `${plugin} ${id}`

/** A block among its panel's, whatever else the panel gets: what it asks, and its title in English. */
export const blockName = (block: Block): string =>
  block.kind === "text" ? "" : [block.operation, block.title ?? ""].join(" ").trim()
