/** Names of well-known companies, products, media and people: only what a listing names may stand in its ad. */

/** Told in any case. */
const plainNames = `beyoncé oprah kardashian zuckerberg messi rihanna kipchoge google gmail youtube facebook instagram whatsapp tiktok snapchat pinterest linkedin reddit tumblr twitch discord telegram
wechat weibo viber skype netflix hulu disney pixar spotify deezer soundcloud shazam audible airbnb booking.com tripadvisor expedia skyscanner
blablacar doordash grubhub deliveroo instacart hellofresh walmart costco ikea aldi lidl tesco carrefour adidas nike puma reebok lululemon
gucci prada chanel rolex microsoft windows onedrive powerpoint chatgpt openai gpt-4 gpt-4o gpt-5 gemini-ai deepmind anthropic midjourney
dall-e photoshop lightroom adobe canva figma vsco snapseed picsart facetune capcut inshot imovie gopro nikon fujifilm polaroid evernote onenote
dropbox icloud airdrop airpods iphone ipad imac macbook ios android samsung huawei xiaomi oneplus nokia motorola sony playstation xbox nintendo
pokémon pokemon minecraft fortnite roblox duolingo babbel busuu memrise rosetta quizlet coursera udemy wikipedia paypal venmo zelle revolut
monzo klarna afterpay mastercard amex coinbase binance bitcoin robinhood etoro ynab quickbooks mint.com experian equifax strava garmin fitbit
peloton myfitnesspal runkeeper headspace noom weightwatchers tesla toyota volkswagen bmw audi porsche ferrari chatbot-arena siri alexa cortana
docusign camscanner salesforce hubspot shopify etsy ebay alibaba aliexpress shein temu forbes techcrunch buzzfeed mashable cnet gizmodo
nytimes bloomberg reuters cnn bbc nbc cbs msnbc espn lonelyplanet goodreads kindle starbucks mcdonald's mcdonalds coca-cola pepsi kfc nespresso
fdic hipaa toeic toefl ielts zara evri hermes oura whoop harvard stanford yale nasa nhs fda who-approved unesco unicef fifa uefa nba nfl uber lyft zoom.us wikiloc komoot alltrails plantnet plantsnap
picturethis tripit cronometer lifesum yuka todoist trello asana slack zapier dashlane lastpass 1password nordvpn expressvpn mcafee norton
truecaller life360 bumble hinge okcupid badoo grindr tinder onlyfans patreon substack medium.com quora baidu alipay taobao meituan bilibili
naver kakao kakaotalk yandex vkontakte mercadolibre mercadopago nubank rappi ifood zalando otto.de rossmann stiftung-warentest otomoto allegro
trendyol hepsiburada flipkart paytm phonepe zomato swiggy hotstar jiocinema gojek tokopedia shopee lazada`

/** Words of a language, too: told only where the capital can't be a sentence's. */
const capitalNames = `Apple Amazon Meta Target Shell Visa Uber Notion Slack Zoom Signal Gap Ford Oracle Chase Discover Calm Monday Mint Line Wise Cash
Square Stripe Twitter X Bing Edge Chrome Safari Outlook Excel Word Teams Drive Maps Waze Lyft Bolt Grab Yelp Wish Subway Dove Intel Dell Canon
Leica Bear Things Drafts Acorns Chime Simplifi Copilot Gemini Claude Siri Alexa Echo Kindle Sky Fox Vogue Time Wired Forbes Fortune Guardian Verge
Economist Telegraph Independent Mirror Sun Oprah Beyoncé Rihanna Adele Drake Eminem Messi Ronaldo Madonna Kardashian Musk Bezos Zuckerberg
Gates Jobs Obama Trump Biden Einstein Oxford Cambridge Princeton Mayo Cochrane`

