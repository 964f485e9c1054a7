// Nothing is imported, as pages in browsers list them too.

const regionNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" })

/** The English name of an ISO 3166-1 alpha-2 code, or undefined when there is no such country. */
export const countryName = (code: string): string | undefined =>
  /^[a-z]{2}$/i.test(code) && !/^(eu|un|ez|zz|x[ab]|q[m-z])$/i.test(code)
    ? regionNames.of(code.toUpperCase())
    : undefined

const letters = [..."abcdefghijklmnopqrstuvwxyz"]

/** The codes of all countries that are taken, lower case. */
export const countryCodes = (): ReadonlyArray<string> =>
  letters.flatMap((first) => letters.map((second) => first + second)).filter((code) => countryName(code) !== undefined)
