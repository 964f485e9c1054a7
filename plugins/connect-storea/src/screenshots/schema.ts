/** What the routes of review screenshots take and give. */
import { Field, planIdField } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { ReviewScreenshot } from "../vendor/records.ts"

export const imageBytesMax = 6 * 1024 * 1024
/** As base64, with room for the rest. */
export const bodyBytesMax = 9 * 1024 * 1024
/** A PNG of one pixel. */
const example = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"

/** A pattern would be tried at each of millions of places, which is more than the engine's stack holds. */
const isBase64 = Schema.makeFilter(
  (text: string) => {
    const end = text.indexOf("=")
    const padding = end === -1 ? "" : text.slice(end)
    return (!/[^A-Za-z0-9+/=]/.test(text) && end !== 0 && ["", "=", "=="].includes(padding)) || "must be base64"
  },
  { toJsonSchema: () => ({ pattern: "^[A-Za-z0-9+/]+={0,2}$" }) }
)

export const NewScreenshot = Schema.Struct({
  fileName: Schema.String.check(Schema.isPattern(/^[^\\/\p{Cc}]{1,100}\.(?:png|jpe?g)$/iu)).annotate({
    description: "Name of the file, which ends in .png, .jpg or .jpeg.",
    examples: ["paywall.png"]
  }),
  image: Schema.String.check(
    Schema.isMinLength(4),
    Schema.isMaxLength(Math.ceil(imageBytesMax / 3) * 4),
    isBase64
  ).annotate({ description: "The file, PNG or JPEG, as base64; at most 6 MiB.", examples: [example] }),
  planId: planIdField
}).annotate({ examples: [{ fileName: "paywall.png", image: example }] })

export const Screenshot = Schema.Struct({
  screenshot: Schema.NullOr(ReviewScreenshot).annotate({ description: "null: there is none." })
}).annotate({ identifier: "ConsoleReviewScreenshotOf" })

export const Gone = Schema.Struct({
  deleted: Schema.Literal(true).annotate({ description: "There is none any more." }),
  id: Schema.optionalKey(Field.text("Id that the screenshot had; absent where there was none."))
}).annotate({ identifier: "ConsoleReviewScreenshotGone" })
