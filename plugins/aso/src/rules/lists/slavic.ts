import { lists } from "./lists.ts"

export const pl = lists({
  ranking:
    "najlepszy, najlepsza, najlepsze, najlepszych, najlepszą, nr 1, nr. 1, numer 1, numer jeden, najpopularniejszy, najpopularniejsza, najpopularniejsze, najczęściej pobierana, nagradzana, nagradzany, nagrodzona, nagrodzony, aplikacja roku, gra roku, aplikacja dnia, milionów pobrań, miliony pobrań, milion pobrań, milionów użytkowników, miliony użytkowników, !najlepszy przyjaciel, !najlepsza przyjaciółka",
  price:
    "za darmo, darmowy, darmowa, darmowe, darmowych, darmową, bezpłatny, bezpłatna, bezpłatne, bezpłatnie, gratis, bez reklam, zero reklam, rabat, rabaty, zniżka, zniżki, promocja, promocje, wyprzedaż, wyprzedaże, pół ceny, oferta specjalna, przecena",
  percent: "taniej, zniżki, rabatu, rabat, zniżka",
  programme: "wybór redakcji, wybór redaktorów, polecane przez redakcję",
  fresh: "nowy, nowa, nowe, nowość, nowości, nowa wersja",
  action:
    "pobierz teraz, pobierz już, ściągnij teraz, zainstaluj teraz, zainstaluj już, zagraj teraz, graj teraz, wypróbuj teraz, sprawdź teraz, zaktualizuj teraz, kup teraz, zacznij teraz, pobierz za darmo, graj za darmo, wypróbuj za darmo, kliknij tutaj, dotknij tutaj",
  claim:
    "najlepszy, najlepsza, najlepsze, najszybszy, najszybsza, najszybsze, idealny, idealna, idealne, perfekcyjny, perfekcyjna, niezrównany, niezrównana, gwarantowany, gwarantowana, gwarantowane, gwarancja, najprostszy, najprostsza, najłatwiejszy, najłatwiejsza, najbezpieczniejszy, najbezpieczniejsza, najtańszy, najtańsza, wiodący, wiodąca, rewolucyjny, rewolucyjna, wyjątkowy, wyjątkowa, jedyna aplikacja, 100 %, 100%, numer jeden",
  season:
    "boże narodzenie, święta, świąteczne, świąteczny, świąteczna, halloween, black friday, cyber monday, wielkanoc, walentynki, walentynkowe, sylwester, nowy rok, letnia wyprzedaż, tylko dziś, tylko dzisiaj, w tym tygodniu, ograniczony czas, tego lata, tej zimy, ostatnia szansa",
  prerelease: "beta, wersja beta, demo, wersja demo, wersja testowa, wersja próbna, wczesny dostęp",
  testimonial:
    "użytkownicy mówią, nasi użytkownicy mówią, co mówią użytkownicy, klienci mówią, użytkownicy kochają, użytkownicy uwielbiają, wszyscy kochają, pokochana przez miliony, pokochały miliony, miliony zaufały, pięciogwiazdkowe opinie",
  praise:
    "kocham, uwielbiam, najlepsza, najlepszy, świetn*, wspaniał*, genialn*, fantastyczn*, idealn*, niesamowit*, polecam, super, 5 gwiazdek",
  payment:
    "zapłać na naszej stronie, kup na naszej stronie, subskrybuj na naszej stronie, wykup na naszej stronie, taniej na naszej stronie, zapłać przez paypal, przez paypal, poza app store, w naszym sklepie internetowym",
  wasted:
    "aplikacja, aplikacje, apka, app, gra, gry, darmowa, darmowe, za darmo, najlepsza, najlepsze, nowa, nowe, top, mobilna",
  for: "dla, na, do, z, i",
  placeholder:
    "twój tekst tutaj, wpisz tekst tutaj, wstaw tekst tutaj, tekst tutaj, przykładowy tekst, nazwa aplikacji, opis wkrótce, wkrótce"
})

