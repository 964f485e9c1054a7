import { Context } from "effect"
import type { ViewDeclaration } from "./draw.ts"

type Of<Kind extends ViewDeclaration["kind"]> = Omit<Extract<ViewDeclaration, { readonly kind: Kind }>, "kind">

/**
 * Annotation of an endpoint: how its answer is drawn, wherever it is. The boot checks it against the answer's schema.
 *
 * @example
 * declare(HttpApiEndpoint.get("ranks", …), { view: View.ranks({ rows: "days", x: "date", y: "rank", status: "status" }) })
 */
export class View extends Context.Service<View, ViewDeclaration>()("@storeglass/plugin-api/View") {
  static readonly stat = (view: Of<"stat">): ViewDeclaration => ({ kind: "stat", ...view })
  static readonly series = (view: Of<"series">): ViewDeclaration => ({ kind: "series", ...view })
  static readonly ranks = (view: Of<"ranks">): ViewDeclaration => ({ kind: "ranks", ...view })
  static readonly bars = (view: Of<"bars">): ViewDeclaration => ({ kind: "bars", ...view })
  static readonly parts = (view: Of<"parts">): ViewDeclaration => ({ kind: "parts", ...view })
  static readonly heatmap = (view: Of<"heatmap">): ViewDeclaration => ({ kind: "heatmap", ...view })
  static readonly table = (view: Of<"table">): ViewDeclaration => ({ kind: "table", ...view })
  static readonly list = (view: Of<"list">): ViewDeclaration => ({ kind: "list", ...view })
  static readonly gallery = (view: Of<"gallery">): ViewDeclaration => ({ kind: "gallery", ...view })
  static readonly status = (view: Of<"status">): ViewDeclaration => ({ kind: "status", ...view })
  static readonly steps = (view: Of<"steps">): ViewDeclaration => ({ kind: "steps", ...view })
  static readonly changes = (view: Of<"changes">): ViewDeclaration => ({ kind: "changes", ...view })
}
