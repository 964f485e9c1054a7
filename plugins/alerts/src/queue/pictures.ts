import { Effect, Option, Schema } from "effect"
import { drawn } from "../chart/drawn.ts"
import { daysShown, RankSeries } from "../chart/RankSeries.ts"
import { type Message, messageOf } from "./message.ts"

/** The platform's, of what is below a picture. */
const captionMax = 1_024
const drawingMs = 5_000

/** A picture that goes with an alert. */
export interface Picture {
  readonly png: Uint8Array
  readonly caption: string
  /** Its caption is the whole message. Where that's too long, the picture comes behind it. */
  readonly isWhole: boolean
}

const decodeSeries = Schema.decodeUnknownEffect(RankSeries)

/** The caption of a message's picture: the message itself, if it isn't too long. */
export const captionOf = (message: Message, { of, to }: RankSeries): Omit<Picture, "png"> => {
  const legend = `The picture: ${of}, ${daysShown} days up to ${to}`
  const whole = messageOf({ ...message, body: `${message.body}\n\n${legend}` })
  return whole.length <= captionMax
    ? { caption: whole, isWhole: true }
    : { caption: messageOf({ title: message.title, body: legend, url: null }, captionMax), isWhole: false }
}

/** Undefined: there's nothing to draw, or it can't be. An alert waits for no picture, and fails for none. */
export const pictureOf = Effect.fn("alerts.pictureOf")(function* (message: Message, chart: unknown) {
  if (chart === null) return undefined
  const drawing = Effect.gen(function* () {
    const series = yield* decodeSeries(chart)
    return { png: yield* drawn(series), ...captionOf(message, series) }
  })
  return yield* drawing.pipe(
    Effect.timeoutOption(drawingMs),
    Effect.map((made): Picture | undefined => Option.getOrUndefined(made)),
    Effect.catchCause((cause) => Effect.as(Effect.logWarning("An alert goes without its picture", cause), undefined))
  )
})
