import { lines, type Phrases, phrases } from "./Phrases.ts"

export const en: Phrases = {
  themes: {
    crashes: phrases(
      "Keeps crashing|Crashes on launch|Broken since the update",
      "Since the last update it crashes every time I open {feature}.|It freezes on the start screen and then closes. Reinstalling did not help.|Worked for two years, now it crashes after ten seconds.|I lost my work three times today because the app simply quits.",
      "Stable at last|No more crashes",
      "The crashes are gone since the update, thank you.|Has not crashed once in months of daily use."
    ),
    login: phrases(
      "Can’t log in|Login loop|Account locked",
      "It logs me out every day and the verification code never arrives.|I reset my password and still cannot sign in.|Sign in just spins forever, on wifi and on mobile data.",
      "Easy sign in|Setup was quick",
      "Signing in with my face takes a second, lovely.|Creating an account took less than a minute."
    ),
    ads: phrases(
      "Too many ads|Ads everywhere|Unskippable ads",
      "An ad after every single tap. It used to be usable.|Thirty second ads that you cannot skip, then another one.|The banner covers the button I need and I keep opening the ad by mistake.",
      "Few ads|Fair about ads",
      "The ads are short and never in the way.|Paid once to remove the ads and that was that. Fair."
    ),
    pricing: phrases(
      "Subscription trap|Overpriced|Charged after the trial",
      "They want a weekly subscription for {feature}, which used to be free.|I was charged for a year although I cancelled during the trial.|Ten dollars a month for this is a joke. Let me buy it once.|No refund, no answer, money gone.",
      "Worth the price|Good value",
      "Worth every cent of the subscription.|The free version is enough for most people and premium is cheap.|Family sharing works for the subscription, great value."
    ),
    design: phrases(
      "Bring back the old design|Confusing layout|Hard to read",
      "The new design hides everything behind three menus.|The text is tiny and dark mode is unreadable.|Where did {feature} go? The redesign is a mess.",
      "Beautiful design|So easy to use|Clean and simple",
      "Clean, simple and everything is where you expect it.|The new look of {feature} is gorgeous.|My parents use it without asking me, that says it all."
    ),
    sync: phrases(
      "Sync does not work|Lost all my data|Doesn’t sync with my iPad",
      "My phone and my iPad show different data and sync never finishes.|After changing phones all my data was gone, the backup is useless.|The watch app has not updated for a week.",
      "Sync just works|Great on iPad too",
      "Everything is on my iPad a second later.|Moved to a new phone and all was there."
    ),
    support: phrases(
      "No support|Nobody answers|Useless support",
      "I wrote to support three times and got a bot each time.|Support closed my ticket without an answer.|Reported the bug in spring, still there.",
      "Great support|They listen",
      "Support answered within an hour and fixed it in the next version.|The developer really reads the reviews, my wish is in the app now."
    ),
    speed: phrases(
      "So slow|Drains my battery|Laggy",
      "It takes half a minute to load {feature}.|My battery is empty by noon since I installed it.|Scrolling stutters even on a new phone.",
      "Fast|Quick and light",
      "Opens at once and never makes me wait.|Fast even on my old phone."
    ),
    content: phrases(
      "Missing features|Not what was promised|Used to be better",
      "The screenshots show {feature}, the app does not have it.|They took away the one thing I used.|Half of it is locked or empty.",
      "Exactly what I needed|Love it|Use it every day|Highly recommend",
      "I use {feature} every day and cannot imagine being without it.|{app} does exactly what it says.|Best app of its kind, and I tried many.|The new {feature} is a real help."
    )
  },
  badClosers: lines(
    "Please fix this.|Deleted.|Two stars because it was good once.|Going back to what I had before.|Very disappointed."
  ),
  goodClosers: lines(
    "Keep it up!|Recommended.|Only wish: more widgets.|Five stars.|Thank you to the developers.|Would love a dark icon."
  ),
  shortGood: lines("Great app|Love it!|Very useful|Awesome|Works perfectly|10/10|Super helpful"),
  shortBad: lines("Useless|Does not work|Waste of time|Terrible update|Don’t download|Scam")
}
