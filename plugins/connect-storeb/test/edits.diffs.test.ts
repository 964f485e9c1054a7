import { assert, describe, it } from "vitest"
import { lostBy, trackDiff } from "../src/edits/diffs.ts"
import { localeOf } from "../src/edits/limits.ts"
import { releaseOf, releaseStateOf } from "../src/edits/neutral.ts"
import type { AskedRelease } from "../src/edits/schema.ts"

const stateOf = (...releases: ReadonlyArray<Parameters<typeof releaseOf>[0]>) => ({ releases: releases.map(releaseOf) })
const live = stateOf(
  { name: "3", versionCodes: ["31", "30"], status: "inProgress", userFraction: 0.2, inAppUpdatePriority: 4 },
  {
    name: "2",
    versionCodes: ["20"],
    status: "completed",
    releaseNotes: [
      { language: "en-US", text: "Two" },
      { language: "de-DE", text: "Zwei" }
    ],
    countryTargeting: { countries: ["US", "DE"], includeRestOfWorld: true }
  },
  { name: "next", versionCodes: [], status: "draft" }
)
const same: ReadonlyArray<AskedRelease> = [
  { name: "next", status: "draft" },
  {
    versionCodes: ["20"],
    status: "completed",
    releaseNotes: [
      { language: "de-de", text: "Zwei" },
      { language: "en-US", text: "Two" }
    ],
    countryTargeting: { countries: ["de", "us"], includeRestOfWorld: true }
  },
  { versionCodes: ["30", "31"], status: "inProgress", userFraction: 0.2 }
]

describe("what a change of a track changes", () => {
  it("is nothing where the same is sent in another order and spelling", () => {
    assert.deepEqual(trackDiff(live, same), [])
    assert.deepEqual(lostBy(live, same), { deactivated: [], endedRollouts: [] })
  })

  it("is each field that differs, by the release's version codes", () => {
    const asked: ReadonlyArray<AskedRelease> = same.map((release) =>
      release.status === "inProgress"
        ? { name: "3.0", versionCodes: ["31", "30"], status: "halted", userFraction: 0.2, inAppUpdatePriority: 5 }
        : release
    )
    assert.deepEqual(trackDiff(live, asked), [
      { field: "releases.30+31.name", from: "3", to: "3.0" },
      { field: "releases.30+31.status", from: "inProgress", to: "halted" },
      { field: "releases.30+31.inAppUpdatePriority", from: 4, to: 5 }
    ])
  })

  it("is what goes, with the rollouts that end and the versions that nobody gets any more", () => {
    const asked: ReadonlyArray<AskedRelease> = [{ versionCodes: ["31"], status: "completed" }]
    const changes = trackDiff(live, asked)
    assert.deepEqual(
      changes.map(({ field, from, to }) => [field, from === null, to === null]),
      [
        ["releases.20", false, true],
        ["releases.30+31", false, true],
        ["releases.31", true, false],
        ["releases.next", false, true]
      ]
    )
    assert.deepEqual(lostBy(live, asked), { deactivated: ["20", "30"], endedRollouts: [] })
    assert.deepEqual(lostBy(live, [{ versionCodes: ["40"], status: "completed" }]), {
      deactivated: ["20", "30", "31"],
      endedRollouts: [{ name: "3", versionCodes: ["31", "30"], userFraction: 0.2 }]
    })
  })

  it("tells two releases of the same version codes apart", () => {
    const twice = stateOf({ name: "a", status: "draft" }, { name: "a", status: "draft" })
    assert.deepEqual(
      trackDiff(twice, [{ name: "a", status: "draft" }]).map(({ field }) => field),
      ["releases.a#2"]
    )
  })
})

describe("the vendor's words", () => {
  it.each([
    ["RELEASE_LIFECYCLE_STATE_APPROVED_NOT_PUBLISHED", "approvedNotPublished"],
    ["RELEASE_LIFECYCLE_STATE_DRAFT", "draft"],
    ["RELEASE_LIFECYCLE_STATE_UNSPECIFIED", null],
    ["RELEASE_LIFECYCLE_STATE_SOMETHING_NEW", "somethingNew"],
    [undefined, null]
  ])("for a release's state, %s, is %s", (releaseLifecycleState, ours) => {
    assert.strictEqual(
      releaseStateOf(releaseLifecycleState === undefined ? {} : { releaseLifecycleState }).lifecycleState,
      ours
    )
  })

  it.each([
    ["en-us", "en-US"],
    ["ES-419", "es-419"],
    ["zh-hant-tw", "zh-Hant-TW"],
    ["iw-IL", "iw-IL"],
    ["fil", "fil"],
    ["english", undefined],
    ["en_US", undefined],
    ["e", undefined],
    ["..", undefined]
  ])("for the language %s are %s", (text, ours) => {
    assert.strictEqual(localeOf(text), ours)
  })
})
