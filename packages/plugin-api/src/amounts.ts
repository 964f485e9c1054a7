/** Amounts of money as decimal text, reckoned with without a float. */

interface Decimal {
  /** The number without its point. */
  readonly units: bigint
  readonly decimals: number
}

const decimalOf = (text: string): Decimal | undefined => {
  const match = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text)
  if (match === null) return undefined
  const [, sign = "", whole = "", fraction = ""] = match
  return { units: BigInt(`${sign}${whole}${fraction}`), decimals: fraction.length }
}

const scaled = ({ decimals, units }: Decimal, to: number): bigint => units * 10n ** BigInt(to - decimals)

/** Negative, 0 or positive, as the first is less, the same or more; undefined where one is no decimal number. */
export const compareAmounts = (a: string, b: string): number | undefined => {
  const [x, y] = [decimalOf(a), decimalOf(b)]
  if (x === undefined || y === undefined) return undefined
  const decimals = Math.max(x.decimals, y.decimals)
  const [left, right] = [scaled(x, decimals), scaled(y, decimals)]
  return left < right ? -1 : left > right ? 1 : 0
}

const textOf = ({ decimals, units }: Decimal): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(digits.length - decimals)}`
  return units < 0n ? `-${text}` : text
}

/** The product of two decimals, as text; undefined where one is none. */
export const timesAmount = (a: string, b: string): string | undefined => {
  const [x, y] = [decimalOf(a), decimalOf(b)]
  if (x === undefined || y === undefined) return undefined
  return textOf({ units: x.units * y.units, decimals: x.decimals + y.decimals })
}

/** The sum of decimals, with as many decimals as the most exact has; undefined where one is none. */
export const sumAmounts = (amounts: ReadonlyArray<string>): string | undefined => {
  let sum: Decimal = { units: 0n, decimals: 0 }
  for (const amount of amounts) {
    const more = decimalOf(amount)
    if (more === undefined) return undefined
    const decimals = Math.max(sum.decimals, more.decimals)
    sum = { units: scaled(sum, decimals) + scaled(more, decimals), decimals }
  }
  return textOf(sum)
}

/** What is left of `a` without `b`, as text; undefined where one is no decimal number. */
export const subtractAmount = (a: string, b: string): string | undefined =>
  sumAmounts([a, b.startsWith("-") ? b.slice(1) : `-${b}`])

const shareDecimals = 4
/** An amount divided by a count above 0, rounded half up to 4 decimals; undefined where it is no decimal number. */
export const shareOf = (amount: string, count: number): string | undefined => {
  const whole = decimalOf(amount)
  if (whole === undefined || !Number.isSafeInteger(count) || count <= 0) return undefined
  const decimals = Math.max(whole.decimals, shareDecimals)
  const divisor = BigInt(count) * 10n ** BigInt(decimals - shareDecimals)
  const units = (scaled(whole, decimals) * 2n + divisor) / (divisor * 2n)
  return textOf({ units, decimals: shareDecimals })
}
