/** Names that reviewers know. */
const split = (text: string) => text.split(",").map((each) => each.trim())

/** Nobody says these by chance. */
export const brands = split(
  "facebook, instagram, whatsapp, tiktok, tik tok, youtube, snapchat, twitter, linkedin, pinterest, tinder, netflix, spotify, gmail, disney+, disney plus, hulu, twitch, reddit, tumblr, wechat, weibo, douyin, telegram messenger, viber, skype, microsoft teams, dropbox, onedrive, evernote, photoshop, lightroom, adobe acrobat, capcut, picsart, facetune, canva, vsco, duolingo, babbel, candy crush, clash of clans, clash royale, angry birds, minecraft, roblox, fortnite, pubg, pokemon go, pokémon go, pokémon, pokemon, among us, call of duty, genshin impact, subway surfers, temple run, fruit ninja, brawl stars, hay day, super mario, mario kart, grand theft auto, ubereats, uber eats, doordash, airbnb, tripadvisor, booking.com, expedia, skyscanner, aliexpress, alibaba, ebay, etsy, shein, temu, wish.com, paypal, venmo, cash app, revolut, coinbase, binance, robinhood, google maps, google drive, google translate, google photos, chatgpt, shazam, soundcloud, deezer, onlyfans, grindr, okcupid, myfitnesspal, strava, fitbit, flo period tracker, truecaller, xender, shareit, kakaotalk, kakao talk, 微信, 抖音, 支付宝, 淘宝, 小红书, 微博, 카카오톡, 인스타그램, 유튜브, 페이스북, インスタグラム, ユーチューブ, フェイスブック, вконтакте, инстаграм, ютуб, ватсап, тикток, واتساب, انستقرام, انستغرام, فيسبوك, يوتيوب, تيك توك, וואטסאפ, אינסטגרם"
)

/** Words of the language too: another's name only with a second sign beside them. */
export const commonBrands = split(
  "zoom, line, signal, discord, uber, lyft, bolt, grab, slack, notion, calm, headspace, peloton, bumble, hinge, match, kindle, audible, amazon, target, apple music, apple, google, meta, threads, messenger, teams, chrome, edge, safari, opera, telegram, x, twitter, prisma, vine, clubhouse, monopoly, scrabble, uno, tetris, chess.com, wordle, halo, doom, sims, the sims, fifa, nba, nike, gemini, claude, copilot, perplexity"
)

/** What makes a common word another's name. */
export const nearBrands = split(
  "alternative, alternatives, vs, versus, clone, downloader, saver, like, mod, hack, cheats, unofficial, replacement, competitor, 替代, 替代品, 代替, 類似, 대체"
)
