import { Data, Effect } from "effect"
import type { RankSeries } from "./RankSeries.ts"
import { rankChart } from "./rankChart.ts"

export class DrawingFailed extends Data.TaggedError("DrawingFailed")<{ readonly cause: unknown }> {
  override get message() {
    return "The chart couldn't be drawn."
  }
}

/** A chart as PNG. What draws is loaded at the first: most gateways start without ever drawing one. */
export const drawn = Effect.fn("alerts.drawn")((series: RankSeries) =>
  Effect.tryPromise({
    try: async () => {
      const { default: sharp } = await import("sharp")
      // Drawn once and never again: nothing to keep, and no threads to take from those who wait for answers.
      sharp.concurrency(1)
      sharp.cache(false)
      const png = await sharp(Buffer.from(rankChart(series)))
        .png({ palette: true, effort: 7 })
        .toBuffer()
      return new Uint8Array(png)
    },
    catch: (cause) => new DrawingFailed({ cause })
  })
)
