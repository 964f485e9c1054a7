/**
 * Copies written by hand before the rules were tuned, a line each: primary text // headline // description.
 * `[kind|…]` is a claim that nothing bears out, `{kind|…}` one that the listing bears out. Kinds: n number, p price,
 * r rating, u users, a award, s superlative, b brand, t store.
 */
export const tuned: Readonly<Record<string, string>> = {
  lumen: `
{n|200+ filters} and none of the clutter. Retouch, crop and share before your coffee gets cold.
Make every shot count with [n|500 filters] and one-tap retouching. Your photos stay on your phone.
Over {n|200 filters} made by working photographers. Find the one that feels like you.
Join [u|10 million creators] who edit with Lumen. Remove the background from any photo.
Photos that look like you meant it. [r|Rated 4.9 stars] by people who love to shoot.
{r|4.8 stars} from people who edit every day. Retouch skin, teeth and eyes in a tap. // Edit photos your way // {p|Free} to download
The [s|#1 photo editor] for your phone, with curves, grain and colour mixing.
[s|The best photo editor] you'll ever use. Remove any background in a tap.
Batch edit up to {n|50 photos} at once. Export in {n|4K}, with no watermark.
Batch edit [n|300 photos] at once. Export without a watermark.
Export in [n|8K] with no watermark. Works offline, so your photos never leave your phone.
As seen in [a|Vogue] and on every feed you follow. Build your own look with curves and grain.
[a|Winner of the Apple Design Award.] Retouch, collage and share in minutes.
Goodbye, heavy desktop tools. Edit RAW files straight from your camera. // Better than [b|Photoshop] // Filters and retouch
Everything [b|VSCO] does, without the learning curve. Pick a filter and share.
Why pay for [b|Lightroom]? Lumen does curves, grain and colour mixing on your phone.
Try Lumen Plus {p|free for 7 days}. Then it's {p|$3.99 per month}.
Try Lumen Plus [p|free for 30 days]. Curves, grain and colour mixing included.
All of Lumen Plus for [p|$1.99 a month]. Remove backgrounds, retouch and more.
Lumen Plus is {p|$24.99 a year}. Collage, retouch and batch edit without limits.
Download Lumen on the [t|App Store] today. Your photos will thank you. // Retouch in a tap // {p|Free} to download
Looking for a look of your own? Mix curves, grain and colour until it's yours. // {n|60 collage layouts} // {n|40 frames} to pick from
Turn your camera roll into collages with [n|600 layouts] to play with. Share in a tap.
A new healing brush, and projects load {n|twice as fast}. Take Lumen out for a spin.
Projects now load [n|ten times faster]. Meet the new healing brush.
Used by [b|Beyoncé]'s own photographer. Retouch skin, teeth and eyes in a tap.
Share to {b|Instagram} right from the editor. No exporting, no fuss.
Share to [b|TikTok] right from the editor. No exporting, no fuss.
Holiday snaps deserve more than the camera roll. [p|100% free], with filters for every mood. // Edit RAW on your phone // Retouch, collage, share
{p|Free} to download, fun to use. Remove the background from any photo. // [s|World's fastest editor] // Filters & retouch
Get it on [t|Google Play]. Retouch, collage and share from one place. // Filters for every mood // [r|★★★★★]
Half the effort, [n|double the likes]. Pick a filter and post. // [u|Loved by millions] // Retouch in a tap`,
  pennywise: `
Where did it all go? Pennywise sorts every purchase for you, across {n|12,000 banks}.
Where did it all go? Pennywise sorts every purchase, across [n|20,000 banks]. No ads.
Members save {n|$420} in the first year on average. See what's left for the week.
Members save [n|$1,200 a year] on average. See what's left for the week.
Save [n|30% of your income] without thinking about it. Set a budget for each category.
{u|1M+ downloads} and counting. Plan for bills before they are due.
More than {u|one million downloads}. Shared budgets for couples and flatmates.
[u|5 million people] budget with Pennywise. Be the next to know where it goes.
Bills? Sorted. You get a nudge {n|3 days} before they're due. // Know where your money goes // {p|No ads}
Bills? Sorted. You get a nudge [n|10 days] before they're due. // Know what's left // Budget without the stress
[s|The smartest budget app] on your phone. Shared budgets for couples. // Know what's left // Budgets for two
Premium is {p|$4.99 a month}. Cancel any time. // Budgets for every category // Export to {b|Excel}
Premium for just [p|$0.99 a month]. Cancel any time. // See the whole month // Budget & bills
Budget with [p|no subscription], ever. See what's left for the week. // Plan your bills // Charts by week and month
Start with the {p|free plan} and link {n|two accounts}. Savings goals with a progress bar.
Your accounts sit behind {n|256-bit encryption} and Face unlock. We don't sell your data.
Bank-grade [n|512-bit encryption] keeps your data private. // Money made clear // Savings goals
[b|Warren Buffett] would approve. See every purchase, sorted by category.
Switching from [b|Mint]? Bring your categories and start budgeting in minutes.
Like [b|YNAB], but kinder. Plan bills, share budgets, reach your goals.
[a|Forbes Advisor's pick for 2024.] Know what's left before you spend it. // Spend with a plan // Bills, budgets, goals
[a|Award-winning] budgeting for busy couples. // See where it goes // Charts by month
[r|4.9 stars] on every review site. Savings goals you can watch grow.
{r|Rated 4.4}, with budgets for couples and flatmates.
Works with [b|PayPal] and [b|Venmo]. Categories sort themselves. // Track every purchase // Set a weekly budget
[n|9 out of 10] members stop overspending. Budgets made for flatmates, too. // Bills before they bite // Goals you can see
Groceries, rent, a round of drinks: it all gets a category. // [s|Lowest-priced budget app] // Charts by week
No spreadsheet. No guilt. Just a plan for the week. // [u|Trusted by thousands of banks] // Split budgets fairly
Get paid, plan, breathe. Charts by week, month and year. // Try it [p|free for 14 days] // Bill reminders
Your flatmate owes you for pizza again? Share one budget. // Budgets for couples // [r|5-star] budgeting`,
  runloop: `
Pay once, run for good. {p|No subscription}, {p|no ads}, no account. // Intervals, simply // Just {p|$4.99}
Lace up. Runloop is [p|free] and talks you through each interval. // Intervals, simply // For runners
Couch to {n|5K} in {n|nine weeks}. Runloop talks you through every interval.
Couch to 5K in [n|four weeks]. Runloop talks you through every interval.
Pick from {n|32 workouts} or write your own. Screen off, music on.
Pick from [n|120 workouts] or write your own. Screen off, music on.
Start, pause and skip from {b|Apple Watch}. Your phone stays in your pocket.
Syncs with [b|Garmin] and [b|Strava]. Your phone stays in your pocket. // Run with intervals // Screen off, music on
Train like [b|Eliud Kipchoge]. Heart rate zones, cadence and splits. // Your intervals, your music // Run by feel
Half marathon in {n|14 weeks}, with a plan you can follow in your headphones.
Half marathon in [n|8 weeks]? Runloop has a plan for your headphones. // Run with intervals // Splits per mile
Made by {n|one runner} in Gothenburg, who reads every e-mail. // Intervals, simply // {p|Pay once}
[s|The most accurate running app] we know. GPS tracks export as GPX. // Intervals, simply // Run with a plan
Runners get [n|25% faster] with intervals. Write your own workout. // Intervals, simply // Run with a plan
[u|Half a million runners] can't be wrong. Start with an easy interval.
Now [p|50% off]. Intervals, cadence and splits in one place. // Intervals, simply // Yours for {p|$4.99}
Recommended by [a|Olympic coaches]. Hear each interval over your music.
[a|App of the Year 2023]: an interval timer that stays out of the way. // Run by ear // GPX export
{p|$4.99} once. That's the whole price list. Heart rate zones included.
[p|$2.99] once. That's the whole price list. Heart rate zones included.
{r|4.2 stars} from runners. Write your own workout and go.
[r|4.7 stars] from runners. Write your own workout and go.
No phone in hand, no screen to tap. Just a voice telling you when to go. // [s|The only timer you need] // Splits per mile`,
  lexi: `
Learn in {n|five minutes a day}. Short lessons, real conversations, no homework.
Learn in [n|two minutes a day]. Short lessons, real conversations, no homework.
{n|14 languages}, one app. Hear native speakers from lesson one. // Speak from lesson two // Learn on the train
[n|40 languages], one app. Hear native speakers from lesson one. // Speak from lesson two // Learn on the train
{a|Editor's Choice} in {n|2022}. Lessons that fit in a coffee break.
[a|Editor's Choice in 2024.] Lessons that fit in a coffee break. // Speak up // Short daily lessons
Winner of the {a|EdTech Award} {n|2023}. Streaks, leagues and friendly reminders.
Winner of the [a|Nobel Prize for fun]. Streaks, leagues and friendly reminders. // Speak today // Lessons offline
Learners remembered {n|34% more words} after six weeks. Words that stick, from day one.
Learners remembered [n|85% more words] after a week. Words that stick, from day one.
{u|10 million+ downloads}. Spanish, French, Korean: where do you start?
[u|50 million+ downloads]. Spanish, French, Korean: where do you start?
{s|The only language app} with lessons written by poets. Grammar in plain English.
[s|The most popular language app] in the world. Grammar in plain English.
Fluent in [n|3 months], or so you'll think. Speech recognition for your accent. // Speak up // Offline lessons
[b|Duolingo] bored you? Try lessons built around real conversations.
[b|Rosetta Stone] is so last century. Short lessons for the train. // Speak today // Words that stick
{p|Free} lessons on the train, even offline. // Learn {n|14 languages} // Lessons that fit in
Lexi Max has {n|1,500 stories}, from {p|$6.99 a month}. // Speak with confidence // Streaks & leagues
Lexi Max has [n|9,000 stories] to read and hear. // Speak with confidence // Streaks & leagues
Start at [p|€1 per month]. A conversation partner in your pocket. // Speak with confidence // Streaks & leagues
{u|Millions of} learners, {n|14 languages}, five minutes. // Your coffee break, in Spanish // {p|Free} to start
Say it like a local. {n|5-minute} lessons with real native speakers.
[a|Approved by Harvard linguists.] Grammar explained in plain English.
[n|Triple] your vocabulary. Spaced repetition makes words stick. // Words that stick // Short daily lessons
{r|4.8 out of 5} on average. Pick Japanese, Italian or German and say hello.
[r|4.95 out of 5] on average. Pick Japanese, Italian or German and say hello.
More than {u|1.2 million ratings}. Pick a language and go. // Speak up // Offline lessons
[u|3 million five-star reviews.] Pick a language and go. // Speak up // Offline lessons
Your accent is welcome here. Lessons for the commute, with or without signal. // [s|Fastest way to fluency] // Talk to [b|ChatGPT]`,
  hearth: `
{n|12,000 recipes}, one shopping list. Dinner, sorted.
[n|50,000 recipes], one shopping list. Dinner, sorted.
Most dinners are on the table in {n|30 minutes or less}. What's in your fridge? // Dinner, solved // Plan the week
Dinner in [n|10 minutes or less], every night. What's in your fridge? // Dinner, solved // Plan the week
{a|Webby Award winner} {n|2022}. Cook mode reads the steps aloud.
[a|James Beard Award winner.] Cook mode reads the steps aloud. // Dinner, solved // Plan the week
{a|As seen in Bon Appétit}. Plan your week before the kettle boils. // Dinner, solved // Shop in a tap
As seen in [a|The Guardian]. Plan your week before the kettle boils. // Dinner, solved // Shop in a tap
Send the list to {b|Instacart} with one tap. The fridge fills itself, nearly.
Send the list to [b|Walmart] with one tap. The fridge fills itself, nearly.
[b|Gordon Ramsay] not included. Step-by-step cooking for weeknights. // Cook without guessing // Family meal plans
Plan {n|seven dinners} in a minute. Vegan, halal or gluten-free, as you like.
Plan [n|thirty dinners] in a minute. Vegan, halal or gluten-free, as you like.
Families share a plan on up to {n|six devices}. Nobody asks what's for dinner. // Dinner, sorted // Shop in a tap
Families share a plan on up to [n|20 devices]. Nobody asks what's for dinner. // Dinner, sorted // Shop in a tap
Hearth Table costs {p|$2.99/month} after a {p|two-week free trial}.
Hearth Table costs [p|$0.50/month] after the trial. Plans for the whole week. // Dinner, sorted // Shop in a tap
Start with a [p|60-day free trial]. Cook mode keeps the screen on. // Dinner, sorted // Shop in a tap
Cut your grocery bill by [n|40 percent]. Plan first, shop once. // Dinner, sorted // Cook mode
Cut food waste in [n|half]. Plan first, shop once. // Dinner, sorted // Cook mode
{p|Free} for {n|20 recipes} a month. Tonight could be one of them.
[p|Completely free], now and always. Tonight, try something from the fridge. // Dinner, sorted // Cook mode
Your kids will ask for seconds. Recipes from home cooks and chefs. // [s|America's favourite recipe app] // Shop in a tap
Scale any recipe from {n|1 to 12 servings}. Last-minute guests welcome.
Scale any recipe up to [n|100 servings]. Last-minute guests welcome. // Dinner, sorted // Cook mode
{r|4.7★} from people who cook. {n|Seven dinners}, one list. // What's for dinner? // Vegan, halal, gluten-free
[r|4.9★] from people who cook. One list for the week. // What's for dinner? // Vegan, halal, gluten-free
[u|Two million families] plan with Hearth. What's for dinner tonight? // Cook together // One list for all
Nutritionists call it [s|the healthiest meal planner]. One list for the week. // Cook together // One list for all
Tired of scrolling for dinner ideas? Hearth plans the week. // Better than [b|HelloFresh] // Get it on the [t|Play Store]`,
  schlaf: `
{n|Über 80 Klänge} für deine Nacht: Regen, Meer, Kamin. Mische deine eigene Ruhe.
[n|Über 300 Klänge] für deine Nacht: Regen, Meer, Kamin. Mische deine eigene Ruhe.
Einschlafen ohne Grübeln. Die Grundversion ist {p|kostenlos}. // Klänge für die Nacht // {p|Ohne Werbung}
Einschlafen ohne Grübeln. [p|Für immer kostenlos], alle Geschichten inklusive. // Klänge für die Nacht // Ohne Konto
[u|Fünf Millionen Menschen] schlafen mit Schlafwelle ein. Regen, Meer oder Kamin?
[a|Stiftung Warentest: sehr gut.] Klänge und Geschichten für die Nacht. // Ruhe finden // Offline hören
[s|Die beste Schlaf-App] Deutschlands. Geschichten, gelesen von Schauspielern. // Ruhe finden // Offline hören
Schlafwelle Plus kostet {p|2,99 €} im Monat. Geschichten für jede Nacht.
Schlafwelle Plus kostet nur [p|0,99 €] im Monat. Geschichten für jede Nacht.
Besser als [b|Calm] und [b|Headspace]. Mische Klänge zu deiner eigenen Nacht. // Ruhe finden // Offline hören
Der Timer blendet nach {n|15, 30 oder 60 Minuten} sanft aus. // {n|Mehr als 40 Geschichten} // Läuft offline
[n|90 % der Nutzer] schlafen schneller ein. Regen, Meer oder Kamin? // Gute Nacht // [r|4,9 Sterne]
Mische bis zu {n|fünf Klänge}. Alles läuft offline. // {r|4,6 Sterne} // Gute Nacht
Von Ärzten [a|empfohlen]. Einschlafen mit Klängen und Geschichten. // [t|Jetzt bei Google Play] // Gute Nacht`,
  carnet: `
Vos notes sur {n|trois appareils}, chiffrées de bout en bout. {p|Sans abonnement}.
Vos notes sur [n|dix appareils], chiffrées de bout en bout. La recherche lit votre écriture.
Écrivez, dessinez ou dictez. {n|Plus de 25 modèles} pour commencer.
Écrivez, dessinez ou dictez. [n|Plus de 200 modèles] pour commencer.
Carnet est [p|gratuit] et garde vos notes au même endroit. // Tout au même endroit // Notes et croquis
Vous payez une fois : {p|2,99 €}, c'est tout. // Vos listes, bien rangées // {p|Sans publicité}
Seulement [p|0,99 €] aujourd'hui. Écrivez, dessinez ou dictez. // Vos listes, bien rangées // Notes et croquis
[s|La meilleure application de notes]. Vos listes et vos croquis au même endroit. // Tout au même endroit // Notes
[u|Adopté par deux millions de Français.] Dictez, Carnet range. // Vos idées, rangées // Notes et listes
Plus simple qu'[b|Evernote]. La recherche retrouve même le texte écrit à la main. // Vos idées, rangées // Notes
{r|4,5 étoiles}. Exportez en PDF ou en Markdown. // Vos idées, rangées // Notes et listes
[r|4,9 étoiles]. Exportez en PDF ou en Markdown. // Vos idées, rangées // Notes et listes
[a|Élue application de l'année.] Un journal, un budget, une liste de courses. // Vos idées // Notes et listes
Un compte rendu à rendre ? Carnet a un modèle. // Disponible sur l'[t|App Store] // Dictez, c'est noté`,
  ruta: `
{n|Más de 5.000 rutas} en España y Portugal. Mapas que funcionan sin cobertura.
[n|Más de 50.000 rutas] en Europa. Mapas que funcionan sin cobertura. // Sal al monte // Mapas sin conexión
La aplicación es {p|gratis} y {p|no lleva anuncios}. Sal al monte sin perderte.
[p|Gratis para siempre], con mapas para todos. Sal al monte sin perderte. // Sal al monte // Mapas sin conexión
{a|Premio Turismo Activo} {n|2021}. Graba tu recorrido y compártelo con tu grupo.
[a|Premio Nacional de Innovación 2023.] Graba tu recorrido y compártelo. // Sal al monte // Graba tu ruta
[s|La mejor app de senderismo]. Descarga el mapa en casa y olvídate de la conexión. // Sal al monte // Rutas
Te avisa si te sales del camino más de {n|50 metros}. // No te pierdas // {r|4,3 estrellas}
Te avisa si te sales del camino más de [n|5 metros]. // No te pierdas // [r|5 estrellas]
[u|Más de un millón de senderistas] ya caminan con nosotros. Graba tu ruta. // Sal al monte // Rutas
{u|100.000+ descargas}. Perfil, dificultad y tiempo de cada ruta. // Sal al monte // Rutas
Olvídate de [b|Wikiloc]. Perfil, dificultad y tiempo de cada ruta. // Sal al monte // Descárgala en [t|Google Play]
La suscripción anual cuesta {p|19,99 €}. Incluye mapas en {n|3D}. // Sal al monte // Rutas
La suscripción anual cuesta [p|9,99 €]. Incluye mapas del monte. // Sal al monte // Rutas`,
  kakeibo: `
レシートを撮るだけ。{n|50以上の銀行}とカードに対応。
レシートを撮るだけ。[n|300以上の銀行]とカードに対応。
{u|累計100万ダウンロード}。夫婦で共有できる家計簿です。
[u|累計1000万ダウンロード]。夫婦で共有できる家計簿です。
[s|日本一の家計簿アプリ]。使いすぎをお知らせします。
基本機能は{p|無料}。月ごとのグラフで支出がひと目でわかる。
[p|完全無料]でずっと使える。月ごとのグラフで支出がひと目でわかる。
プレミアムは{p|月額480円}です。広告は表示されません。
プレミアムは[p|月額100円]です。予算を決めて使いすぎを防ぐ。
{r|評価4.4}。品目と金額を自動で読み取ります。
[r|評価4.9]。品目と金額を自動で読み取ります。
[b|マネーフォワード]より簡単。撮るだけで記録できます。
[a|グッドデザイン賞を受賞]。夫婦で予算を共有。 // 撮るだけ家計簿 // [t|App Storeで入手]
毎月の食費が[n|半分]になる。夫婦で予算を共有。 // 撮るだけ家計簿 // 広告なし`,
  huruf: `
{n|أكثر من 300 درس} قصير مع أصوات واضحة. تعلم الحروف باللعب.
[n|أكثر من 1000 درس] قصير مع أصوات واضحة. تعلم الحروف باللعب.
{n|40 قصة} مصورة للأطفال. يعمل بدون إنترنت.
[n|٩٠ قصة] مصورة للأطفال. يعمل بدون إنترنت.
التطبيق {p|مجاني}. تقرير أسبوعي للوالدين يوضح تقدم الطفل.
[p|مجاني تماما] وإلى الأبد. تقرير أسبوعي للوالدين.
[s|أفضل تطبيق] لتعليم القراءة. يتعلم الطفل بالكتابة والاستماع.
[u|مليون طفل] يتعلمون مع حروف. ابدأ مع أول حرف اليوم.
[a|حائز على جائزة] التعليم العربي. أصوات واضحة ورسوم جميلة.
{r|تقييم 4.7}. قصص ودروس للأعمار من {n|3 إلى 7 سنوات}. // تعلم باللعب // {p|بدون إعلانات}
الاشتراك الشهري {p|15 ريال}. يتعلم الطفل كل حرف باللعب. // تعلم باللعب // دروس قصيرة
الاشتراك الشهري [p|5 ريال]. يتعلم الطفل كل حرف باللعب. // تعلم باللعب // حمله من [t|متجر جوجل بلاي]
أفضل من [b|يوتيوب] لطفلك. قصص ورسوم جميلة. // تعلم باللعب // دروس قصيرة`
}

