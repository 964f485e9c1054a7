/** The genres by which charts are kept, and what cards call them in English. */
import type { Genre } from "../contract.ts"

const games = "GAME"

const main = [
  ["ANDROID_WEAR", "Android Wear"],
  ["ART_AND_DESIGN", "Art & Design"],
  ["AUTO_AND_VEHICLES", "Auto & Vehicles"],
  ["BEAUTY", "Beauty"],
  ["BOOKS_AND_REFERENCE", "Books & Reference"],
  ["BUSINESS", "Business"],
  ["COMICS", "Comics"],
  ["COMMUNICATION", "Communication"],
  ["DATING", "Dating"],
  ["EDUCATION", "Education"],
  ["ENTERTAINMENT", "Entertainment"],
  ["EVENTS", "Events"],
  ["FAMILY", "Family"],
  ["FINANCE", "Finance"],
  ["FOOD_AND_DRINK", "Food & Drink"],
  [games, "Games"],
  ["HEALTH_AND_FITNESS", "Health & Fitness"],
  ["HOUSE_AND_HOME", "House & Home"],
  ["LIBRARIES_AND_DEMO", "Libraries & Demo"],
  ["LIFESTYLE", "Lifestyle"],
  ["MAPS_AND_NAVIGATION", "Maps & Navigation"],
  ["MEDICAL", "Medical"],
  ["MUSIC_AND_AUDIO", "Music & Audio"],
  ["NEWS_AND_MAGAZINES", "News & Magazines"],
  ["PARENTING", "Parenting"],
  ["PERSONALIZATION", "Personalization"],
  ["PHOTOGRAPHY", "Photography"],
  ["PRODUCTIVITY", "Productivity"],
  ["SHOPPING", "Shopping"],
  ["SOCIAL", "Social"],
  ["SPORTS", "Sports"],
  ["TOOLS", "Tools"],
  ["TRAVEL_AND_LOCAL", "Travel & Local"],
  ["VIDEO_PLAYERS", "Video Players & Editors"],
  ["WATCH_FACE", "Watch Faces"],
  ["WEATHER", "Weather"]
] as const

const ofGames = [
  ["GAME_ACTION", "Action"],
  ["GAME_ADVENTURE", "Adventure"],
  ["GAME_ARCADE", "Arcade"],
  ["GAME_BOARD", "Board"],
  ["GAME_CARD", "Card"],
  ["GAME_CASINO", "Casino"],
  ["GAME_CASUAL", "Casual"],
  ["GAME_EDUCATIONAL", "Educational"],
  ["GAME_MUSIC", "Music"],
  ["GAME_PUZZLE", "Puzzle"],
  ["GAME_RACING", "Racing"],
  ["GAME_ROLE_PLAYING", "Role Playing"],
  ["GAME_SIMULATION", "Simulation"],
  ["GAME_SPORTS", "Sports"],
  ["GAME_STRATEGY", "Strategy"],
  ["GAME_TRIVIA", "Trivia"],
  ["GAME_WORD", "Word"]
] as const

export const genres: ReadonlyArray<Genre> = [
  ...main.map(([id, name]) => ({ id, name, parentId: null })),
  ...ofGames.map(([id, name]) => ({ id, name, parentId: games }))
]

const parents: ReadonlyMap<string, string | null> = new Map(genres.map(({ id, parentId }) => [id, parentId]))

export const isGenre = (id: string): boolean => parents.has(id)

/** A genre with the one that it belongs to. */
export const withParent = (id: string): ReadonlyArray<string> => {
  const parent = parents.get(id) ?? null
  return parent === null ? [id] : [id, parent]
}

/**
 * The genre that a card names, which has no id on it: null when the name is not English, or when an app and a game
 * genre share it and the chart does not tell which is meant.
 */
export const genreNamed = (name: string | null, chartGenreId: string | null): string | null => {
  const named = genres.filter((genre) => genre.name === name)
  const inGames = chartGenreId !== null && (chartGenreId === games || parents.get(chartGenreId) === games)
  const found = inGames ? named.filter(({ parentId }) => parentId === games) : named
  return found.length === 1 ? (found[0]?.id ?? null) : null
}
