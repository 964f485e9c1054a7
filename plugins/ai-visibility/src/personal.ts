import type { Personal } from "@storeglass/plugin-api"

/** In the order in which they are deleted. */
export const personal = (): Personal<never> => ({
  tables: ["left", "changes", "sources", "answers", "named", "rollups", "prompts", "intents", "runs", "settings"].map(
    (name) => `ai_visibility_${name}`
  )
})
