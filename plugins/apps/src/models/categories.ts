/** Genres of storea as the categories of the fitted share of ratings, for want of a count on storea itself. */
import { lookUp } from "@storeglass/plugin-api"

const categories: Readonly<Record<string, string>> = {
  "6000": "Business",
  "6001": "Weather",
  "6002": "Tools",
  "6003": "Travel & Local",
  "6004": "Sports",
  "6005": "Social",
  "6006": "Books & Reference",
  "6007": "Productivity",
  "6008": "Photography",
  "6009": "News & Magazines",
  "6010": "Maps & Navigation",
  "6011": "Music & Audio",
  "6012": "Lifestyle",
  "6013": "Health & Fitness",
  "6015": "Finance",
  "6016": "Entertainment",
  "6017": "Education",
  "6018": "Books & Reference",
  "6020": "Medical",
  "6023": "Food & Drink",
  "6024": "Shopping",
  "6026": "Tools"
}

/** Null: no category of the data, so as the average one. */
export const categoryOf = (genreId: string | null): string | null =>
  genreId === null ? null : (lookUp(categories, genreId) ?? null)

/** Games of both stores: the genre and those below it. */
export const isGame = (genreId: string | null): boolean =>
  genreId !== null && (genreId === "6014" || /^70\d\d$/.test(genreId) || genreId.startsWith("GAME"))
