// The thread in which moves are worked out.
import { parentPort } from "node:worker_threads"
import { type Work, work } from "./work.ts"

const port = parentPort
port?.on("message", ({ asked, id }: { readonly id: number; readonly asked: Work }) => {
  const worked = work(asked)
  // Handed over and not copied.
  const bytes = [...worked.blocks, ...worked.words, ...worked.moments, ...worked.back].map(
    (batch) => batch.bytes.buffer
  )
  port.postMessage(
    { id, worked },
    bytes.filter((buffer) => buffer instanceof ArrayBuffer)
  )
})
