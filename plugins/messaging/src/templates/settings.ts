import { lookUp, Setting } from "@storeglass/plugin-api"
import { Schema } from "effect"

const { withDefault } = Setting
const { optionalKey } = Schema

export const line = (description: string, max: number) =>
  Schema.NonEmptyString.check(Schema.isMaxLength(max), Schema.isPattern(/^\P{Cc}*$/u)).annotate({ description })

const luminanceOf = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** By WCAG, from 1 to 21. */
export const contrastOf = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminanceOf(a), luminanceOf(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

/** On what links and buttons stand, and what stands on buttons. */
export const grounds = {
  light: { page: "#ffffff", ink: "#ffffff" },
  dark: { page: "#1f2329", ink: "#10151b" }
} as const
const contrastMin = 4.5
const accent = (on: keyof typeof grounds, description: string) =>
  Schema.String.check(
    Schema.makeFilter((colour: string) =>
      !/^#[0-9a-f]{6}$/i.test(colour) ||
      Object.values(grounds[on]).every((other) => contrastOf(colour, other) >= contrastMin)
        ? true
        : `can't be read well ${on === "light" ? "on white" : "on a dark ground"}; take a ${on === "light" ? "darker" : "lighter"} one`
    ),
    Schema.isPattern(/^#[0-9a-f]{6}$/i, { message: "must be a colour such as #0b5cad" })
  ).annotate({ description })

const placeholder = /\{([^{}]*)\}/g
/** A text with placeholders, each of which there must be. */
const text = (description: string, max: number, ...known: ReadonlyArray<string>) =>
  Schema.NonEmptyString.check(
    Schema.makeFilter((given: string) => {
      const unknown = [...given.matchAll(placeholder)]
        .map(([, name = ""]) => name)
        .find((name) => !known.includes(name))
      return unknown === undefined
        ? true
        : `has {${unknown}}, which stands for nothing here; ${known.length === 0 ? "it can have none" : `it can have ${known.map((name) => `{${name}}`).join(", ")}`}`
    }),
    // Last: of a filter of our own a description isn't told on.
    Schema.isMaxLength(max)
  ).annotate({ description })
/** Puts in what placeholders stand for. */
export const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(placeholder, (whole, name: string) => lookUp(values, name) ?? whole)

const ofInvoice = ["amount", "invoice", "attempt"] as const
const PaymentFailed = Schema.Struct({
  subject: withDefault(
    text("Its subject. {amount}, {invoice}, {attempt}.", 200, ...ofInvoice),
    "Your payment of {amount} failed"
  ),
  heading: withDefault(text("Its heading.", 200, ...ofInvoice), "Your payment failed"),
  again: withDefault(
    text("Where payment is tried again, on {nextAttempt}.", 2_000, ...ofInvoice, "nextAttempt"),
    "We couldn't take your last payment. We'll try again on {nextAttempt}. To pay now, or with another card, open the invoice."
  ),
  last: withDefault(
    text("Where it isn't.", 2_000, ...ofInvoice),
    "We couldn't take your last payment. Please pay the invoice, so that your plan goes on."
  ),
  button: withDefault(text("The button that opens the invoice.", 60), "Open the invoice"),
  paid: withDefault(
    text("For whoever has paid since.", 500, ...ofInvoice),
    "If you have paid meanwhile, there's nothing left to do."
  )
}).annotate({ description: "The mail about a failed payment." })

const Broadcast = Schema.Struct({
  button: withDefault(text("The button that leads to `ctaUrl`.", 60), "Read more"),
  reason: withDefault(
    text("Why somebody gets it, in its footer.", 300),
    "You get this mail as the owner of an account."
  )
}).annotate({ description: "Broadcasts." })

/** How the gateway's mail looks, and its own words. */
export const Templates = Schema.Struct({
  name: optionalKey(line("Stands above each mail, such as your product's name.", 60)),
  accent: withDefault(accent("light", "Colour of links and buttons."), "#0b5cad"),
  accentDark: withDefault(accent("dark", "The same where mail programs are dark."), "#7cb7f5"),
  footer: withDefault(
    Schema.Array(line("A line.", 300)).check(Schema.isMaxLength(5)).annotate({ description: "Lines below each mail." }),
    []
  ),
  paymentFailed: withDefault(PaymentFailed, {}),
  broadcast: withDefault(Broadcast, {})
}).annotate({ description: "How the gateway's mail looks, and its own words. What is left out stays as it is." })
export type Templates = typeof Templates.Type
export const defaults: Templates = Schema.decodeSync(Templates)({})