/** Kept apart until the rules stood: at the first look 1 of 79 planted claims passed and 1 of 44 true ones was lost. Mended since. */
export const heldOut: Readonly<Record<string, string>> = {
  mossy: `
What's growing on your windowsill? Mossy knows {n|15,000 plants}. // Name that plant // {p|Free} for ten plants
What's growing on your windowsill? Mossy knows [n|40,000 plants]. // Name that plant // Water on time
Mossy is right [n|98% of the time]. Point your camera at a leaf. // Name that plant // Water on time
{n|400 diseases and pests}, one photo. Find out what's eating your basil.
[n|1,200 diseases and pests], one photo. Find out what's eating your basil.
Brown spots? Yellow leaves? Our botanists answer within {n|24 hours}. // Help for sick plants // Plant journal
Brown spots? Yellow leaves? Our botanists answer within [n|five minutes]. // Help for sick plants // Plant journal
{r|4.7 stars} from people with dirt under their nails. Identify trees and mushrooms.
[r|Rated 4.9 by gardeners], and it shows. Identify trees and mushrooms. // Name that plant // Water on time
Named {a|"Best Garden App 2023"}. Watering plans that follow the local weather.
[a|Voted best new app of 2024.] Watering plans that follow the local weather. // Name that plant // Light meter
[a|RHS Gold Medal winner], right in your pocket. Point, snap, learn. // Name that plant // Light meter
[u|Over six million gardeners] trust Mossy. Is that a weed or a wonder? // Name that plant // Light meter
[u|Loved by hundreds of thousands] of plant parents. A journal for each plant. // Name that plant // Light meter
{p|Free} for up to {n|ten plants}. Will your fern make it onto the list?
[p|Free] for unlimited plants. Will your fern make it onto the list? // Name that plant // Light meter
Mossy Grove is {p|$19.99 a year}, with {p|three days free} to try it.
Mossy Grove is [p|$9.99 a year], and worth every leaf. // Name that plant // Light meter
[p|No subscription needed.] Point your camera at a leaf and see. // Name that plant // Light meter
Try Mossy Grove [p|two weeks free]. A light meter finds the right window. // Name that plant // Light meter
[s|The most accurate plant identifier] out there. Point your camera at a leaf. // Meet your plants // Feed on time
[s|Nothing beats Mossy] for houseplants. It reminds you when to water and repot. // Meet your plants // Feed on time
Cat owner? Mossy warns you about unsafe plants before the first nibble. // Plants & pets, in peace // Water, feed, repot
Is it a peace lily? Ask Mossy, not [b|Google]. Watering plans for each plant. // Meet your plants // Feed on time
[b|PlantSnap] couldn't tell? Point Mossy at it. From orchids to weeds. // Meet your plants // Feed on time
[b|Monty Don] taught us patience; Mossy teaches you names. // Meet your plants // Feed on time
Developed with [b|Kew Gardens]. Identify plants, trees and mushrooms from one photo. // Meet your plants // Feed on time
From one leaf to a name in [n|0.3 seconds]. Then a watering plan. // Meet your plants // Feed on time
Plants live [n|3x longer] with a plan. Mossy follows the local weather. // Meet your plants // Feed on time
Find Mossy in the [t|app store] and say hello to your ferns. // Meet your plants // Feed on time
It's the little things: water on Tuesday, feed in May, repot in spring. // [s|Top plant app] in 2024 // Water on time
Snap a leaf. Read its name. Keep it alive. // [r|Five-star] plant care // [u|1M+ downloads]`,
  quill: `
Scan a {n|20-page contract} in {n|under two minutes}. Sign it before lunch.
Scan a [n|200-page contract] in under two minutes. Sign it before lunch. // Paper to PDF // Sign & send
Scan a 20-page contract in [n|under ten seconds]. Sign it before lunch. // Paper to PDF // Sign & send
Text recognition reads {n|110 languages}, your handwriting included.
Text recognition reads [n|over 250 languages], your handwriting included. // Paper to PDF // Sign & send
{u|50,000,000+ downloads}. Scan, sign and send from your phone.
{u|50M+ downloads}. Your phone is the scanner now. // Paper to PDF // Sign & send
[u|100M+ downloads]. Your phone is the scanner now. // Paper to PDF // Sign & send
[u|Used by a billion people] every day. Merge and split files in a tap. // Paper to PDF // Sign & send
Trusted by {n|30,000 small companies}. Protect a PDF with a password.
Trusted by [n|90,000 companies] in every country. Protect a PDF with a password. // Paper to PDF // Sign & send
{a|ISO 27001 certified}. Your contracts are safe behind a password. // Scan to PDF // {p|Free} basic scanner
[a|SOC 2 certified], with passwords for every PDF. // Scan to PDF // Sign on your phone
[a|HIPAA compliant]. Send scans by e-mail or fax. // Scan to PDF // Sign on your phone
The basic scanner is {p|free forever}. Straight edges, no shadows. // Scan to PDF // Sign on your phone
QuillScan Pro is {p|$29.99/year}, {p|half the price for students}. // Scan to PDF // Fill in forms
QuillScan Pro is [p|$29.99/month]. Merge, split and protect. // Scan to PDF // Fill in forms
QuillScan Pro is [p|$14.99/year] this week. Merge, split and protect. // Scan to PDF // Fill in forms
Save [p|70% on Pro] today. Scan, sign, send, done. // Scan to PDF // Fill in forms
Save scans to {b|Dropbox} and {b|Google Drive}. Find them where you need them. // Scan to PDF // Fill in forms
Save scans to [b|OneDrive] and [b|iCloud]. Find them where you need them. // Scan to PDF // Fill in forms
[b|Adobe Scan] but lighter. Shadows removed, pages straight. // Scan to PDF // Fill in forms
Sign with [b|DocuSign] built in. Shadows removed, pages straight. // Scan to PDF // Fill in forms
{r|4.6 stars} and {u|over 900,000 ratings}. Scan paper to PDF with your phone. // Paper, sorted // Sign & send
[r|4.8 stars] and counting. Scan paper to PDF with your phone. // Paper, sorted // Sign & send
[u|2 million ratings] can't be wrong. Scan paper to PDF. // Paper, sorted // Sign & send
[s|The world's leading scanner app]. Paper in, PDF out. // Paper, sorted // Sign & send
[s|Number one] for paperwork. Paper in, PDF out. // Paper, sorted // Sign & send
Teachers scan homework. Lawyers sign contracts. What will you do first? // Paper, sorted // [s|The fastest scanner]
Receipts, contracts, homework: scan it all and lose the pile. // [n|10x faster] than a copier // Merge & split
[a|Featured by The Verge.] Receipts, contracts, homework: scan it all. // Paper to PDF // As good as [b|CamScanner]
Grandma's recipes, the lease, that tax letter. Make them PDFs. // Paper to PDF // Now on [t|Google Play Store]`,
  slova: `
В словаре {n|20 000 слов} с озвучкой. Учите их в дороге.
В словаре [n|50 000 слов] с озвучкой. Учите их в дороге.
Всего {n|10 минут в день}: карточки, игры, диктанты. // Слова по карточкам // {p|Без рекламы}
Всего [n|3 минуты в день], и слова запомнятся. Карточки, игры, диктанты. // Слова по карточкам // Учите слова
[s|Лучшее приложение] для изучения слов. Карточки, игры, диктанты. // Слова по карточкам // Учите слова
[u|Два миллиона учеников] уже с нами. Делайте карточки сами. // Слова по карточкам // Учите слова
Приложение {p|бесплатное}. Берите готовые темы: их {n|150}. // Слова по карточкам // Работает без интернета
[p|Полностью бесплатно], навсегда. Карточки для дороги. // Слова по карточкам // [r|Оценка 5,0]
Подписка стоит {p|199 ₽} в месяц, {p|первая неделя бесплатно}. // Слова по карточкам // {r|Оценка 4,8}
Подписка стоит всего [p|49 ₽] в месяц. Слова с примерами. // Слова по карточкам // Учите слова
Лучше, чем [b|Дуолинго]. Слова с озвучкой и примерами. // Скачайте в [t|App Store] // Учите слова
[a|Победитель премии Рунета]. Слова с озвучкой и примерами. // Слова по карточкам // Учите слова`,
  fanqie: `
专注{n|25分钟}，休息{n|5分钟}。今天的事今天做完。
专注[n|90分钟]不走神。今天的事今天做完。
支持{n|30种白噪音}，屏幕锁定时也能提醒。
支持[n|200种白噪音]，屏幕锁定时也能提醒。
[s|全国第一的专注应用]。倒计时和待办清单放在一起。
[u|五百万用户的选择]。用番茄工作法做完今天的事。
一次购买，{p|没有订阅}，{p|没有广告}。
[p|永久免费]。倒计时和待办清单放在一起。
只要{p|12元}，就能专注一整年。统计图表一目了然。
只要[p|6元]。统计图表告诉你时间花在哪里。
效率提高[n|三倍]。每周报告告诉你时间花在哪里。 // 专注计时 // [r|五星好评]
[a|荣获苹果设计大奖]。倒计时和待办清单放在一起。 // 专注计时 // 比[b|微信]更省心`,
  fitdi: `
ออกกำลังกายที่บ้าน{n|วันละ 15 นาที} ไม่ต้องใช้อุปกรณ์
ออกกำลังกายที่บ้าน[n|วันละ 3 นาที] เห็นผลจริง
{n|มากกว่า 120 ท่า} พร้อมวิดีโอและเสียงนำ
[n|มากกว่า 500 ท่า] พร้อมวิดีโอและเสียงนำ
{p|ดาวน์โหลดฟรี} เลือกแผนลดน้ำหนักหรือเพิ่มกล้าม
[p|ฟรีตลอดชีพ] เลือกแผนลดน้ำหนักหรือเพิ่มกล้าม
พรีเมียม{p|เดือนละ 99 บาท} บันทึกน้ำหนักและแคลอรี่
พรีเมียม[p|เดือนละ 29 บาท] บันทึกน้ำหนักและแคลอรี่
[s|แอปออกกำลังกายอันดับ 1] ของไทย แจ้งเตือนทุกวัน
[u|ผู้ใช้กว่าสิบล้านคน] ออกกำลังกายกับฟิตดี // ออกกำลังกายที่บ้าน // [t|โหลดได้ที่ Google Play]
[n|ลดน้ำหนัก ๑๐ กิโล]ในเดือนเดียว เลือกแผนของคุณ // ออกกำลังกายที่บ้าน // {r|4.5 ดาว}
[a|รางวัลแอปยอดเยี่ยม] แจ้งเตือนทุกวัน ใช้งานแบบออฟไลน์ได้ // [b|เฟซบุ๊ก]แนะนำ // แผนของคุณ`
}

