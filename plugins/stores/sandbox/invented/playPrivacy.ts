/** What developers declare about data in the second store, and what their apps may do. */
import type { Json } from "@storeglass/sandbox"
import { type InventedApp, unit } from "@storeglass/sandbox/world"
import { sparse } from "../formats/playWire.ts"

const dataTypes: ReadonlyArray<readonly [category: string, ...items: ReadonlyArray<string>]> = [
  ["Personal info", "Name", "Email address", "User IDs"],
  ["Location", "Approximate location", "Precise location"],
  ["Financial info", "Purchase history"],
  ["App activity", "App interactions", "In-app search history"],
  ["App info and performance", "Crash logs", "Diagnostics"],
  ["Device or other IDs", "Device or other IDs"]
]
const purposes = ["App functionality", "Analytics", "Account management", "Advertising or marketing"]

const declared = (app: InventedApp, salt: number, share: number): ReadonlyArray<Json> =>
  dataTypes.flatMap(([category, ...items], i): ReadonlyArray<Json> => {
    if (unit(app.key, salt, i) >= share) return []
    const rows = items
      .filter((_, j) => j === 0 || unit(app.key, salt + 1, i, j) < 0.6)
      .map((item, j): Json => {
        const used = purposes.filter((_, k) => k === i % purposes.length || unit(app.key, salt + 2, i, j * 8 + k) < 0.3)
        return [item, unit(app.key, salt + 3, i, j) < 0.3 ? 1 : 0, used.join(", ")]
      })
    return [[[null, category, [null, items.join(", ")]], null, null, null, rows]]
  })

const part = (list: ReadonlyArray<Json>, some: string, none: string): Json =>
  list.length === 0 ? [null, none] : [list, some]

/** The data of a data safety page. Its fields stand in an object, under keys that count from 1. */
export const playSafety = (app: InventedApp): Json => {
  const shared = part(declared(app, 0xe1, 0.25), "Data shared", "No data shared with third parties")
  const collected = part(declared(app, 0xe5, 0.5), "Data collected", "No data collected")
  const practices: Json = [
    [null, "Data is encrypted in transit", [null, "Your data is transferred over a secure connection"]],
    ...(unit(app.key, 0xe9) < 0.7
      ? [[null, "You can request that data be deleted", [null, "The developer <b>provides a way</b> to request that"]]]
      : [])
  ]
  const fields: Json = {
    "69": [app.developer.name],
    "100": [[null, null, null, null, null, [null, null, `https://www.${app.developer.domain}.example/privacy`]]],
    "138": sparse([
      [[4], [shared, collected]],
      [[9], [null, "Security practices", practices]]
    ])
  }
  return [[[[]]], [null, null, [[app.name], fields], { "12": [[app.bundleId, 7]] }], [[138]]]
}

const groups: ReadonlyArray<readonly [name: string, ...texts: ReadonlyArray<string>]> = [
  ["Contacts", "read your contacts"],
  ["Location", "approximate location (network-based)", "precise location (GPS and network-based)"],
  ["Camera", "take pictures and videos"],
  ["Microphone", "record audio"],
  ["Storage", "read the contents of your USB storage", "modify or delete the contents of your USB storage"],
  ["Wi-Fi connection information", "view Wi-Fi connections"]
]
const others = ["full network access", "view network connections", "run at startup", "control vibration"]

const group = (name: string, texts: ReadonlyArray<string>): Json => [
  name,
  null,
  texts.map((text): Json => [null, text])
]

/** The payload about permissions: groups, the others, and those of no group. */
export const playPermissions = (app: InventedApp): Json => [
  groups.flatMap(([name, ...texts], i) => (unit(app.key, 0xea, i) < 0.4 ? [group(name, texts)] : [])),
  [
    group(
      "Other",
      others.filter((_, i) => i === 0 || unit(app.key, 0xeb, i) < 0.6)
    )
  ],
  [[null, "receive data from Internet"]]
]
