/** What is in the bucket of reports: 24 months of five apps, as the vendor writes them. */
import { createHash } from "node:crypto"
import { unit } from "@storeglass/sandbox/world"
import { zipSync } from "fflate"

export interface ReportObject {
  readonly name: string
  readonly bytes: Buffer
  readonly generation: string
  readonly updatedMs: number
  readonly contentType: string
}
/** What tests put there, in place of or beside what is made. */
export interface Reports {
  /** Whether only what was put is there. */
  only: boolean
  readonly put: Map<string, ReportObject>
  /** Files whose next transfer is cut. */
  readonly torn: Set<string>
}
export const noReports = (): Reports => ({ only: false, put: new Map(), torn: new Set() })

const dayMs = 86_400_000
export const appsReported = 5
export const monthsReported = 24
/** Further back there are the overviews of installs alone, so that reading them all takes seconds. */
const monthsDetailed = 3
/** A day's figures come two days later. */
const lateDays = 2
const countries = ["US", "DE", "BR"]
const sources = [
  ["Google Play search", "budget planner", "", ""],
  ["Google Play search", 'notes, "quick" ones', "", ""],
  ["Google Play explore", "", "", ""],
  ["Third-party referrals", "", "newsletter", "spring\nsale"],
  ["Other", "", "", ""]
]

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le")
const cell = (value: string | number) => {
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const table = (rows: ReadonlyArray<ReadonlyArray<string | number>>) =>
  rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")

interface Month {
  /** Months since 2000. */
  readonly index: number
  readonly digits: string
  /** Days, `YYYY-MM-DD`, as far as they are told. */
  readonly days: ReadonlyArray<string>
  readonly isWhole: boolean
}
const monthsAt = (nowMs: number): ReadonlyArray<Month> => {
  const last = new Date(nowMs - lateDays * dayMs)
  const current = (last.getUTCFullYear() - 2000) * 12 + last.getUTCMonth()
  return Array.from({ length: monthsReported }, (_, back): Month => {
    const index = current - back
    const [year, month] = [2000 + Math.floor(index / 12), index % 12]
    const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
    const told = back === 0 ? last.getUTCDate() : length
    const digits = `${year}${String(month + 1).padStart(2, "0")}`
    return {
      index,
      digits,
      isWhole: told === length,
      days: Array.from(
        { length: told },
        (_, day) => `${digits.slice(0, 4)}-${digits.slice(4)}-${String(day + 1).padStart(2, "0")}`
      )
    }
  })
}

/** About so many. */
const around = (rate: number, u: number) => Math.round(rate * (0.6 + 0.8 * u))
const dayNumber = (day: string) => Date.parse(day) / dayMs
const visitorsOn = (app: number, day: string, by: number) =>
  around(40 + 10 * (5 - app), unit(dayNumber(day), app, by, 1))
const installsOn = (app: number, day: string, by: number) =>
  around(20 + 6 * (5 - app), unit(dayNumber(day), app, by, 2))

const installHead = [
  "Daily Device Installs",
  "Daily Device Uninstalls",
  "Daily Device Upgrades",
  "Total User Installs",
  "Daily User Installs",
  "Daily User Uninstalls",
  "Active Device Installs",
  "Install events",
  "Update events",
  "Uninstall events"
]
const installCells = (app: number, day: string, by: number) => {
  const installs = installsOn(app, day, by)
  const gone = Math.floor(installs / 3)
  return [
    installs + 2,
    gone,
    9,
    10_000 + dayNumber(day),
    installs,
    gone,
    5_000 + 10 * app + by,
    installs + 3,
    12,
    gone + 1
  ]
}
const summed = (app: number, day: string) =>
  countries
    .map((_, by) => installCells(app, day, by))
    .reduce((all, cells) => all.map((value, index) => value + (cells[index] ?? 0)))

type Rows = ReadonlyArray<ReadonlyArray<string | number>>
const tables: ReadonlyArray<
  readonly [
    folder: string,
    family: string,
    dimension: string,
    monthsMax: number,
    (app: number, name: string, days: ReadonlyArray<string>) => Rows
  ]
> = [
  [
    "installs",
    "installs",
    "overview",
    monthsReported,
    (app, name, days) => [
      ["Date", "Package Name", ...installHead],
      ...days.map((day) => [day, name, ...summed(app, day)])
    ]
  ],
  [
    "installs",
    "installs",
    "country",
    monthsDetailed,
    (app, name, days) => [
      ["Date", "Package Name", "Country", ...installHead],
      ...days.flatMap((day) => countries.map((country, by) => [day, name, country, ...installCells(app, day, by)]))
    ]
  ],
  [
    "ratings",
    "ratings",
    "overview",
    monthsDetailed,
    (app, name, days) => [
      ["Date", "Package Name", "Daily Average Rating", "Total Average Rating"],
      ...days.map((day) => {
        const daily = unit(dayNumber(day), app, 3)
        return [day, name, daily < 0.1 ? "NA" : (3.5 + daily).toFixed(2), (4.1 + app / 10).toFixed(5)]
      })
    ]
  ],
  [
    "ratings_v2",
    "ratings_v2",
    "overview",
    3,
    (app, name, days) => [
      ["Date", "Package Name", "Daily Average Rating", "Total Average Rating"],
      ...days.map((day) => {
        const daily = unit(dayNumber(day), app, 3)
        return [day, name, daily < 0.1 ? "NA" : (3.5 + daily).toFixed(2), (4.1 + app / 10).toFixed(5)]
      })
    ]
  ],
  [
    "crashes",
    "crashes",
    "overview",
    monthsDetailed,
    (app, name, days) => [
      ["Date", "Package Name", "Daily Crashes", "Daily ANRs"],
      ...days.map((day) => [
        day,
        name,
        around(6 - app, unit(dayNumber(day), app, 4)),
        around(1, unit(dayNumber(day), app, 5))
      ])
    ]
  ],
  [
    "store_performance",
    "store_performance",
    "country",
    monthsDetailed,
    (app, name, days) => [
      [
        "Date",
        "Package name",
        "Country / region",
        "Store listing acquisitions",
        "Store listing visitors",
        "Store listing conversion rate"
      ],
      ...days.flatMap((day) =>
        countries.map((country, by) => {
          const [visitors, installs] = [visitorsOn(app, day, by), installsOn(app, day, by)]
          const got = Math.min(visitors, installs)
          return [day, name, country, got, visitors, visitors === 0 ? "" : got / visitors]
        })
      )
    ]
  ],
  [
    "store_performance",
    "store_performance",
    "traffic_source",
    monthsDetailed,
    (app, name, days) => [
      [
        "Date",
        "Package name",
        "Traffic source",
        "Search term",
        "UTM source",
        "UTM campaign",
        "Store listing acquisitions",
        "Store listing visitors",
        "Store listing conversion rate"
      ],
      ...days.flatMap((day) =>
        sources.map((source, by) => {
          const visitors = visitorsOn(app, day, 10 + by)
          const got = Math.floor(visitors * (0.2 + by / 10))
          return [day, name, ...source, got, visitors, visitors === 0 ? "" : got / visitors]
        })
      )
    ]
  ],
  [
    "store_performance",
    "total_store_performance",
    "country",
    2,
    (app, name, days) => [
      ["Date", "Package name", "Country / region", "Store listing acquisitions", "Store listing visitors"],
      ...days.map((day) => [day, name, "US", installsOn(app, day, 0), visitorsOn(app, day, 0)])
    ]
  ]
]

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const earningsOf = (names: ReadonlyArray<string>, days: ReadonlyArray<string>): Rows => [
  [
    "Description",
    "Transaction Date",
    "Transaction Type",
    "Product id",
    "Sku Id",
    "Buyer Country",
    "Buyer Postal Code",
    "Buyer Currency",
    "Amount (Buyer Currency)",
    "Currency Conversion Rate",
    "Merchant Currency",
    "Amount (Merchant Currency)"
  ],
  ...days.flatMap((day) =>
    names.flatMap((name, app) => {
      const date = `${monthNames[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`
      const amount = (4.99 + app).toFixed(2)
      const of = (type: string, value: string) => [
        `GPA.0000-${day}-${app}`,
        date,
        type,
        name,
        "premium",
        "US",
        "94043",
        "USD",
        value,
        "1.000000",
        "USD",
        value
      ]
      return [of("Charge", amount), of("Google fee", (-Number(amount) * 0.15).toFixed(2))]
    })
  )
]
const salesOf = (names: ReadonlyArray<string>, days: ReadonlyArray<string>): Rows => [
  [
    "Order Number",
    "Order Charged Date",
    "Order Charged Timestamp",
    "Financial Status",
    "Device Model",
    "Product Title",
    "Product ID",
    "Product Type",
    "SKU ID",
    "Currency of Sale",
    "Item Price",
    "Taxes Collected",
    "Charged Amount",
    "City of Buyer",
    "State of Buyer",
    "Postal Code of Buyer",
    "Country of Buyer"
  ],
  ...days.flatMap((day) =>
    names.map((name, app) => [
      `GPA.0000-${day}-${app}`,
      day,
      Date.parse(day) / 1_000,
      "Charged",
      "pixel",
      "Premium",
      name,
      "subscription",
      "premium",
      "USD",
      (4.99 + app).toFixed(2),
      "0.00",
      (4.99 + app).toFixed(2),
      "",
      "CA",
      "94043",
      "US"
    ])
  )
]

const objectOf = (
  name: string,
  bytes: Buffer,
  month: Month,
  contentType = "text/csv; charset=utf-16le"
): ReportObject => ({
  name,
  bytes,
  contentType,
  generation: `17${String(month.index).padStart(4, "0")}${String(month.days.length).padStart(2, "0")}00000000`,
  updatedMs: Date.parse(month.days.at(-1) ?? "2000-01-01") + lateDays * dayMs
})

/** Made once for the apps of a world and a day. */
const made = new Map<string, ReadonlyArray<ReportObject>>()
const makeReports = (apps: ReadonlyArray<string>, nowMs: number): ReadonlyArray<ReportObject> => {
  const months = monthsAt(nowMs)
  const stats = months.flatMap((month, back) =>
    apps.flatMap((name, app) =>
      tables.flatMap(([folder, family, dimension, monthsMax, rowsOf]) =>
        back < monthsMax
          ? [
              objectOf(
                `stats/${folder}/${family}_${name}_${month.digits}_${dimension}.csv`,
                utf16(table(rowsOf(app, name, month.days))),
                month
              )
            ]
          : []
      )
    )
  )
  const zipped = (file: string, rows: Rows) =>
    Buffer.from(zipSync({ [file]: Buffer.from(table(rows)) }, { mtime: "2020-01-01" }))
  const money = months
    .slice(0, monthsDetailed)
    .flatMap((month) => [
      ...(month.isWhole
        ? [
            objectOf(
              `earnings/earnings_${month.digits}_0123456789012345-1.zip`,
              zipped(`PlayApps_${month.digits}.csv`, earningsOf(apps, month.days)),
              month,
              "application/zip"
            )
          ]
        : []),
      objectOf(
        `sales/salesreport_${month.digits}.zip`,
        zipped(`salesreport_${month.digits}.csv`, salesOf(apps, month.days)),
        month,
        "application/zip"
      )
    ])
  const [first = "com.example.app"] = apps
  const old = months[5]
  const torn =
    old === undefined
      ? []
      : [
          objectOf(
            `stats/installs/installs_${first}_${old.digits}_carrier.csv`,
            utf16(`Date,Package Name,Carrier,Daily User Installs\r\n${old.days[0]},${first},"T-Mob`),
            old
          )
        ]
  return [...stats, ...money, ...torn]
}

/** The files of a bucket by name: of the statistics, or of money. */
export const reportsIn = (
  { put, only }: Reports,
  apps: ReadonlyArray<string>,
  isFinancial: boolean,
  nowMs: number
): ReadonlyArray<ReportObject> => {
  const reported = apps.slice(0, appsReported)
  const key = JSON.stringify([reported, monthsAt(nowMs)[0]?.days.at(-1)])
  const found = only ? [] : (made.get(key) ?? makeReports(reported, nowMs))
  if (!only && !made.has(key)) {
    if (made.size > 8) made.clear()
    made.set(key, found)
  }
  const isHere = ({ name }: ReportObject) => /^(?:earnings|sales|financial-stats)\//.test(name) === isFinancial
  return [...found.filter(({ name }) => !put.has(name)), ...put.values()]
    .filter(isHere)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

export const md5Of = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("base64")

/** A file that is there. */
export const sampleReport = (packageName: string, nowMs: number) =>
  `stats/installs/installs_${packageName}_${monthsAt(nowMs)[0]?.digits}_overview.csv`
