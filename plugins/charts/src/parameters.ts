import { Param } from "@storeglass/plugin-api"
import { InvalidGenre } from "@storeglass/stores/contract"
import { allGenres } from "./chartKey.ts"
import { chartNames } from "./contract.ts"

export const chart = Param.oneOf({
  values: chartNames,
  default: "top-free",
  description: "Which chart: top-free (default), top-paid or top-grossing."
})

const genreMax = 60
export const genreId = Param.text({
  max: genreMax,
  error: InvalidGenre,
  description: "Genre id from /v1/categories, or all for the overall chart."
})
export const genre = Param.text({
  max: genreMax,
  error: InvalidGenre,
  default: allGenres,
  description: "Genre id from /v1/categories, or all (default) for the overall chart."
})

export const date = Param.optional(
  Param.date({
    description: "A day of the past, YYYY-MM-DD in UTC: its newest kept list instead of the current chart."
  })
)

/** Capped by the documents, not refused. */
export const discoverLimit = Param.limit({ of: "new releases", max: 50, default: 25, capped: true })

export const maxDays = Param.int({
  min: 1,
  max: 90,
  default: 30,
  description: "Only apps released within this many days, 1 to 90. Default 30."
})

export const days = Param.int({
  min: 1,
  max: 30,
  default: 7,
  description: "Only apps that reached first place within this many days, 1 to 30. Default 7."
})
