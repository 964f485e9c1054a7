/** A second shop: most apps of the first are there too, under package names, and some are only there. */
import type { InventedApp } from "./InventedApp.ts"
import { hash, normalOf, unit } from "./random.ts"
import { World, type WorldOptions } from "./World.ts"

/** Only some apps are made for both. */
const isOnBoth = (app: InventedApp): boolean => app.kind === "mobile" && unit(app.key, 0xb1) < 0.86

/** Parts of a package name begin with a letter and hold no dashes. */
const packagePart = (part: string): string => {
  const plain = part.replace(/\W/g, "")
  return /^[a-z]/i.test(plain) ? plain : `a${plain}`
}

const packageOf = (app: InventedApp): string => {
  const parts = app.bundleId.split(".").map(packagePart)
  const u = unit(app.key, 0xb2)
  if (u < 0.7) return parts.join(".")
  return u < 0.9 ? [...parts, "android"].join(".") : [...parts.slice(0, 2), "android", ...parts.slice(2)].join(".")
}

/** The same app as another shop has it: its own ratings, versions and following, which resemble those of the first. */
const twinOf = (app: InventedApp, key: number): InventedApp => ({
  ...app,
  key,
  kind: "mobile",
  bundleId: packageOf(app),
  popularity: 0.92 * app.popularity + 0.35 * normalOf(unit(key, 1), unit(key, 2)),
  quality: Math.min(4.9, Math.max(1.6, app.quality - 0.12 + 0.3 * (unit(key, 3) - 0.5))),
  releaseDay: app.releaseDay + (unit(key, 4) < 0.4 ? 0 : Math.floor(unit(key, 5) * 150)),
  cadenceDays: Math.max(6, Math.round(app.cadenceDays * (0.7 + 0.7 * unit(key, 6))))
})

/** Each place is held by the app that has it in the first shop, once it is out here, else by one of its own. */
export class SecondWorld extends World {
  private readonly first: World
  private readonly twins = new Map<number, InventedApp>()

  constructor(options: WorldOptions, first: World) {
    super({ ...options, seed: options.seed + 7919 })
    this.first = first
  }

  override appIn(place: number, day: number): InventedApp {
    const app = this.first.appIn(place, day)
    if (isOnBoth(app)) {
      const twin = this.twin(app, hash(app.key, 0xb5))
      if (twin.releaseDay <= day) return twin
    }
    const own = super.appIn(place, day)
    return this.twin(own, own.key)
  }

  private twin(app: InventedApp, key: number): InventedApp {
    const kept = this.twins.get(app.key)
    if (kept !== undefined) return kept
    if (this.twins.size >= 60_000) this.twins.clear()
    const twin = key === app.key ? { ...app, kind: "mobile" as const, bundleId: packageOf(app) } : twinOf(app, key)
    this.twins.set(app.key, twin)
    return twin
  }
}