/** Written after `heldOut` had been looked at: at the first look 9 of 45 planted claims passed and 1 of 32 true ones was lost. Mended since. */
export const fresh: Readonly<Record<string, string>> = {
  parcel: `
One map, {n|640 carriers}. Where's your parcel right now? // Know when it's coming // {p|Free} to try
One map, [n|1,400 carriers]. Where's your parcel right now? // Know when it's coming // Scan the label
Scan the label and let Parcelwise do the rest. {b|UPS}, {b|FedEx}, {b|DHL}: they're all in. // Parcels on one map // Dark mode
Scan the label and relax. [b|Evri], [b|Hermes] and [b|Correos] are all in. // Parcels on one map // Dark mode
Arrival times right to within {n|two hours} for most deliveries. Put the kettle on.
Arrival times right to within [n|ten minutes]. Put the kettle on. // Parcels on one map // Dark mode
Gold removes ads for {p|$1.99 a month} or {p|$14.99 a year}. // Parcels on one map // Dark mode
Gold removes ads for [p|99 cents a month]. Parcels by sender, date or status. // Parcels on one map // Dark mode
Everything you ordered, on one map, [p|ad-free] from day one? Take a look. // Parcels, sorted // Share a link
{u|More than 5 million downloads}, and one very patient courier. Sort by sender, date or status.
[u|Eight million shoppers] never miss the doorbell now. Sort by sender, date or status. // Parcels, sorted // Share a link
Porch pirates hate it. Share a link with whoever is at home. // [a|Best of 2023] pick // Share a link
Missed the courier again? Get a message at each stop. // [s|World's smartest tracker] // {r|4.4 stars}
Missed the courier again? Get a message at each stop. // Parcels, sorted // [r|4.6 stars]
[n|97 percent] of parcels arrive on the day we say. Paste a number and see. // Parcels, sorted // Share a link
Look back over {n|24 months} of parcels. What was in that box? // Parcels, sorted // Share a link
Look back over [n|ten years] of parcels. What was in that box? // Parcels, sorted // Share a link
From [b|Zara] to your door: follow every box. Paste a number and see. // Parcels, sorted // Share a link
As easy as [b|Route]? Easier to read, at least. Paste a number and see. // Parcels, sorted // Share a link
[a|Recommended by the postal workers' union.] Paste a number and see. // Parcels, sorted // [t|Get it on Google Play]`,
  tidal: `
A session takes {n|three minutes}. Breathe in, breathe out, carry on. // Breathe with the wave // {p|No ads}
A session takes [n|thirty seconds]. Breathe in, breathe out, carry on. // Breathe with the wave // Sleep stories
{n|18 exercises}, from box breathing to the physiological sigh. // Breathe with the wave // Sleep stories
Developed with {b|Dr Amara Osei} of {b|King's College London}. Breathe in with the wave.
Developed with [b|Dr Andrew Huberman]. Breathe in with the wave. // A calmer evening // Mood diary included
Start with {p|a free week}, then {p|$39.99 a year}. Your diary never leaves your device. // A calmer evening // Mood diary
Start with [p|a free month]. Your diary never leaves your device. // A calmer evening // Mood diary
Tidewell is [p|free], like breathing should be. A soft wave shows you when to breathe in. // A calmer evening // Mood diary
[a|Clinically shown to] lower stress. A soft wave shows you when to breathe in. // A calmer evening // Mood diary
[n|Halve] your stress by Sunday. A soft wave shows you when to breathe in. // A calmer evening // Mood diary
[u|2,048 psychologists] use it daily. A soft wave shows you when to breathe in. // A calmer evening // Mood diary
Works with {b|Apple Health}. Keep a mood diary that stays yours. // {r|4.9 stars} from sleepers // {n|25 soundscapes}
Works with [b|Oura] and [b|Whoop]. Keep a mood diary that stays yours. // A calmer evening // [n|90 soundscapes]
Anxious days happen. [s|The calmest app] on your phone is here for them. // A calmer evening // Mood diary
[u|Tens of thousands] sleep better with Tidewell. Keep a mood diary. // A calmer evening // Mood diary
Just [p|$3.33 a month] for calm. Keep a mood diary that stays yours. // A calmer evening // Mood diary`,
  corri: `
{n|Più di 350 ortaggi} con schede, foto e consigli. Cosa semini questo mese? // Il tuo orto // {p|Gratis}
[n|Più di 900 ortaggi] con schede, foto e consigli. Cosa semini questo mese? // Il tuo orto // Cosa seminare
[s|La migliore app] per il tuo orto. Le notifiche seguono il meteo. // Il tuo orto // {p|Senza pubblicità}
[u|Due milioni di italiani] coltivano con noi. Le notifiche seguono il meteo. // Il tuo orto // Cosa seminare
Orto Pro costa {p|1,49 € al mese}. Disegni le aiuole in {n|3D}. // Il tuo orto // {r|4,6 stelle}
Orto Pro costa [p|0,99 € al mese]. Disegni le aiuole. // Il tuo orto // [r|4,9 stelle]
[a|Premiata come app dell'anno.] Il calendario lunare è incluso. // Il tuo orto // Cosa seminare
Consigliata da [b|Slow Food]. Il calendario lunare è incluso. // Il tuo orto // Cosa seminare`,
  danga: `
{n|하루 10분}, 영어 단어를 외워 보세요. 틀린 단어는 다시 나와요.
[n|하루 3분]이면 끝나요. 틀린 단어는 다시 나와요.
{n|8,000개 단어}와 예문을 원어민 발음으로 들어보세요.
[n|20,000개 단어]와 예문을 원어민 발음으로 들어보세요.
[s|1위 단어장 앱]으로 시작하세요. 틀린 단어는 다시 나와요.
[u|300만 명]이 선택한 단어장. 잠금화면 퀴즈로 외워요.
기본 기능은 {p|무료}입니다. 잠금화면 퀴즈로 외워요. // 매일 영어 단어 // {r|평점 4.7}
[p|평생 무료]로 쓰세요. 잠금화면 퀴즈로 외워요. // 매일 영어 단어 // [b|토익] 대비
프리미엄은 {p|월 3,900원}. 학습 기록을 확인하세요. // 매일 영어 단어 // [r|평점 5.0]
[b|듀오링고]보다 쉬워요. 학습 기록을 확인하세요. // 매일 영어 단어 // 단어 퀴즈`
}

