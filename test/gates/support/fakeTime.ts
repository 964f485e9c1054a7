import { readdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { GateError, GateSkipped } from "./gate.ts"
import { type GatewayProcess, temporaryFolder } from "./gatewayProcess.ts"
import { askAll } from "./load.ts"

/** A wall clock of its own for the processes that are started with this environment. */
export interface FakeTime {
  readonly env: Readonly<Record<string, string>>
  /** Sets the clock so that it shows `epochMs` in so long; it goes on from there. */
  readonly set: (epochMs: number, inMs: number) => void
  /** What the clock shows at a moment of `performance.now()`. */
  readonly at: (performanceMs: number) => number
}

const shownWithinMs = 400
const awaitMsMax = 15_000

const findLibrary = () => {
  for (const folder of ["/usr/lib", "/usr/lib64"]) {
    try {
      for (const triple of ["", ...readdirSync(folder)]) {
        const path = join(folder, triple, "faketime")
        try {
          if (readdirSync(path).includes("libfaketimeMT.so.1")) return join(path, "libfaketimeMT.so.1")
        } catch {
          // Not here.
        }
      }
    } catch {
      // Not here.
    }
  }
}

/** The machine's libfaketime; without it the gate is skipped. */
export const fakeTime = Effect.gen(function* () {
  const library = findLibrary()
  if (library === undefined) return yield* new GateSkipped({ message: "libfaketime is not installed" })
  const folder = yield* temporaryFolder
  const file = join(folder, "faketime")
  let offsetSeconds = 0
  const write = () => {
    // Renamed into place: a process may read at any moment.
    writeFileSync(`${file}.new`, `${offsetSeconds < 0 ? "" : "+"}${offsetSeconds}\n`)
    renameSync(`${file}.new`, file)
  }
  write()
  const time: FakeTime = {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: "1",
      // Timers go by this one.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1"
    },
    set: (epochMs, inMs) => {
      const nowMs = performance.timeOrigin + performance.now()
      offsetSeconds = Math.round((epochMs - inMs - nowMs) / 1000)
      write()
    },
    at: (performanceMs) => performance.timeOrigin + performanceMs + offsetSeconds * 1000
  }
  return time
})

/** Waits until a gateway's clock shows the fake time. */
export const awaitFakeTime = Effect.fn("awaitFakeTime")(function* (gateway: GatewayProcess, time: FakeTime) {
  const untilMs = performance.now() + awaitMsMax
  for (;;) {
    let text = ""
    const { answers } = yield* askAll(gateway.port, [{ path: `/v1/health`, apiKey: "" }], {
      onAnswer: (_answer, wire) => {
        text = wire.body.toString("utf8")
      }
    })
    const shown = Date.parse(/"timestamp":"([^"]+)"/.exec(text)?.[1] ?? "")
    const sentMs = answers[0]?.sentMs ?? 0
    if (shown >= time.at(sentMs) - shownWithinMs && shown <= time.at(performance.now()) + shownWithinMs) return
    if (performance.now() > untilMs)
      return yield* new GateError({ message: `the clock of a gateway shows ${text.slice(0, 200)}` })
    yield* Effect.sleep(50)
  }
})