export const cs = lists({
  ranking:
    "nejlepší, č. 1, číslo 1, číslo jedna, nejoblíbenější, nejpopulárnější, nejstahovanější, oceňovaný, oceňovaná, oceněná, oceněný, aplikace roku, hra roku, aplikace dne, milionů stažení, miliony stažení, milion stažení, milionů uživatelů, miliony uživatelů, !nejlepší přítel, !nejlepší kamarád, !nejlepší kamarádka",
  price:
    "zdarma, zadarmo, bezplatný, bezplatná, bezplatné, bezplatně, gratis, bez reklam, žádné reklamy, sleva, slevy, slevu, akce, výprodej, poloviční cena, za polovinu, speciální nabídka",
  percent: "sleva, slevou, slevy, levněji",
  programme: "výběr redakce, volba redakce, doporučeno redakcí",
  fresh: "nový, nová, nové, novinka, novinky, nová verze",
  action:
    "stáhnout nyní, stáhněte nyní, stáhněte si nyní, stáhni teď, stáhněte teď, nainstalujte nyní, nainstaluj teď, hrajte nyní, hraj teď, zahrajte si nyní, vyzkoušejte nyní, vyzkoušej teď, zkuste nyní, aktualizujte nyní, kupte nyní, začněte nyní, stáhněte zdarma, stáhnout zdarma, hrajte zdarma, vyzkoušejte zdarma, klikněte zde, klepněte zde",
  claim:
    "nejlepší, nejrychlejší, dokonalý, dokonalá, dokonalé, perfektní, nepřekonatelný, nepřekonatelná, zaručený, zaručená, zaručené, zaručeně, garance, garantujeme, záruka, nejjednodušší, nejsnadnější, nejbezpečnější, nejlevnější, přední, revoluční, jedinečný, jedinečná, jediná aplikace, 100 %, 100%, číslo jedna",
  season:
    "vánoce, vánoční, halloween, black friday, cyber monday, velikonoce, velikonoční, valentýn, silvestr, nový rok, letní výprodej, jen dnes, pouze dnes, tento týden, omezená doba, po omezenou dobu, toto léto, letos v létě, poslední šance",
  prerelease:
    "beta, beta verze, betaverze, demo, demoverze, demo verze, zkušební verze, testovací verze, předběžný přístup",
  testimonial:
    "uživatelé říkají, naši uživatelé říkají, co říkají uživatelé, zákazníci říkají, uživatelé milují, všichni milují, milují ji miliony, miliony důvěřují, pětihvězdičkové recenze",
  praise:
    "miluji, miluju, nejlepší, skvěl*, úžasn*, geniáln*, fantastick*, perfektn*, dokonal*, neuvěřiteln*, doporučuji, super, 5 hvězdiček",
  payment:
    "zaplaťte na našem webu, plaťte na našem webu, kupte na našem webu, předplaťte si na našem webu, levněji na našem webu, zaplaťte přes paypal, přes paypal, mimo app store, v našem e-shopu",
  wasted: "aplikace, appka, app, hra, hry, zdarma, nejlepší, nový, nová, nové, top, mobilní",
  for: "pro, na, s, a",
  placeholder:
    "váš text zde, zde vložte text, vložte text zde, text zde, ukázkový text, název aplikace, popis bude doplněn, již brzy"
})

export const ru = lists({
  ranking:
    "лучший, лучшая, лучшее, лучшие, лучших, самый лучший, самая лучшая, топ, № 1, №1, номер 1, номер один, самый популярный, самая популярная, самое популярное, самое скачиваемое, приложение года, игра года, приложение дня, отмечен наградами, отмечено наградами, миллионов загрузок, миллионы загрузок, миллион загрузок, миллионов пользователей, миллионы пользователей, миллионов скачиваний, !лучший друг, !лучшие друзья, !лучшая подруга",
  price:
    "бесплатно, бесплатный, бесплатная, бесплатное, бесплатные, бесплатных, без рекламы, нет рекламы, скидка, скидки, скидкой, скидок, распродажа, акция, акции, полцены, за полцены, даром, специальное предложение, спецпредложение, кэшбэк",
  percent: "скидка, скидки, скидкой, дешевле",
  programme: "выбор редакции, выбор редактора, рекомендовано редакцией",
  fresh: "новый, новая, новое, новинка, новинки, новая версия",
  action:
    "скачать сейчас, скачай сейчас, скачайте сейчас, скачать бесплатно, скачай бесплатно, скачайте бесплатно, загрузи сейчас, загрузите сейчас, установи сейчас, установите сейчас, установить сейчас, играй сейчас, играйте сейчас, играть сейчас, играй бесплатно, играть бесплатно, играйте бесплатно, попробуй сейчас, попробуйте сейчас, попробуй бесплатно, попробуйте бесплатно, обнови сейчас, обновите сейчас, купи сейчас, купите сейчас, начни сейчас, начните сейчас, нажми здесь, нажмите здесь",
  claim:
    "лучший, лучшая, лучшее, лучшие, самый быстрый, самая быстрая, самое быстрое, идеальный, идеальная, идеальное, совершенный, непревзойденный, непревзойдённый, гарантированный, гарантированно, гарантируем, гарантия, самый простой, самая простая, самое простое, самый удобный, самый безопасный, самый дешевый, самый дешёвый, ведущий, революционный, революционное, уникальный, уникальная, уникальное, единственное приложение, 100 %, 100%, номер один, №1",
  season:
    "рождество, рождественские, рождественский, новый год, новогодние, новогодний, новогодняя, хэллоуин, черная пятница, чёрная пятница, пасха, день святого валентина, 8 марта, 23 февраля, летняя распродажа, только сегодня, на этой неделе, ограниченное время, этим летом, этой зимой, последний шанс",
  prerelease: "бета, бета версия, демо, демо версия, демоверсия, пробная версия, тестовая версия, ранний доступ, триал",
  testimonial:
    "пользователи говорят, наши пользователи говорят, что говорят пользователи, клиенты говорят, пользователи любят, пользователи обожают, все любят, любимо миллионами, миллионы доверяют, нам доверяют миллионы, отзывы на 5 звезд",
  praise:
    "люблю, обожаю, лучшее, лучший, отличн*, прекрасн*, гениальн*, фантастическ*, идеальн*, невероятн*, рекомендую, супер, 5 звезд, потрясающ*, классн*",
  payment:
    "оплатите на нашем сайте, оплата на нашем сайте, купите на нашем сайте, подпишитесь на нашем сайте, оформите подписку на нашем сайте, дешевле на нашем сайте, дешевле на сайте, оплатить через paypal, через paypal, вне app store, в нашем интернет магазине",
  wasted:
    "приложение, приложения, апп, игра, игры, бесплатно, бесплатные, бесплатная, лучшие, лучшая, лучший, новый, новая, новые, топ, мобильное",
  for: "для, на, с, и",
  placeholder:
    "ваш текст здесь, введите текст здесь, вставьте текст сюда, текст здесь, пример текста, название приложения, описание скоро, скоро"
})

