/** Every route over the second store's publishing API, with Prism between the connector and the double. */
import { useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { isOf, prismOf } from "./prism.ts"

const area = /^gp\.(?:edit|tracks?|releases|listings?|reviews|reply|subs|otp)(?:\.|$)/
const prism = await prismOf("googleplay-androidpublisher.v3.rev20260924.openapi.json", area)
const base = "/v1/connect/storeb-play"
const Issued = Schema.Struct({ keyFile: Schema.Record(Schema.String, Schema.Unknown), packageName: Schema.String })

const Shown = Schema.Struct({ shown: Schema.Array(Schema.Struct({ id: Schema.String })) })

describe.skipIf(prism === undefined)("the second store's publishing API, and Prism", () => {
  const gateway = useTestGateway({
    plugins: { "connect-storeb": { publisherUrl: prism?.proxyUrl ?? "", reviewSyncHours: 0 } }
  })

  it("agree about every vector, in both directions", async () => {
    assert.isDefined(prism)
    assert.lengthOf(prism.vectors, 18)
    for (const vector of prism.vectors) {
      assert.strictEqual(await prism.takes(vector, {}), vector.valid, vector.id)
    }
  })

  it("agree about what every route sends and is answered, and a status that isn't one is never sent", async () => {
    assert.isDefined(prism)
    const { sandbox } = gateway().running
    assert.isDefined(sandbox)
    prism.setUpstream(sandbox.baseUrls["play-console"] ?? "")
    const { key } = await gateway().account()
    const { keyFile, packageName } = Schema.decodeUnknownSync(Issued)(
      await sandbox.control.act("play-console", "issue", {})
    )
    const ask = async (
      path: string,
      { body, method = "GET" }: { method?: string; body?: unknown } = {},
      status = 200
    ) => {
      const answer = await gateway().ask(`${base}${path}`, { key, method, ...(body === undefined ? {} : { body }) })
      assert.strictEqual(answer.status, status, `${path}: ${answer.text}`)
    }
    const app = (path: string, body?: unknown, status?: number) =>
      ask(`/apps/${packageName}${path}`, body === undefined ? {} : { method: "PATCH", body }, status)
    await ask("/credentials", { method: "POST", body: { serviceAccountJson: keyFile } }, 201)
    for (const read of [
      "/tracks",
      "/tracks/production",
      "/tracks/production/releases",
      "/listings",
      "/listings/en-US"
    ]) {
      await app(read)
    }
    const patches = () =>
      sandbox.control.requests({ upstream: "play-console" }).filter(({ method }) => method === "PATCH")
    await app("/tracks/production", { releases: [{ versionCodes: ["140"], status: "done" }] }, 400)
    assert.lengthOf(patches(), 0)
    const releases = [
      {
        name: "1.4.0",
        versionCodes: ["140"],
        status: "inProgress",
        userFraction: 0.5,
        releaseNotes: [{ language: "en-US", text: "Fixes" }],
        countryTargeting: { countries: ["us"], includeRestOfWorld: true },
        inAppUpdatePriority: 3
      }
    ]
    await app("/tracks/production?validateOnly=true", { releases })
    await app("/tracks/production", { releases, changesInReview: "cancel", sendForReview: false })
    await app("/listings/en-US", { title: "Prism", video: null })
    const added = {
      title: "Prisme",
      shortDescription: "Tout.",
      fullDescription: "Tout, au même endroit.",
      create: true
    }
    await app("/listings/fr-FR?validateOnly=true", { title: "Prisme", create: true })
    await app("/listings/fr-FR", added)
    await app("/subscriptions")
    await app("/one-time-products")
    await app("/reviews?language=en")
    const shown = await sandbox.control.act("play-console", "reviews", { email: keyFile.client_email, packageName })
    const id = encodeURIComponent(Schema.decodeUnknownSync(Shown)(shown).shown[0]?.id ?? "")
    const reply = (body: unknown, status?: number) =>
      ask(`/apps/${packageName}/reviews/${id}/reply`, { method: "POST", body }, status)
    await reply({ replyText: 7 }, 400)
    await reply({ replyText: "Thank you", overwrite: true })
    const sent = sandbox.control.requests({ upstream: "play-console" })
    assert.lengthOf(
      sent.filter(({ path }) => path.endsWith(":reply")),
      1
    )
    for (const vector of prism.vectors.filter(({ valid }) => valid)) {
      assert.isTrue(sent.some(isOf(vector)), `${vector.id} was sent`)
    }
  })
})