/** How other scripts write them. */
const otherScripts = `グーグル アップル(?!パイ) アマゾン フェイスブック インスタ(?:グラム)? ユーチューブ ツイッター ティックトック マネーフォワード マネフォ ザイム 楽天 ヤフー メルカリ ペイペイ スポティファイ ネットフリックス ディズニー 任天堂 ポケモン デュオリンゴ ソニー トヨタ
구글 애플 아마존 페이스북 인스타(?:그램)? 유튜브 트위터 틱톡 카카오 네이버 삼성 넷플릭스 스포티파이 듀오링고 디즈니 쿠팡 토스 배민 토익 토플 수능
谷歌 苹果(?!派|汁) 蘋果 亚马逊 脸书 臉書 微信 抖音 快手 支付宝 支付寶 淘宝 淘寶 京东 微博 小红书 百度 腾讯 騰訊 阿里巴巴 华为 華為 小米 三星 微软 微軟 迪士尼 网易 多邻国 番茄todo forest
เฟซบุ๊ก เฟสบุ๊ค เฟซบุ๊ค กูเกิล ยูทูบ ยูทูป อินสตาแกรม ไอจี ทวิตเตอร์ ติ๊กต็อก ติ๊กตอก แอปเปิล ไลน์ เน็ตฟลิกซ์ ซัมซุง
فيسبوك انستقرام انستغرام إنستغرام إنستجرام يوتيوب جوجل قوقل غوغل تويتر تيك[\\s]توك تيكتوك سناب[\\s]شات واتساب نتفليكس سبوتيفاي أمازون امازون سامسونج آبل دولينجو دوولينجو ديزني
गूगल फेसबुक इंस्टाग्राम यूट्यूब व्हाट्सएप ट्विटर अमेज़न अमेज़ॉन नेटफ्लिक्स एप्पल सैमसंग पेटीएम डुओलिंगो
гугл\\p{L}* яндекс\\p{L}* инстаграм\\p{L}* фейсбук\\p{L}* ютуб\\p{L}* твиттер\\p{L}* тикток\\p{L}* телеграм\\p{L}* ватсап\\p{L}* вконтакте нетфликс\\p{L}* спотифай\\p{L}* эппл амазон\\p{L}* дуолинго сбер\\p{L}* тинькофф\\p{L}* майкрософт\\p{L}* самсунг\\p{L}* авито озон вайлдберриз дисне\\p{L}*`

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&")
const listOf = (names: string) => names.split(/\s+/u).filter((name) => name !== "")

export const known = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${listOf(plainNames).map(escaped).join("|")})(?![\\p{L}\\p{N}])|${listOf(otherScripts)
    .map((name) =>
      /^\p{sc=Cyrillic}|^\p{sc=Arabic}/u.test(name) ? `(?<![\\p{L}\\p{M}])(?:[وب]|لل|بال|وال)?${name}` : name
    )
    .join("|")}`,
  "giu"
)
export const capitals: ReadonlySet<string> = new Set(listOf(capitalNames))

/** Abbreviations and signs that name nobody. */
export const common: ReadonlySet<string> = new Set(
  `AI PDF GPS HD UHD VIP OK TV DIY FAQ USB QR SMS MMS CSV GPX RAW JPG JPEG PNG GIF MP3 MP4 DJ PC CV RPG FPS VR AR XR 3D 2D 4K 8K 5K 10K HDR BPM BMI ETA
HIIT KM MI KG LB AM PM TLC FYI ASAP RSVP ID PIN VPN URL API OCR NFC LED DNA UV EV US USA UK EU UN NYC LA I II III IV VI PRO PLUS MAX LITE APP APPS WIFI
WI-FI BLUETOOTH ROI KPI CRM HR IT SEO SOS SUV AC DC ABC ABCS B2B P2P 2FA FACE TOUCH EASTER CHRISTMAS HALLOWEEN RAMADAN MONDAY TUESDAY WEDNESDAY
THURSDAY FRIDAY SATURDAY SUNDAY JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER ENGLISH SPANISH FRENCH GERMAN
ITALIAN JAPANESE KOREAN CHINESE ARABIC RUSSIAN PORTUGUESE DUTCH TURKISH HINDI THAI POLISH EUROPE EUROPEAN AMERICA AMERICAN ASIA AFRICA
NEW NOW FREE GET YOUR YOU ALL THE AND NO NOT BUT SO GO WOW YES OUR OFF MORE LESS BIG TRY SEE ONE WAY DAY TODAY`.split(
    /\s+/u
  )
)
