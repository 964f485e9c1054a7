import type { Listing } from "../../src/copy/index.ts"

const listing = (over: Partial<Listing> & Pick<Listing, "name" | "description">): Listing => ({
  platform: "storea",
  seller: "Northfield Labs",
  subtitle: null,
  genreName: null,
  price: 0,
  formattedPrice: "Free",
  currency: "USD",
  averageRating: null,
  ratingCount: null,
  installs: null,
  languages: ["en"],
  releaseNotes: null,
  ...over
})

/** Made up for the corpus; none of these apps exists. */
export const listings: Readonly<Record<string, Listing>> = {
  lumen: listing({
    name: "Lumen: Photo Editor",
    seller: "Lumen Imaging Ltd.",
    subtitle: "Filters, retouch & collage",
    genreName: "Photo & Video",
    averageRating: 4.76,
    ratingCount: 231_480,
    description: `Lumen turns everyday shots into pictures you want to share.

Pick from 200+ filters made by working photographers, or build your own look with curves, grain and colour mixing.

• Retouch skin, teeth and eyes in a tap
• Remove the background from any photo
• 60 collage layouts and 40 frames
• Edit RAW files straight from your camera
• Batch edit up to 50 photos at once
• Works offline: your photos never leave your phone

Export in 4K, with no watermark. Share to Instagram right from the editor.

Lumen is free to download. Lumen Plus costs $3.99 per month or $24.99 per year and starts with a 7-day free trial.

Questions? Write to help@lumen.example or see https://lumen.example/terms`,
    releaseNotes: "Version 8.2 brings a new healing brush and loads projects twice as fast."
  }),
  pennywise: listing({
    platform: "storeb",
    name: "Pennywise Budget Planner",
    seller: "Pennywise Finance Inc.",
    genreName: "Finance",
    averageRating: 4.42,
    ratingCount: 18_302,
    installs: { min: 1_000_000, label: "1,000,000+" },
    description: `Know where your money goes.

Pennywise connects to over 12,000 banks and sorts every purchase for you. Set a budget for each category, see what's left for the week, and plan for bills before they are due.

WHAT YOU GET
- Automatic categories for every transaction
- Bill reminders 3 days ahead
- Shared budgets for couples and flatmates
- Savings goals with a progress bar
- Charts by week, month and year
- Export to CSV and Excel
- 256-bit encryption and Face unlock

No ads. We don't sell your data.

The average member saves $420 in the first year, according to our 2023 survey of 5,400 members.

Free plan with two accounts. Premium is $4.99 a month. Cancel any time.`
  }),
  runloop: listing({
    name: "Runloop",
    seller: "Oskar Lindqvist",
    subtitle: "Interval training, simply",
    genreName: "Health & Fitness",
    price: 4.99,
    formattedPrice: "$4.99",
    averageRating: 4.2,
    ratingCount: 913,
    description: `Runloop is an interval timer for runners. Pay once: there's no subscription, no account and no ads.

Choose one of 32 workouts or write your own. Runloop talks you through each interval, over your music, with the screen off.

Plans: couch to 5K in nine weeks, 10K in ten weeks, half marathon in 14 weeks.

Also on your wrist: start, pause and skip from Apple Watch. Runs are saved to Apple Health.

Heart rate zones, cadence and splits per kilometre or mile. GPS tracks export as GPX.

Made by one runner in Gothenburg, who reads every e-mail.`
  }),
  lexi: listing({
    platform: "storeb",
    name: "Lexi – Learn Languages",
    seller: "Lexi Learning GmbH",
    genreName: "Education",
    averageRating: 4.83,
    ratingCount: 1_204_775,
    installs: { min: 10_000_000, label: "10,000,000+" },
    description: `Learn a language in five minutes a day.

Lexi teaches 14 languages with short lessons built around real conversations: Spanish, French, German, Italian, Japanese, Korean and more. You hear native speakers from lesson one, and speak back from lesson two.

Editor's Choice in 2022 and winner of the EdTech Award 2023.

How it works
★ 5-minute lessons that fit in a coffee break
★ Spaced repetition, so words stick
★ Speech recognition that listens to your accent
★ Grammar explained in plain English
★ Streaks, leagues and friendly reminders
★ Offline lessons for the train

In a study by the University of Graz, learners remembered 34% more words after six weeks.

Lexi is free. Lexi Max (from $6.99/month) adds unlimited hearts, 1,500 stories and a conversation partner. The only language app with lessons written by poets.`
  }),
  hearth: listing({
    name: "Hearth: Recipes & Meal Plans",
    seller: "Hearth Kitchen Co.",
    subtitle: "What's for dinner, solved",
    genreName: "Food & Drink",
    averageRating: 4.65,
    ratingCount: 52_119,
    description: `Dinner, sorted. Hearth plans your week, writes the shopping list and shows you how to cook it, step by step.

Browse 12,000 recipes from home cooks and chefs, most of them on the table in 30 minutes or less. Filter by gluten-free, vegan, halal or what's in the fridge.

Plan seven dinners in a minute. Scale any recipe from 1 to 12 servings. Send the list to Instacart with one tap.

Webby Award winner 2022. As seen in Bon Appétit.

Cook mode keeps the screen on and reads steps aloud. Families can share one plan on up to six devices.

Hearth is free for 20 recipes a month. Hearth Table is $2.99/month after a two-week free trial.`
  }),
  schlaf: listing({
    platform: "storeb",
    name: "Schlafwelle: Einschlafhilfe",
    seller: "Schlafwelle UG",
    genreName: "Gesundheit & Fitness",
    formattedPrice: "Kostenlos",
    currency: "EUR",
    averageRating: 4.61,
    ratingCount: 8_940,
    installs: { min: 500_000, label: "500.000+" },
    languages: ["de"],
    description: `Einschlafen ohne Grübeln. Schlafwelle begleitet dich mit Klängen und Geschichten in die Nacht.

Über 80 Klänge: Regen, Meer, Kamin, weißes Rauschen. Mische bis zu fünf Klänge zu deiner eigenen Nacht.

Mehr als 40 Geschichten, gelesen von Schauspielern. Der Timer blendet nach 15, 30 oder 60 Minuten sanft aus.

Alles läuft auch offline, ohne Werbung und ohne Konto. Die Grundversion ist kostenlos, Schlafwelle Plus kostet 2,99 € im Monat.`
  }),
  carnet: listing({
    name: "Carnet – Notes et listes",
    seller: "Atelier Roseau SARL",
    genreName: "Productivité",
    price: 2.99,
    formattedPrice: "2,99 €",
    currency: "EUR",
    averageRating: 4.5,
    ratingCount: 1_270,
    languages: ["fr"],
    description: `Carnet garde vos notes, vos listes et vos croquis au même endroit.

Écrivez, dessinez ou dictez : Carnet range tout par carnets et par étiquettes. La recherche retrouve même le texte écrit à la main.

Vos notes se synchronisent sur trois appareils, chiffrées de bout en bout. Sans abonnement, sans publicité : vous payez une fois, c'est tout.

Plus de 25 modèles : liste de courses, journal, compte rendu, budget. Exportez en PDF ou en Markdown.`
  }),
  ruta: listing({
    platform: "storeb",
    name: "Ruta Verde: senderismo",
    seller: "Ruta Verde S.L.",
    genreName: "Viajes",
    formattedPrice: "Gratis",
    currency: "EUR",
    averageRating: 4.3,
    ratingCount: 21_650,
    installs: { min: 100_000, label: "100.000+" },
    languages: ["es"],
    description: `Sal al monte sin perderte. Ruta Verde te guía con mapas que funcionan sin cobertura.

Más de 5.000 rutas en España y Portugal, con perfil, dificultad y tiempo. Descarga el mapa en casa y olvídate de la conexión.

Graba tu recorrido por GPS, añade fotos y compártelo con tu grupo. Aviso si te sales del camino más de 50 metros.

Premio Turismo Activo 2021. La aplicación es gratis y no lleva anuncios. La suscripción anual cuesta 19,99 € e incluye mapas en 3D.`
  }),
  kakeibo: listing({
    name: "まいにち家計簿",
    seller: "株式会社そらまめ",
    subtitle: "レシート撮影でかんたん記録",
    genreName: "ファイナンス",
    formattedPrice: "無料",
    currency: "JPY",
    averageRating: 4.4,
    ratingCount: 36_200,
    languages: ["ja"],
    description: `レシートを撮るだけで、家計簿がつけられるアプリです。

品目と金額を自動で読み取り、カテゴリーに分けます。50以上の銀行とカードに対応。残高をまとめて確認できます。

・予算を決めて、使いすぎをお知らせ
・夫婦で共有できる家計簿
・月ごとのグラフで支出がひと目でわかる
・パスコードでロック

累計100万ダウンロード突破。基本機能は無料、プレミアムは月額480円です。広告は表示されません。`
  }),
  huruf: listing({
    platform: "storeb",
    name: "حروف: تعليم القراءة للأطفال",
    seller: "شركة نجمة",
    genreName: "تعليم",
    formattedPrice: "مجاني",
    currency: "SAR",
    averageRating: 4.7,
    ratingCount: 5_310,
    installs: { min: 500_000, label: "500,000+" },
    languages: ["ar"],
    description: `حروف تطبيق يعلّم الأطفال القراءة والكتابة باللعب.

أكثر من 300 درس قصير مع أصوات واضحة ورسوم جميلة. يتعلم الطفل كل حرف بالكتابة على الشاشة والاستماع والترديد.

٤٠ قصة مصورة للأعمار من 3 إلى 7 سنوات. يعمل بدون إنترنت وبدون إعلانات.

تقرير أسبوعي للوالدين يوضح تقدم الطفل. التطبيق مجاني، والاشتراك الشهري 15 ريال.`
  }),
  mossy: listing({
    name: "Mossy – Plant Identifier",
    seller: "Fernhill Software",
    subtitle: "Name it, water it, love it",
    genreName: "Lifestyle",
    averageRating: 4.68,
    ratingCount: 74_006,
    description: `Point your camera at a leaf and Mossy tells you what it is.

Mossy knows 15,000 plants, from orchids to weeds. It reminds you when to water, feed and repot, and warns you when a plant is unsafe for cats or dogs.

- Identify plants, trees and mushrooms from one photo
- Diagnose 400 diseases and pests
- Watering plans that follow the local weather
- Light meter for finding the right window
- A journal for each plant, with photos

Our botanists answer within 24 hours. Named "Best Garden App 2023" by Gardeners' Weekly.

Free for up to ten plants. Mossy Grove costs $19.99 a year, with three days free to try it.`
  }),
  quill: listing({
    platform: "storeb",
    name: "QuillScan: PDF Scanner",
    seller: "Quill Documents Pte. Ltd.",
    genreName: "Productivity",
    averageRating: 4.57,
    ratingCount: 902_311,
    installs: { min: 50_000_000, label: "50,000,000+" },
    description: `Scan paper to PDF with your phone.

QuillScan finds the edges, straightens the page and removes shadows. Text recognition reads 110 languages, handwriting included.

Sign contracts, fill in forms, merge and split files. Protect a PDF with a password. Send it by e-mail or fax, or save it to Dropbox and Google Drive.

Fast: scan a 20-page contract in under two minutes.

Trusted by teachers, lawyers and 30,000 small companies. ISO 27001 certified.

The basic scanner is free forever. QuillScan Pro: $29.99/year, half the price for students.`
  }),
  slova: listing({
    name: "Словарик – учим слова",
    seller: "ООО Редпанда",
    genreName: "Образование",
    formattedPrice: "Бесплатно",
    currency: "RUB",
    averageRating: 4.8,
    ratingCount: 14_420,
    languages: ["ru"],
    description: `Учите английские слова по карточкам, в дороге и без интернета.

В словаре 20 000 слов с озвучкой и примерами. Занимайтесь по 10 минут в день: приложение само напомнит, что пора повторить.

Карточки можно делать самому или брать из 150 готовых тем. Есть игры, диктанты и статистика.

Приложение бесплатное, без рекламы. Подписка стоит 199 ₽ в месяц, первая неделя бесплатно.`
  }),
  fanqie: listing({
    name: "小番茄专注计时",
    seller: "杭州拾光科技有限公司",
    genreName: "效率",
    price: 12,
    formattedPrice: "¥12.00",
    currency: "CNY",
    averageRating: 4.9,
    ratingCount: 3_870,
    languages: ["zh-Hans"],
    description: `专注25分钟，休息5分钟，用番茄工作法做完今天的事。

倒计时、待办清单和统计图表放在一起。支持30种白噪音，屏幕锁定时也能提醒。

一次购买，没有订阅，没有广告。数据通过云端在手机和平板之间同步。

每周报告告诉你时间花在哪里。`
  }),
  fitdi: listing({
    platform: "storeb",
    name: "ฟิตดี ออกกำลังกายที่บ้าน",
    seller: "บริษัท ฟิตดี จำกัด",
    genreName: "สุขภาพและการออกกำลังกาย",
    formattedPrice: "ฟรี",
    currency: "THB",
    averageRating: 4.5,
    ratingCount: 9_100,
    installs: { min: 1_000_000, label: "1,000,000+" },
    languages: ["th"],
    description: `ออกกำลังกายที่บ้านวันละ 15 นาที ไม่ต้องใช้อุปกรณ์

มีท่าออกกำลังกายมากกว่า 120 ท่า พร้อมวิดีโอและเสียงนำ เลือกแผนลดน้ำหนัก เพิ่มกล้าม หรือยืดเหยียด

บันทึกน้ำหนักและแคลอรี่ แจ้งเตือนทุกวัน ใช้งานแบบออฟไลน์ได้

ดาวน์โหลดฟรี แพ็กเกจพรีเมียมเดือนละ 99 บาท`
  }),
  parcel: listing({
    platform: "storeb",
    name: "Parcelwise: Package Tracker",
    seller: "Blue Crate LLC",
    genreName: "Shopping",
    averageRating: 4.35,
    ratingCount: 61_200,
    installs: { min: 5_000_000, label: "5,000,000+" },
    description: `Every parcel on one map. Parcelwise follows packages from 640 carriers, UPS, FedEx, DHL and Royal Mail among them.

Paste a number or scan the label; Parcelwise knows the carrier. You get a push message at each stop, and an arrival time that's right to within two hours for most deliveries.

* Sort by sender, date or status
* Share a link with whoever is at home
* Archive of the last 24 months
* Dark mode and home screen widget

Free for five parcels at a time, with ads. Parcelwise Gold removes ads and limits: $1.99 a month or $14.99 a year.`
  }),
  tidal: listing({
    name: "Tidewell – Breathe & Unwind",
    seller: "Tidewell Ltd",
    genreName: "Health & Fitness",
    price: null,
    formattedPrice: null,
    averageRating: 4.9,
    ratingCount: 2_048,
    description: `Tidewell is a breathing coach for anxious days.

Choose from 18 exercises, from box breathing to the physiological sigh. A session takes three minutes; a soft wave shows you when to breathe in and out.

Developed with Dr Amara Osei, a respiratory physiologist at King's College London.

Sleep stories, 25 soundscapes and a mood diary are included. Works with Apple Health.

Tidewell needs a subscription: $39.99 a year after a free week. No ads, and your diary never leaves your device.`
  }),
  corri: listing({
    platform: "storeb",
    name: "Orto Facile",
    seller: "Orto Facile S.r.l.",
    genreName: "Stile di vita",
    formattedPrice: "Gratis",
    currency: "EUR",
    averageRating: 4.6,
    ratingCount: 3_300,
    installs: { min: 50_000, label: "50.000+" },
    languages: ["it"],
    description: `Coltiva il tuo orto senza stress. Orto Facile ti dice cosa seminare ogni mese e quando annaffiare.

Più di 350 ortaggi con schede, foto e consigli. Il calendario lunare è incluso, e le notifiche seguono il meteo della tua zona.

L'app è gratis e senza pubblicità. Con Orto Pro a 1,49 € al mese disegni le aiuole in 3D.`
  }),
  danga: listing({
    platform: "storeb",
    name: "하루단어 - 영어 단어장",
    seller: "하루랩스",
    genreName: "교육",
    formattedPrice: "무료",
    currency: "KRW",
    averageRating: 4.7,
    ratingCount: 12_800,
    installs: { min: 500_000, label: "500,000+" },
    languages: ["ko"],
    description: `하루 10분, 영어 단어를 외우는 가장 쉬운 방법.

8,000개 단어와 예문을 원어민 발음으로 들어보세요. 틀린 단어는 자동으로 다시 나와요.

잠금화면 퀴즈, 위젯, 학습 기록을 제공합니다. 광고가 없고 기본 기능은 무료입니다. 프리미엄은 월 3,900원.`
  })
}
