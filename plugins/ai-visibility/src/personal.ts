import type { Personal } from "@storeglass/plugin-api"

/** In the order in which they are deleted. */
const tables = [
  ...["keys", "left", "changes", "app_sources", "app_named", "app_days", "answers", "named", "rollups"],
  ...["prompts", "intents", "runs", "settings"]
]

export const personal = (): Personal<never> => ({ tables: tables.map((name) => `ai_visibility_${name}`) })
