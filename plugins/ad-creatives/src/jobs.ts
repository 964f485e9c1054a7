import { defineJob } from "@storeglass/plugin-api"
import type { AdCreativesConfig } from "./config.ts"
import { Work } from "./job/Work.ts"
import { Make, Tidy } from "./jobRefs.ts"

export const jobs = ({ jobsAtOnce }: AdCreativesConfig) => [
  defineJob(Make, {
    // What is tried again goes on from where it stood, and the two hours of the hold end it.
    attempts: 12,
    // Two scenes of three minutes, each once more after a wait, and the rest.
    timeoutMs: 15 * 60_000,
    lane: { name: "creatives", concurrency: jobsAtOnce },
    run: (key) => Work.use((work) => work.run(key)),
    onDead: (key) => Work.use((work) => work.fail(key))
  }),
  defineJob(Tidy, {
    attempts: 3,
    timeoutMs: 300_000,
    cron: "*/10 * * * *",
    cronPayload: {},
    run: () => Work.use((work) => work.tidy)
  })
]