export const uk = lists({
  ranking:
    "найкращий, найкраща, найкраще, найкращі, найкращих, кращий, топ, № 1, №1, номер 1, номер один, найпопулярніший, найпопулярніша, найпопулярніше, застосунок року, додаток року, гра року, застосунок дня, мільйонів завантажень, мільйони завантажень, мільйон завантажень, мільйонів користувачів, мільйони користувачів, !найкращий друг, !найкращі друзі, !найкраща подруга",
  price:
    "безкоштовно, безкоштовний, безкоштовна, безкоштовне, безкоштовні, безплатно, безплатний, безплатна, без реклами, немає реклами, знижка, знижки, знижкою, розпродаж, акція, акції, півціни, за півціни, задарма, спеціальна пропозиція",
  percent: "знижка, знижки, знижкою, дешевше",
  programme: "вибір редакції, вибір редактора, рекомендовано редакцією",
  fresh: "новий, нова, нове, новинка, новинки, нова версія",
  action:
    "завантажити зараз, завантаж зараз, завантажте зараз, завантажуй зараз, встанови зараз, встановіть зараз, грай зараз, грайте зараз, спробуй зараз, спробуйте зараз, онови зараз, оновіть зараз, купи зараз, купуйте зараз, почни зараз, почніть зараз, завантаж безкоштовно, завантажте безкоштовно, грай безкоштовно, грайте безкоштовно, спробуйте безкоштовно, натисніть тут",
  claim:
    "найкращий, найкраща, найкраще, найкращі, найшвидший, найшвидша, найшвидше, ідеальний, ідеальна, ідеальне, досконалий, неперевершений, гарантований, гарантовано, гарантуємо, гарантія, найпростіший, найпростіша, найзручніший, найбезпечніший, найдешевший, провідний, революційний, унікальний, унікальна, єдиний застосунок, 100 %, 100%, номер один, №1",
  season:
    "різдво, різдвяні, різдвяний, новий рік, новорічні, новорічний, геловін, чорна п'ятниця, великдень, день святого валентина, літній розпродаж, тільки сьогодні, лише сьогодні, цього тижня, обмежений час, цього літа, цієї зими, останній шанс",
  prerelease: "бета, бета версія, демо, демо версія, демоверсія, пробна версія, тестова версія, ранній доступ",
  testimonial:
    "користувачі кажуть, наші користувачі кажуть, що кажуть користувачі, клієнти кажуть, користувачі люблять, усі люблять, мільйони довіряють, нам довіряють мільйони, відгуки на 5 зірок",
  praise:
    "люблю, обожнюю, найкращий, найкраща, чудов*, геніальн*, фантастичн*, ідеальн*, неймовірн*, рекомендую, супер, 5 зірок",
  payment:
    "сплатіть на нашому сайті, оплатіть на нашому сайті, купіть на нашому сайті, підпишіться на нашому сайті, дешевше на нашому сайті, дешевше на сайті, оплатити через paypal, через paypal, поза app store, у нашому інтернет магазині",
  wasted:
    "застосунок, застосунки, додаток, додатки, гра, ігри, безкоштовно, безкоштовні, найкращі, найкраща, найкращий, новий, нова, нові, топ, мобільний",
  for: "для, на, з, і, та",
  placeholder:
    "ваш текст тут, введіть текст тут, вставте текст сюди, текст тут, приклад тексту, назва застосунку, назва додатка, опис незабаром, незабаром"
})
