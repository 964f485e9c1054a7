import { Array as Arr } from "effect"
import { bandOf, logShareOf, type Rated, type RatingShare } from "../src/models/ratingShare.ts"
import { quantile } from "./statistics.ts"

export interface CountedApp extends Rated {
  readonly installs: number
  /** Where and when it was counted; the intervals are made from the others. */
  readonly snapshot: string
}

/** Pull of each category towards the average, in apps. */
const ridge = 3
const rounds = 60
/** Ends of the interval: somewhat more than 80 %, since other years differ more than apps of one year do. */
const ends = [0.09, 0.91] as const

const yearsFrom = [0, 1, 3]
const ratingsFrom = [0, 50, 300, 2000]

/** Solves `matrix · x = vector` by elimination with pivots; both are changed. */
const solve = (matrix: ReadonlyArray<Float64Array>, vector: Float64Array): Float64Array => {
  const size = vector.length
  const rows = matrix.map((row, index) => ({ row, right: vector[index] ?? 0 }))
  for (let step = 0; step < size; step++) {
    const pivot = rows
      .slice(step)
      .reduce((best, each) => (Math.abs(each.row[step] ?? 0) > Math.abs(best.row[step] ?? 0) ? each : best))
    rows.splice(rows.indexOf(pivot), 1)
    rows.splice(step, 0, pivot)
    for (const other of rows) {
      if (other === pivot) continue
      const factor = (other.row[step] ?? 0) / (pivot.row[step] ?? 1)
      if (factor === 0) continue
      for (let column = step; column < size; column++)
        other.row[column] = (other.row[column] ?? 0) - factor * (pivot.row[column] ?? 0)
      other.right -= factor * pivot.right
    }
  }
  return Float64Array.from(rows, ({ right, row }, index) => right / (row[index] ?? 1))
}

/** Columns that are not zero, with their values: a constant, ratings, years, paid, and one for the category. */
const sparse = (app: CountedApp, categories: ReadonlyArray<string>): ReadonlyArray<readonly [number, number]> => {
  const category = app.category === null ? -1 : categories.indexOf(app.category)
  return [
    [0, 1],
    [1, Math.log(app.ratings / 300)],
    [2, Math.log(Math.max(app.years, 0.1))],
    ...(app.paid ? [[3, 1] as const] : []),
    ...(category < 0 ? [] : [[4 + category, 1] as const])
  ]
}

/** Median regression, by weighted least squares again and again. */
const coefficients = (apps: ReadonlyArray<CountedApp>, categories: ReadonlyArray<string>) => {
  const size = 4 + categories.length
  const rows = apps.map((app) => ({ columns: sparse(app, categories), y: Math.log(app.ratings / app.installs) }))
  let x = new Float64Array(size)
  for (let round = 0; round < rounds; round++) {
    const matrix = Arr.makeBy(size, (index) => {
      const row = new Float64Array(size)
      if (index >= 4) row[index] = ridge
      return row
    })
    const vector = new Float64Array(size)
    for (const { columns, y } of rows) {
      const predicted = columns.reduce((sum, [index, value]) => sum + value * (x[index] ?? 0), 0)
      const weight = round === 0 ? 1 : 1 / Math.max(0.05, Math.abs(y - predicted))
      for (const [index, value] of columns) {
        vector[index] = (vector[index] ?? 0) + weight * value * y
        const row = matrix[index]
        if (row === undefined) continue
        for (const [other, factor] of columns) row[other] = (row[other] ?? 0) + weight * value * factor
      }
    }
    x = new Float64Array(solve(matrix, vector))
  }
  return x
}

const digits = (value: number) => Number(value.toFixed(4))

const bandsAt = yearsFrom.flatMap((years) => ratingsFrom.map((ratings) => ({ yearsFrom: years, ratingsFrom: ratings })))
const [firstBand, ...otherBands] = bandsAt
const isIn = (band: (typeof bandsAt)[number], app: CountedApp) =>
  firstBand !== undefined && bandOf([firstBand, ...otherBands], app) === band

const model = (apps: ReadonlyArray<CountedApp>, about: Pick<RatingShare, "calibratedOn" | "fittedAt">): RatingShare => {
  const categories = [...new Set(apps.flatMap(({ category }) => (category === null ? [] : [category])))].sort()
  const x = coefficients(apps, categories)
  const named = Object.fromEntries(categories.map((name, index) => [name, digits(x[4 + index] ?? 0)]))
  const [level = 0, ratings = 0, years = 0, paid = 0] = [...x.slice(0, 4)].map(digits)
  const bare = { level, ratings, years, paid, categories: named, ...about }
  const all = [{ yearsFrom: 0, ratingsFrom: 0, below: 1, above: 1, n: 0, coverageObserved: 0 }] as const
  const ratioOf = (app: CountedApp) => app.installs / (app.ratings / Math.exp(logShareOf({ ...bare, bands: all }, app)))
  const bands = bandsAt.map((band) => {
    const ratios = apps.filter((app) => isIn(band, app)).map(ratioOf)
    const [below, above] = ends.map((end) => digits(quantile(ratios, end)))
    return { ...band, below: below ?? 1, above: above ?? 1, n: ratios.length, coverageObserved: 0 }
  })
  return { ...bare, bands: Arr.isReadonlyArrayNonEmpty(bands) ? bands : all }
}

/** Whether an app's installs lie in the interval that a model states. */
export const covers = (share: RatingShare, app: CountedApp) => {
  const estimate = app.ratings / Math.exp(logShareOf(share, app))
  const { above, below } = bandOf(share.bands, app)
  return app.installs >= estimate * below && app.installs <= estimate * above
}

/**
 * The model of these apps. What its intervals cover is observed on each snapshot with a model of the other snapshots.
 */
export const fitRatingShare = (
  apps: ReadonlyArray<CountedApp>,
  about: Pick<RatingShare, "calibratedOn" | "fittedAt">
): RatingShare => {
  const whole = model(apps, about)
  const snapshots = [...new Set(apps.map(({ snapshot }) => snapshot))]
  const held = snapshots.flatMap((snapshot) => {
    const others = model(
      apps.filter((app) => app.snapshot !== snapshot),
      about
    )
    return apps
      .filter((app) => app.snapshot === snapshot)
      .map((app) => ({ band: bandOf(others.bands, app), covered: covers(others, app) }))
  })
  const observed = ({ ratingsFrom, yearsFrom }: RatingShare["bands"][number]) => {
    const here = held.filter(({ band }) => band.yearsFrom === yearsFrom && band.ratingsFrom === ratingsFrom)
    return digits(here.filter(({ covered }) => covered).length / here.length)
  }
  return { ...whole, bands: Arr.map(whole.bands, (band) => ({ ...band, coverageObserved: observed(band) })) }
}
