import { Context } from "effect"

/** Whether an answer with nothing in it for its caller is charged; by `billing.emptyAnswers`. */
export const EmptyAnswers = Context.Reference<"charged" | "free">("@storeglass/core/http/EmptyAnswers", {
  defaultValue: () => "charged"
})
