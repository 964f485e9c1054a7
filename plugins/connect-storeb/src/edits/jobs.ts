import { defineJob } from "@storeglass/plugin-api"
import { Edits } from "./Edits.ts"
import { CloseEdit } from "./OpenEdits.ts"

export const closeEdit = defineJob(CloseEdit, {
  // The vendor ends an edit after some days by itself; until then it's looked for.
  attempts: 1_000,
  run: ({ id }, { attempt }) => Edits.use((edits) => edits.close(id, attempt))
})