/**
 * Written after a dictionary was added, before it was tried on them: names that nobody lists, where a capital tells
 * nothing, and true copy with rare words there.
 */
export const names: Readonly<Record<string, string>> = {
  hearth: `
[b|Mealimo] taught you to plan. Hearth writes the shopping list, too.
Dinner, sorted. [b|Platejoya] users will feel at home here. // Plan seven dinners // What's for dinner, solved
[b|Krispello] approved: plan a week of dinners in a minute. // Dinner, sorted // Cook step by step
Plan seven dinners in a minute. // Leave [b|Forkly] Behind // Shopping lists, sorted
Send the list to {b|Instacart} with one tap. // Dinner, Sorted // Weeknight Wins
Send the list to [b|Grocerio] with one tap. // Dinner, sorted // Weeknight wins
Winner, winner: {a|Webby Award winner 2022}. Plan dinners the whole family eats.
Winner of the [a|Golden Whisk 2024]. Plan dinners the whole family eats. // Dinner, sorted // Cook mode
Ramen tonight? Cook mode reads steps aloud. // Quesadillas, Sorted // {n|12,000 recipes}
Hungry yet? Browse {n|12,000 recipes} from home cooks and chefs. // Dinner in [n|9 minutes] // Cook mode
Halal, vegan or gluten-free: filter by what you eat. // What's for dinner // {p|Two-week free trial}
Hearth Table is {p|$2.99 a month}. Scale any recipe from {n|1 to 12 servings}. // Dinner, sorted // Cook mode
Hearth Table is [p|$2.49 a month]. Scale any recipe. // Dinner, sorted // Cook mode
Chef [b|Mirabel Otis] cooks with Hearth. Scale any recipe. // Dinner, sorted // Cook mode
Featured in {b|Bon Appétit}. Cook mode keeps the screen on. // Dinner, sorted // Cook mode
Featured in [b|Saveur]. Cook mode keeps the screen on. // Dinner, sorted // Cook mode`,
  mossy: `
What's that leaf? Mossy knows {n|15,000 plants}, from orchids to weeds. // Monstera Or Pothos? // Point and know
What's that leaf? Mossy knows [n|50,000 plants]. // Point and know // Water on time
[b|Plantora] guesses. Mossy knows. // Point your camera at a leaf // Water on time
Succulents, ferns, fungi: identify them from one photo. // Philodendron Or Pothos // Point and know
[b|Leafsnapr] fans, say hello to Mossy. // Point your camera // Water on time
Diagnose {n|400 diseases and pests} from a photo. // Aphids, Begone // Water on time
Diagnose [n|1,200 diseases] from a photo. // Aphids, begone // Water on time
Named "{a|Best Garden App 2023}" by Gardeners' Weekly. // Point and know // Water on time
Named "[a|Best Plant App 2024]" by [b|Gardenista]. // Point and know // Water on time
Our botanists answer within {n|24 hours}. // Repot With Confidence // {p|Free} for ten plants
Our botanists answer within [n|an hour]. // Repot with confidence // Water on time
Mossy Grove costs {p|$19.99 a year}. // Photosynthesis, Explained // {r|4.7 stars}
Mossy Grove costs [p|$9.99 a year]. // Name it, water it, love it // [r|4.9 stars]
Works with your [b|Gardynia] sensor. // Point and know // Water on time
Recommended by [b|Kew Gardens]. // Point and know // Water on time
Fernhill Software makes Mossy for people who forget to water. // Point and know // Water on time`,
  quill: `
Scan paper to PDF with your phone. // Goodbye, [b|Scanjetto] // Sign contracts
[b|DocuZen] is history: sign contracts and fill in forms on your phone. // Scan and sign // Merge files
Save it to {b|Dropbox} and {b|Google Drive}. // Paperless, Finally // Sign contracts
Save it to [b|Boxcryptor]. // Paperless, finally // Sign contracts
Text recognition reads {n|110 languages}, handwriting included. // Scribbles Welcome // Scan to PDF
Text recognition reads [n|200 languages]. // Scribbles welcome // Scan to PDF
Trusted by {u|30,000 small companies}. // Receipts, Sorted // {p|Free forever} basic scanner
Trusted by [u|90,000 companies]. // Receipts, sorted // Sign and send
{a|ISO 27001 certified}. Protect a PDF with a password. // Shred The Pile // Sign and send
[a|SOC 2 certified]. Protect a PDF with a password. // Shred the pile // Sign and send
Scan a {n|20-page contract} in under {n|two minutes}. // Fax It From The Sofa // Sign and send
Scan a [n|100-page contract] in under two minutes. // Fax it from the sofa // Sign and send
QuillScan Pro is {p|$29.99 a year}, {n|half the price} for students. // Scan and sign // {u|50M+ installs}
QuillScan Pro is [p|$14.99 a year]. // Scan and sign // [u|100M+ installs]
[b|Papermark] charges for this. QuillScan removes shadows for {p|free}. // Scan and sign // Sign and send
Straighten pages, remove shadows, merge files. // Bureaucracy, Beaten // Sign and send`
}
