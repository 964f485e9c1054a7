/** Genres are numbers of the world's own; a double translates them into what its vendor says. */
export const gamesGenreId = 6014

type NonEmpty = readonly [string, ...ReadonlyArray<string>]

export interface Theme {
  /** Primary genre; games give 6014 and their own in `subgenre`. */
  readonly genre: number
  readonly subgenre?: number
  readonly secondary?: number
  readonly weight: number
  /** What such apps call themselves after their name; the words people search for. */
  readonly descriptors: NonEmpty
  readonly features: NonEmpty
  readonly subscriptions: boolean
}

const list = (text: string): NonEmpty => {
  const [first = "", ...rest] = text.split(",").map((part) => part.trim())
  return [first, ...rest]
}

const theme = (
  genre: number,
  weight: number,
  descriptors: string,
  features: string,
  extra: { readonly subgenre?: number; readonly secondary?: number; readonly subscriptions?: boolean } = {}
): Theme => ({
  subscriptions: true,
  ...extra,
  genre,
  weight,
  descriptors: list(descriptors),
  features: list(features)
})

const game = (subgenre: number, weight: number, secondary: number, descriptors: string, features: string): Theme =>
  theme(gamesGenreId, weight, descriptors, features, { subgenre, secondary, subscriptions: false })

export const themes: readonly [Theme, ...ReadonlyArray<Theme>] = [
  theme(
    6000,
    5,
    "Invoice Maker, Time Clock, Team Planner, Document Scanner, Job Search, Meeting Notes, CRM Contacts, Shift Schedule",
    "invoices, shifts, contracts, receipts, signatures, team chat",
    { secondary: 6007 }
  ),
  theme(
    6001,
    2,
    "Weather Radar, Local Forecast, Storm Tracker, Rain Alarm, Tide Times, Air Quality, Snow Report",
    "hourly forecast, radar map, storm alerts, widgets, pollen count",
    { secondary: 6002 }
  ),
  theme(
    6002,
    9,
    "QR Code Scanner, File Manager, Ad Blocker, Calculator Plus, Battery Widget, Wallpaper Maker, Voice Recorder, Phone Cleaner, Secure VPN, Flashlight, Password Manager, Unit Converter",
    "widgets, backups, scanner, private folder, shortcuts, dark mode",
    { secondary: 6007 }
  ),
  theme(
    6003,
    4,
    "Flight Tracker, Trip Planner, Hotel Deals, Cheap Flights, Travel Journal, Train Times, Camping Finder, Packing List",
    "boarding passes, price alerts, offline maps, itineraries, bookings",
    { secondary: 6010, subscriptions: false }
  ),
  theme(
    6004,
    3,
    "Live Scores, Football News, Golf GPS, Running League, Fantasy Manager, Basketball Stats, Ski Tracker",
    "live scores, line-ups, notifications, statistics, highlights"
  ),
  theme(
    6005,
    4,
    "Dating & Chat, Video Chat, Meet Friends, Group Messenger, Community Forum, Follower Insights, Voice Rooms",
    "group chats, stories, video calls, profiles, filters",
    { secondary: 6012 }
  ),
  theme(
    6006,
    2,
    "Dictionary & Thesaurus, Translator, Bird Identifier, Plant Identifier, Star Map, World Atlas, Rock Identifier",
    "offline dictionary, camera lookup, pronunciation, favourites, history",
    { secondary: 6017 }
  ),
  theme(
    6007,
    8,
    "To-Do List, Habit Tracker, Notes & Lists, Calendar Planner, PDF Editor, Focus Timer, Daily Planner, Email Client, Mind Map, AI Chat Assistant, AI Writer",
    "reminders, calendar sync, folders, templates, shared lists, widgets",
    { secondary: 6000 }
  ),
  theme(
    6008,
    7,
    "Photo Editor, Video Editor, Collage Maker, Camera Filters, Background Eraser, AI Photo Enhancer, Slideshow Maker, Selfie Camera, Photo Vault",
    "filters, transitions, templates, exports, background remover, retouching",
    { secondary: 6016 }
  ),
  theme(
    6009,
    2,
    "Local News, World Headlines, News Reader, Podcast Digest, Breaking News, RSS Reader",
    "breaking alerts, offline reading, topics, audio briefings",
    { secondary: 6021 }
  ),
  theme(
    6010,
    2,
    "GPS Navigation, Offline Maps, Speed Camera Alerts, Parking Finder, Hiking Trails, Bike Routes, EV Charging",
    "voice guidance, offline maps, lane hints, route planner, speed limits",
    { secondary: 6003 }
  ),
  theme(
    6011,
    4,
    "Music Player, Guitar Tuner, Beat Maker, Piano Lessons, Metronome, Karaoke Sing, Radio Stations, Ringtone Maker, Sheet Music",
    "playlists, equaliser, offline songs, lyrics, sleep timer",
    { secondary: 6016 }
  ),
  theme(
    6012,
    6,
    "Horoscope & Astrology, Home Design, Quote of the Day, Baby Tracker, Dog Training, Garden Planner, Wedding Planner, Tattoo Ideas, Outfit Planner",
    "daily readings, reminders, mood board, shared lists, widgets",
    { secondary: 6013 }
  ),
  theme(
    6013,
    8,
    "Workout Planner, Calorie Counter, Step Counter, Sleep Tracker, Meditation & Sleep, Fasting Tracker, Yoga for Beginners, Period Tracker, Weight Loss, Running Coach, Water Reminder",
    "workouts, meal plans, heart rate, sleep sounds, progress charts, watch app",
    { secondary: 6012 }
  ),
  theme(
    6015,
    6,
    "Budget Planner, Expense Tracker, Stock Portfolio, Mobile Banking, Crypto Wallet, Bill Splitter, Savings Goals, Currency Converter, Credit Score, Tax Helper, Subscription Manager",
    "bank sync, budgets, charts, recurring bills, exports, transfers",
    { secondary: 6007 }
  ),
  theme(
    6016,
    6,
    "TV Guide, Movie Tracker, Short Dramas, Live TV, Anime Stream, Face Swap, Screen Mirroring, TV Remote, Sticker Maker, AI Characters",
    "streaming, downloads, casting, watchlist, subtitles, recommendations",
    { secondary: 6011 }
  ),
  theme(
    6017,
    7,
    "Learn Languages, Math Solver, Flashcards, Speed Reading, Learn Spanish, Learn English, Homework Helper, Coding Basics, Exam Prep, Handwriting Practice, Chemistry Quiz",
    "lessons, quizzes, streaks, pronunciation, progress reports",
    { secondary: 6006 }
  ),
  theme(
    6018,
    3,
    "Audiobooks & Stories, eBook Reader, Web Novels, Bible Study, Reading Tracker, Comics Reader, Bedtime Stories",
    "library, bookmarks, sleep timer, chapters, fonts",
    { secondary: 6017 }
  ),
  theme(
    6020,
    3,
    "Blood Pressure Log, Medication Reminder, Symptom Checker, Glucose Tracker, Drug Guide, Doctor Online, Migraine Diary",
    "reminders, doctor reports, charts, dose history, appointments",
    { secondary: 6013 }
  ),
  theme(
    6021,
    1,
    "Magazine Stand, Daily Paper, Crossword Weekly, Science Monthly, Kitchen Magazine",
    "issues, offline reading, archive, crosswords",
    { secondary: 6009 }
  ),
  theme(
    6023,
    4,
    "Recipe Keeper, Meal Planner, Food Delivery, Grocery List, Wine Scanner, Cocktail Recipes, Restaurant Finder, Coffee Brewer",
    "recipes, shopping list, coupons, order tracking, meal plan",
    { secondary: 6012, subscriptions: false }
  ),
  theme(
    6024,
    5,
    "Deals & Coupons, Second Hand Market, Price Tracker, Fashion Outlet, Online Shopping, Package Tracker, Loyalty Cards, Sneaker Drops",
    "wish list, order tracking, price alerts, coupons, returns",
    { secondary: 6012, subscriptions: false }
  ),
  theme(
    6026,
    2,
    "Code Editor, SSH Terminal, JSON Viewer, Git Client, Regex Lab, API Tester",
    "syntax themes, snippets, key management, split view",
    { secondary: 6007 }
  ),
  theme(
    6027,
    3,
    "Logo Maker, Drawing Pad, Font Keyboard, Poster Maker, Icon Themer, Color Palette, 3D Modeler",
    "layers, brushes, templates, exports, palettes",
    { secondary: 6008 }
  ),
  game(
    7001,
    4,
    7002,
    "Zombie Survival, Tank Battle, Stickman Fight, Sniper Mission, Space Shooter, Ninja Arena",
    "boss fights, weapons, co-op mode, ranked matches"
  ),
  game(
    7002,
    3,
    7014,
    "Island Adventure, Escape Room, Treasure Quest, Mystery Mansion, Pixel Explorer",
    "quests, hidden objects, story chapters, pets"
  ),
  game(
    7003,
    6,
    7012,
    "Merge Garden, Bubble Pop, Idle Tycoon, Run & Jump, Fruit Slice, Color Fill, Screw Sort",
    "daily rewards, boosters, themed events, offline play"
  ),
  game(
    7004,
    2,
    7017,
    "Chess Online, Checkers Classic, Ludo Online, Backgammon, Mahjong Solitaire, Dominoes",
    "ranked games, puzzles, friends mode, themes"
  ),
  game(
    7005,
    2,
    7004,
    "Solitaire Classic, Rummy Online, Spades Table, Bridge Club, Hearts Card Game",
    "daily challenges, tournaments, card backs, statistics"
  ),
  game(
    7006,
    2,
    7005,
    "Slots Casino, Bingo Party, Video Poker, Blackjack 21, Jackpot Spin",
    "free coins, tournaments, daily bonus, clubs"
  ),
  game(
    7009,
    2,
    7003,
    "Toddler Puzzles, Coloring Book, Dress Up Party, Pet Hospital, Baking Fun",
    "mini games, stickers, parent mode, offline play"
  ),
  game(
    7011,
    1,
    7003,
    "Piano Rhythm, Beat Runner, Drum Hero, Dance Rush",
    "new songs, combos, leaderboards, custom tracks"
  ),
  game(
    7012,
    6,
    7003,
    "Block Puzzle, Match 3 Saga, Sudoku Daily, Jigsaw Puzzles, Water Sort, Nonogram, Tile Match, Brain Teasers",
    "levels, hints, daily puzzle, boosters, relaxing mode"
  ),
  game(
    7013,
    2,
    7016,
    "Drift Racing, Highway Rider, Kart Rush, Offroad Driver, Bike Stunts",
    "cars, tuning, multiplayer races, tracks"
  ),
  game(
    7014,
    4,
    7002,
    "Idle RPG, Dragon Heroes, Dungeon Crawler, Fantasy Legends, Monster Tamer, Sword Saga",
    "guilds, gacha, raids, hero skins, arena"
  ),
  game(
    7015,
    3,
    7009,
    "Farm Simulator, City Builder, Cooking Diner, Truck Driver, Fishing World, Dream House",
    "decorations, orders, upgrades, seasons, neighbours"
  ),
  game(
    7016,
    2,
    7013,
    "Soccer Strike, Basketball Shoot, Pool Billiards, Golf Rival, Cricket League, Bowling Alley",
    "career mode, tournaments, kits, online matches"
  ),
  game(
    7017,
    3,
    7014,
    "Tower Defense, Kingdom War, Auto Battler, Empire Builder, Ant Colony",
    "alliances, sieges, troops, seasons, world map"
  ),
  game(
    7018,
    1,
    7019,
    "Trivia Quiz, Guess the Flag, Logo Quiz, Quiz Night, Geography Game",
    "categories, duels, streaks, leaderboards"
  ),
  game(
    7019,
    2,
    7012,
    "Word Search, Crossword Daily, Word Connect, Anagram Master, Letter Link",
    "daily word, hints, themes, dictionaries"
  )
]
