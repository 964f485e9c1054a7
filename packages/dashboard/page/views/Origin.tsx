import { moment } from "../format.ts"
import type { Provenance } from "../generated/apps.routes.ts"
import { t } from "../i18n.ts"
import { Badge, Time } from "../ui/basics.tsx"

type Source = Provenance["source"]
type Confidence = NonNullable<Provenance["confidence"]>

const sourceName = (source: Source): string =>
  ({
    store_live: t("the store's answer"),
    store_feed: t("a feed of the store"),
    store_page: t("a page of the store"),
    stored: t("kept here"),
    connected_account: t("your connected account"),
    official_ads: t("the store's register of ads"),
    model: t("a model"),
    llm: t("an assistant"),
    sandbox: t("the sandbox, invented")
  })[source]

const confidenceName = (confidence: Confidence): string =>
  ({ high: t("high"), medium: t("medium"), low: t("low"), none: t("none") })[confidence]

const isProvenance = (value: unknown): value is Provenance =>
  typeof value === "object" && value !== null && "source" in value && "status" in value && "asOf" in value

const originOf = (data: unknown): Provenance | undefined => {
  const origin = typeof data === "object" && data !== null && "provenance" in data ? data.provenance : undefined
  return isProvenance(origin) ? origin : undefined
}

/** The same in a line of text, for what leaves the page; empty where an answer says nothing of it. */
export const originText = (data: unknown): string => {
  const origin = originOf(data)
  if (origin === undefined) return ""
  const { asOf, confidence, model, source } = origin
  return [
    `${t("Source")}: ${sourceName(source)}`,
    ...(asOf === null ? [] : [`${t("as of")} ${moment(asOf)}`]),
    ...(model === undefined ? [] : [`${t("Model")}: ${model}`]),
    ...(confidence === undefined ? [] : [`${t("Confidence")}: ${confidenceName(confidence)}`])
  ].join(" · ")
}

/** Where an answer's figures come from, how old they are and how far to trust them, as it says itself. */
export const Origin = ({ data }: { readonly data: unknown }) => {
  const origin = originOf(data)
  if (origin === undefined) return null
  const { asOf, confidence, limitations = [], model, sampleSize, source, stale } = origin
  return (
    <div className="mt-2 text-xs text-muted">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {stale === true ? <Badge tone="warn">{t("older answer")}</Badge> : null}
        <span>
          {t("Source")}: {sourceName(source)}
        </span>
        {asOf === null ? null : (
          <span>
            {t("as of")} <Time at={asOf} relative />
          </span>
        )}
        {model === undefined ? null : (
          <span>
            {t("Model")}: <code className="font-mono">{model}</code>
          </span>
        )}
        {confidence === undefined ? null : (
          <span>
            {t("Confidence")}: {confidenceName(confidence)}
          </span>
        )}
        {sampleSize === undefined ? null : <span>{t("sample of {n}", { n: sampleSize })}</span>}
      </p>
      {stale === true ? <p>{t("The source didn't answer, so this is what it said before.")}</p> : null}
      {limitations.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer">{t("What it doesn't tell")}</summary>
          <ul lang="en" className="list-disc ps-5">
            {limitations.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
