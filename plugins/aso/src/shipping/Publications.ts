/** An account's drafts, committed to its own listing at the store. */
import { EditInProgress, OwnListings } from "@storeglass/connect-storeb/contract"
import {
  asDocumented,
  brandOf,
  Caller,
  InvalidInput,
  NotFound,
  PlanStale,
  PlatformUnsupported
} from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { type KeptVersion, KeptVersions, LintFailed, Workspace } from "@storeglass/workspace/contract"
import { Context, Effect, Layer, Option } from "effect"
import { MetadataRules } from "../contract.ts"
import { lintOf } from "../rules/versionLint.ts"
import { currentYear } from "../rules/year.ts"
import { chosen, onceByLanguage } from "./chosen.ts"
import type { PublishBody, Published } from "./schema.ts"
import { textsOf } from "./texts.ts"

export type PublishQuery = PublishBody & { readonly id: string }

/** Of a version, what a listing has; what is new goes with a release. */
const listingTexts = (version: KeptVersion) => {
  const { fullDescription, shortDescription, title } = textsOf("storeb", version)
  return {
    ...(title === undefined ? {} : { title }),
    ...(shortDescription === undefined ? {} : { shortDescription }),
    ...(fullDescription === undefined ? {} : { fullDescription })
  }
}

const make = Effect.gen(function* () {
  const stores = yield* AppStores
  const rules = yield* MetadataRules
  const parts = Option.all({
    kept: yield* Effect.serviceOption(KeptVersions),
    workspace: yield* Effect.serviceOption(Workspace),
    own: yield* Effect.serviceOption(OwnListings)
  })

  const publish = Effect.fn("Publications.publish")(function* ({
    force = false,
    id,
    preview = true,
    ...asked
  }: PublishQuery) {
    const store = yield* stores.get("storeb")
    if (/^\d+$/.test(id)) {
      return yield* new PlatformUnsupported(
        "id: no connector writes listings of storea; take them as folders for your release tool from GET /v1/aso/apps/{id}/listing-files"
      )
    }
    const appId = yield* store.parseAppId(id)
    if (Option.isNone(parts)) {
      return yield* new NotFound(
        "publishing needs the plugins workspace and connect-storeb, and one isn't enabled here"
      )
    }
    const { kept, own, workspace } = parts.value
    if (!preview && asked.planId === undefined) {
      return yield* new InvalidInput(
        "planId (body): is required with preview: false; send that of a preview, so that nothing goes out that you haven't seen"
      )
    }
    const { accountId } = yield* Caller
    const app = { platform: "storeb" as const, appId }
    const versions = yield* kept.of(accountId, app)
    const row = yield* workspace.app(accountId, "storeb", appId)
    if (versions === undefined || row === undefined) {
      return yield* new NotFound(`id: ${appId} isn't in your workspace; add it with POST /v1/user/apps`)
    }
    const { versionIds } = asked
    const unknown = versionIds?.find((wanted) => !versions.some((version) => version.id === wanted))
    if (unknown !== undefined) return yield* new NotFound(`versionIds (body): ${appId} has no version '${unknown}'`)
    const { byLocale: latest, skipped } = chosen(
      "storeb",
      versionIds === undefined ? versions : versions.filter((version) => versionIds.includes(version.id)),
      versionIds !== undefined
    )
    // An older draft than the latest release was given up: it isn't put over it unless it's named.
    const byLocale = latest.filter(([, version]) => versionIds !== undefined || version.releasedAt === null)
    const year = yield* currentYear
    const listings = byLocale.map(([locale, version]) => ({
      locale,
      version,
      texts: listingTexts(version),
      lint: lintOf(
        rules,
        { ...version, platform: "storeb", brand: row.appName === null ? null : brandOf(row.appName) },
        year
      )
    }))
    const shipped = listings.filter(({ texts }) => Object.keys(texts).length > 0)
    if (shipped.length === 0) {
      return yield* new NotFound(
        `versionIds (body): ${appId} has ${versionIds === undefined ? "no draft" : "no such version"} with a title or a description; make one with POST /v1/user/apps/${appId}/versions`
      )
    }
    const sum = (of: "errors" | "warnings") => shipped.reduce((total, { lint }) => total + lint[of], 0)
    if (!preview && !force && sum("errors") > 0) {
      const issues = shipped.flatMap(({ lint, locale }) =>
        lint.issues.map((issue) => ({ ...issue, field: `${locale}.${issue.field}` }))
      )
      const [first] = issues.filter(({ severity }) => severity === "error")
      return yield* new LintFailed(
        `versionIds (body): the listings break ${sum("errors")} rule${sum("errors") === 1 ? "" : "s"} of the store, such as ${first?.ruleId} in ${first?.field}; fix what details.issues lists, or send force: true`,
        {
          details: {
            errors: sum("errors"),
            warnings: sum("warnings"),
            score: Math.min(...shipped.map(({ lint }) => lint.score)),
            issues
          }
        }
      )
    }
    const { changes, planId, unchanged, valid, warnings } = yield* own
      .change({
        packageName: appId,
        listings: shipped.map(({ locale, texts }) => ({ language: locale, ...texts })),
        validateOnly: preview,
        create: asked.create,
        changesInReview: asked.changesInReview,
        sendForReview: asked.sendForReview,
        planId: asked.planId
      })
      .pipe(
        Effect.catchTags({
          PLAN_STALE: () =>
            new PlanStale(
              "planId (body): the store's listing or your versions have changed since that preview; nothing was committed. Preview again"
            ),
          EDIT_IN_PROGRESS: () =>
            new EditInProgress(
              `id (path): another request has the one open edit of ${appId}; nothing was changed, retry`,
              { retryAfterSeconds: 5 }
            )
        })
      )
    const published: Published = {
      appId,
      platform: "storeb",
      isPreview: preview,
      valid,
      unchanged,
      planId,
      changes,
      warnings,
      listings: shipped.map(({ lint: { errors, score, warnings: warned }, locale, version }) => ({
        locale,
        versionId: version.id,
        versionName: version.versionName,
        isReleased: version.releasedAt !== null,
        lint: { errors, warnings: warned, score }
      })),
      skipped: onceByLanguage([
        ...skipped,
        ...listings
          .filter(({ texts }) => Object.keys(texts).length === 0)
          .map(({ version }) => ({ versionId: version.id, language: version.language, reason: "no_texts" as const }))
      ])
    }
    return published
  }, asDocumented)
  return { publish }
})

/** Versions of the workspace, written into the owner's own listing: previewed, then committed once. */
export class Publications extends Context.Service<Publications, Effect.Success<typeof make>>()(
  "@storeglass/aso/Publications"
) {
  static readonly layer = Layer.effect(this, make)
}
