// biome-ignore lint/style/noRestrictedImports: the list is a file of its package; no service reads those.
import { readFileSync } from "node:fs"
import file from "word-list"

/** Words that are younger than the list. */
const younger = new Set(
  `selfie selfies emoji emojis wifi hashtag hashtags vlog vlogs vlogger podcaster podcasters screenshot screenshots livestream livestreams
crypto bitcoin ebook ebooks audiobook audiobooks cardio keto vegan vegans pilates mindfulness macros bff boba matcha latte lattes smartwatch
smartphone smartphones unboxing upcycle upcycling meme memes gif gifs chatbot chatbots dropdown multitask multitasking offline online timelapse
hyperlapse playlist playlists unfollow unfriend unsubscribe uncluttered declutter decluttering glamping staycation sudoku anime manga cosplay
esports geocache geocaching geotag barcode barcodes autofill autocorrect autoplay autosave bullseye colour colours favourite favourites organiser
organisers organise personalise personalised customise customised personalize personalized customizable shareable snackable bingeable doable
weeknight weeknights workouts workout playlists voicemail voicemails texting texted googled upload uploads uploaded reshare regram okay yay
hey hmm oops ugh yep nope whoa voila yum yummy`.split(/\s+/u)
)

let words: string | undefined
/** A line that is exactly this, by halving: the list is sorted, and 274,000 strings would take thirty times its memory. */
const isListed = (word: string): boolean => {
  words ??= `\n${readFileSync(file, "utf8").trim()}\n`
  let [from, to] = [0, words.length - 1]
  while (from < to - 1) {
    const start = words.lastIndexOf("\n", (from + to) >> 1)
    const end = words.indexOf("\n", start + 1)
    if (end === -1 || start < from) return false
    const found = words.slice(start + 1, end)
    if (found === word) return true
    if (found < word) from = end
    else to = start
  }
  return false
}

/** Whether English has a word, in any form of it. */
export const isEnglish = (word: string): boolean =>
  word
    .toLowerCase()
    .replace(/['’]\p{L}*$/u, "")
    .split(/[-–]/u)
    .every((part) => part.length < 3 || younger.has(part) || isListed(part))
