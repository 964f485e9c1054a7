/**
 * How strongly words of app reviews speak for or against, from 4 to -4. A list of our own, of the words that app
 * reviews are full of; the npm port of the well-known social-media lexicon is an untyped CommonJS package without a
 * release for years, and lacks most of them ("glitchy", "laggy", "paywall", "intuitive").
 */
const levels: Readonly<Record<string, string>> = {
  "3.2":
    "amazing awesome best excellent fantastic incredible outstanding perfect phenomenal superb wonderful flawless flawlessly lifesaver brilliant",
  "2.7":
    "adore beautiful beautifully delightful gorgeous great impressed impressive invaluable love loved loves loving obsessed terrific",
  "2": "addictive affordable appreciate clean convenient cool easily easy effective efficient enjoy enjoyable enjoyed enjoying fast fun good happy helpful helped intuitive nice pleased recommend recommended reliable responsive satisfied seamless seamlessly simple smooth smoothly thank thanks thankful useful valuable works",
  "1.3":
    "accurate better clear comfortable decent favorite favourite fine free friendly glad handy helps improved interesting organized quick quickly secure solid stable worth worthwhile wow yay",
  "-1.3":
    "annoyed complicated confused confusing cumbersome difficult disappointed hard inconsistent inconvenient intrusive lack lacking limited meh missing old outdated overpriced pushy refund repetitive slow slower slowly stuck unclear unfortunately unnecessary",
  "-2": "ads annoying bad boring broken bug bugs buggy clunky crash crashed crashes crashing disappointing disconnect disconnects error errors expensive fail failed fails failing fix freeze freezes freezing froze frozen frustrated frustrating frustration glitch glitches glitching glitchy greedy issue issues lag laggy lagging lags loading paywall poor poorly problem problems ruined sad spam stupid sucks unable unfair unresponsive unstable unusable waste wasted wrong",
  "-2.8":
    "angry awful crap dishonest disgusting dumb garbage hate hated hates horrible horribly pathetic ridiculous ripoff rubbish terrible terribly trash unacceptable useless worse worthless",
  "-3.3": "atrocious fraud fraudulent nightmare scam scammed scammers scams steal stealing stole theft worst"
}

export const lexicon: ReadonlyMap<string, number> = new Map(
  Object.entries(levels).flatMap(([level, list]) => list.split(" ").map((word) => [word, Number(level)] as const))
)

export const negations: ReadonlySet<string> = new Set(
  (
    "no not never none nobody nothing neither nor without cannot can't cant couldn't didn't didnt doesn't doesnt don't dont " +
    "hadn't hasn't haven't isn't isnt shouldn't wasn't weren't won't wont wouldn't ain't barely hardly"
  ).split(" ")
)

/** Words that strengthen or weaken the next one. */
export const boosters: ReadonlyMap<string, number> = new Map([
  ...(
    "absolutely amazingly completely deeply extremely fully highly incredibly insanely really so super totally truly " +
    "utterly very way"
  )
    .split(" ")
    .map((word) => [word, 0.293] as const),
  ..."almost kinda kind slightly somewhat sort sorta little".split(" ").map((word) => [word, -0.293] as const)
])
