import { lists } from "./lists.ts"

export const fi = lists({
  ranking:
    "paras, parhaat, parasta, nro 1, nro. 1, numero 1, numero yksi, ykkönen, suosituin, suosituimmat, ladatuin, palkittu, vuoden sovellus, vuoden peli, päivän sovellus, miljoonaa latausta, miljoonia latauksia, miljoonaa käyttäjää, miljoonia käyttäjiä, !paras ystävä, !parhaat ystävät, !paras kaveri",
  price:
    "ilmainen, ilmaiset, ilmaiseksi, ilmaista, maksuton, maksuttomat, maksutta, ei mainoksia, ilman mainoksia, mainokseton, mainoksettomat, alennus, alennukset, alennusmyynti, ale, tarjous, tarjoukset, puoleen hintaan",
  percent: "alennus, alennusta, halvempi, ale",
  programme: "toimituksen valinta, toimittajan valinta, toimituksen suosikki",
  fresh: "uusi, uudet, uutta, uutuus, uusi versio",
  action:
    "lataa nyt, lataa heti, asenna nyt, asenna heti, pelaa nyt, pelaa heti, kokeile nyt, kokeile heti, päivitä nyt, osta nyt, aloita nyt, lataa ilmaiseksi, pelaa ilmaiseksi, kokeile ilmaiseksi, napsauta tästä, klikkaa tästä, napauta tästä",
  claim:
    "paras, parhaat, nopein, täydellinen, täydelliset, lyömätön, taattu, taatusti, takuu, helpoin, yksinkertaisin, turvallisin, halvin, johtava, vallankumouksellinen, ainutlaatuinen, ainoa sovellus, 100 %, 100%, numero yksi",
  season:
    "joulu, joulun, joulukortti, joulukortit, halloween, black friday, cyber monday, pääsiäinen, pääsiäisen, ystävänpäivä, uusivuosi, kesäale, vain tänään, tällä viikolla, rajoitetun ajan, tänä kesänä, tänä talvena, viimeinen tilaisuus",
  prerelease: "beta, betaversio, demo, demoversio, kokeiluversio, testiversio, ennakkoversio",
  testimonial:
    "käyttäjät sanovat, käyttäjämme sanovat, asiakkaat sanovat, käyttäjät rakastavat, kaikki rakastavat, miljoonien rakastama, miljoonat luottavat, viiden tähden arvostelut",
  praise: "rakastan, paras, loistava*, mahtava*, upea*, täydellinen, uskomaton, suosittelen, huippu, 5 tähteä, ihana*",
  payment:
    "maksa verkkosivullamme, maksa sivustollamme, osta verkkosivultamme, osta sivustoltamme, tilaa verkkosivultamme, tilaa sivustoltamme, halvempi verkkosivullamme, halvempi sivustollamme, maksa paypalilla, paypalin kautta, app storen ulkopuolella",
  wasted: "sovellus, sovellukset, appi, peli, pelit, ilmainen, ilmaiset, paras, parhaat, uusi, uudet, top, mobiili",
  for: "ja, kanssa",
  placeholder:
    "tekstisi tähän, teksti tähän, kirjoita teksti tähän, esimerkkiteksti, sovelluksen nimi, kuvaus tulossa, tulossa pian"
})

export const hu = lists({
  ranking:
    "legjobb, a legjobb, legjobbak, 1. számú, első számú, legnépszerűbb, a legnépszerűbb, legtöbbet letöltött, díjnyertes, az év alkalmazása, az év játéka, a nap alkalmazása, millió letöltés, több millió letöltés, millió felhasználó, több millió felhasználó, !legjobb barát, !legjobb barátok, !legjobb barátnő",
  price:
    "ingyen, ingyenes, ingyenesen, díjmentes, díjmentesen, térítésmentes, reklámmentes, reklám nélkül, hirdetés nélkül, hirdetésmentes, nincs reklám, kedvezmény, kedvezmények, akció, akciók, akciós, leárazás, fél áron, féláron, különleges ajánlat",
  percent: "kedvezmény, kedvezménnyel, olcsóbb, engedmény",
  programme: "a szerkesztők választása, szerkesztők választása, szerkesztői ajánlás",
  fresh: "új, újdonság, újdonságok, új verzió, vadonatúj",
  action:
    "töltsd le most, töltse le most, letöltés most, telepítsd most, telepítse most, játssz most, játsszon most, próbáld ki most, próbálja ki most, frissítsd most, frissítse most, vedd meg most, vásárolj most, kezdd el most, töltsd le ingyen, játssz ingyen, próbáld ki ingyen, kattints ide, koppints ide",
  claim:
    "legjobb, a legjobb, leggyorsabb, tökéletes, felülmúlhatatlan, verhetetlen, garantált, garantáltan, garancia, legegyszerűbb, legkönnyebb, legbiztonságosabb, legolcsóbb, vezető, piacvezető, forradalmi, egyedülálló, az egyetlen alkalmazás, 100 %, 100%, első számú",
  season:
    "karácsony, karácsonyi, halloween, black friday, fekete péntek, cyber monday, húsvét, húsvéti, valentin nap, szilveszter, újév, nyári vásár, téli vásár, csak ma, ezen a héten, korlátozott ideig, idén nyáron, idén télen, utolsó esély",
  prerelease:
    "béta, beta, béta verzió, bétaverzió, demó, demo, demó verzió, próbaverzió, tesztverzió, korai hozzáférés",
  testimonial:
    "a felhasználók mondják, felhasználóink mondták, felhasználóink mondják, ügyfeleink mondják, a felhasználók imádják, mindenki imádja, milliók kedvence, milliók bíznak, ötcsillagos értékelések",
  praise:
    "imádom, szeretem, legjobb, kiváló, csodálatos, zseniális, fantasztikus, tökéletes, hihetetlen, ajánlom, szuper, 5 csillag",
  payment:
    "fizess a weboldalunkon, fizessen a weboldalunkon, vásárolj a weboldalunkon, vásároljon a weboldalunkon, fizess elő a weboldalunkon, fizessen elő a weboldalunkon, olcsóbb a weboldalunkon, fizess paypallal, paypalon keresztül, az app store-on kívül, webáruházunkban",
  wasted: "alkalmazás, alkalmazások, app, applikáció, játék, játékok, ingyen, ingyenes, legjobb, új, top, mobil",
  for: "és, való",
  placeholder:
    "az ön szövege, ide írja a szöveget, szöveg ide, a szöveg ide, ide jön a szöveg, mintaszöveg, az alkalmazás neve, alkalmazás neve, leírás hamarosan, hamarosan"
})

export const tr = lists({
  ranking:
    "en iyi, en iyisi, 1 numara, 1 numaralı, bir numara, bir numaralı, no. 1, no 1, en popüler, en çok indirilen, en çok sevilen, ödüllü, yılın uygulaması, yılın oyunu, günün uygulaması, milyon indirme, milyonlarca indirme, milyon kullanıcı, milyonlarca kullanıcı, !en iyi arkadaş, !en iyi arkadaşım, !en iyi dost",
  price:
    "ücretsiz, bedava, parasız, reklamsız, reklam yok, indirim, indirimler, indirimli, kampanya, kampanyalar, fırsat, fırsatlar, yarı fiyatına, özel teklif, promosyon, beleş, !indirim kodu yok",
  percent: "indirim, indirimli, daha ucuz",
  programme: "editörün seçimi, editörlerin seçimi, editör seçimi",
  fresh: "yeni, yenilik, yeni sürüm, yepyeni",
  action:
    "hemen indir, şimdi indir, hemen indirin, şimdi indirin, hemen yükle, şimdi yükle, hemen oyna, şimdi oyna, hemen dene, şimdi dene, hemen deneyin, şimdi deneyin, hemen güncelle, şimdi güncelle, hemen al, şimdi al, hemen başla, şimdi başla, ücretsiz indir, bedava indir, ücretsiz oyna, bedava oyna, ücretsiz dene, buraya tıkla, buraya dokun",
  claim:
    "en iyi, en iyisi, en hızlı, mükemmel, kusursuz, rakipsiz, eşsiz, garantili, garanti, en kolay, en basit, en güvenli, en ucuz, lider, dünya lideri, devrim niteliğinde, benzersiz, tek uygulama, %100, % 100, 100%, bir numara, bir numaralı",
  season:
    "noel, yılbaşı, cadılar bayramı, kara cuma, black friday, cyber monday, paskalya, sevgililer günü, ramazan bayramı, kurban bayramı, yaz indirimi, sadece bugün, yalnızca bugün, bu hafta, sınırlı süre, sınırlı bir süre, bu yaz, bu kış, son şans, son fırsat",
  prerelease: "beta, beta sürümü, beta sürüm, demo, demo sürümü, deneme sürümü, test sürümü, erken erişim",
  testimonial:
    "kullanıcılar diyor, kullanıcılarımız diyor ki, kullanıcılarımız diyor, kullanıcılar ne diyor, müşteriler diyor, kullanıcılar bayılıyor, herkes bayılıyor, herkes seviyor, milyonlar seviyor, milyonların sevdiği, milyonlar güveniyor, 5 yıldızlı yorumlar",
  praise:
    "bayıldım, seviyorum, en iyi, harika, muhteşem, mükemmel, inanılmaz, tavsiye ederim, süper, efsane, 5 yıldız, çok iyi",
  payment:
    "web sitemizden öde, web sitemizden ödeyin, web sitemizden satın al, web sitemizden satın alın, sitemizden satın alın, web sitemizden abone olun, sitemizden abone olun, web sitemizde daha ucuz, sitemizde daha ucuz, paypal ile öde, paypal ile ödeyin, app store dışında",
  wasted: "uygulama, uygulaması, uygulamalar, app, oyun, oyunu, oyunlar, ücretsiz, bedava, en iyi, yeni, top, mobil",
  for: "için, ve, ile",
  placeholder:
    "metniniz buraya, metni buraya girin, buraya metin girin, metin buraya, örnek metin, uygulama adı, açıklama yakında, çok yakında, yakında"
})

export const el = lists({
  ranking:
    "καλύτερος, καλύτερη, καλύτερο, καλύτερα, καλύτερες, η καλύτερη, το καλύτερο, νο 1, νο. 1, no 1, νούμερο 1, νούμερο ένα, πιο δημοφιλής, πιο δημοφιλές, πιο δημοφιλή, βραβευμένη, βραβευμένο, εφαρμογή της χρονιάς, παιχνίδι της χρονιάς, εφαρμογή της ημέρας, εκατομμύρια λήψεις, εκατομμύρια χρήστες, εκατομμύρια downloads, !καλύτερος φίλος, !καλύτερη φίλη, !καλύτεροι φίλοι",
  price:
    "δωρεάν, τζάμπα, χωρίς διαφημίσεις, καμία διαφήμιση, έκπτωση, εκπτώσεις, προσφορά, προσφορές, μισή τιμή, ειδική προσφορά, ξεπούλημα, χωρίς κόστος",
  percent: "έκπτωση, φθηνότερα, φτηνότερα",
  programme: "επιλογή του συντάκτη, επιλογή των συντακτών, επιλογή συντακτών",
  fresh: "νέο, νέα, νέος, καινούριο, καινούργιο, νέα έκδοση, ολοκαίνουριο",
  action:
    "κατεβάστε τώρα, κατέβασε τώρα, κατεβάστε το τώρα, κατεβάστε την τώρα, εγκαταστήστε τώρα, εγκατέστησε τώρα, παίξτε τώρα, παίξε τώρα, δοκιμάστε τώρα, δοκίμασε τώρα, ενημερώστε τώρα, αγοράστε τώρα, ξεκινήστε τώρα, κατεβάστε δωρεάν, παίξτε δωρεάν, παίξε δωρεάν, δοκιμάστε δωρεάν, κάντε κλικ εδώ, πατήστε εδώ",
  claim:
    "καλύτερος, καλύτερη, καλύτερο, καλύτερα, ταχύτερη, ταχύτερο, πιο γρήγορη, πιο γρήγορο, απόλυτο, απόλυτη, τέλειο, τέλεια, αξεπέραστο, αξεπέραστη, εγγυημένο, εγγυημένα, εγγύηση, πιο εύκολο, πιο εύκολη, πιο απλό, πιο απλή, πιο ασφαλές, πιο ασφαλής, φθηνότερο, κορυφαίο, κορυφαία, επαναστατικό, μοναδικό, μοναδική, η μόνη εφαρμογή, 100 %, 100%, νούμερο ένα",
  season:
    "χριστούγεννα, χριστουγεννιάτικες, χριστουγεννιάτικα, χριστουγεννιάτικο, halloween, black friday, cyber monday, πάσχα, πασχαλινές, πασχαλινά, άγιος βαλεντίνος, αγίου βαλεντίνου, πρωτοχρονιά, νέο έτος, καλοκαιρινές εκπτώσεις, μόνο σήμερα, αυτή την εβδομάδα, περιορισμένο χρόνο, αυτό το καλοκαίρι, αυτόν τον χειμώνα, τελευταία ευκαιρία",
  prerelease: "beta, έκδοση beta, demo, έκδοση demo, δοκιμαστική έκδοση, πρόωρη πρόσβαση",
  testimonial:
    "οι χρήστες λένε, οι χρήστες μας λένε, τι λένε οι χρήστες, οι πελάτες λένε, οι χρήστες λατρεύουν, όλοι λατρεύουν, όλοι αγαπούν, εκατομμύρια εμπιστεύονται, κριτικές 5 αστέρων",
  praise:
    "λατρεύω, αγαπώ, καλύτερη, καλύτερο, υπέροχ*, φανταστικ*, εξαιρετικ*, τέλει*, απίστευτ*, συνιστώ, σούπερ, 5 αστέρια",
  payment:
    "πληρώστε στον ιστότοπό μας, πληρώστε στο site μας, αγοράστε από τον ιστότοπό μας, αγοράστε στον ιστότοπό μας, εγγραφείτε στον ιστότοπό μας, φθηνότερα στον ιστότοπό μας, πληρώστε με paypal, μέσω paypal, εκτός app store",
  wasted: "εφαρμογή, εφαρμογές, app, παιχνίδι, παιχνίδια, δωρεάν, καλύτερο, καλύτερη, καλύτερα, νέο, νέα, τοπ, κινητό",
  for: "για, με, στο, και",
  placeholder:
    "το κείμενό σας εδώ, εισαγάγετε κείμενο εδώ, κείμενο εδώ, δείγμα κειμένου, όνομα εφαρμογής, περιγραφή σύντομα, σύντομα διαθέσιμο, έρχεται σύντομα"
})

export const ar = lists({
  ranking:
    "أفضل, الأفضل, رقم 1, رقم ١, رقم واحد, الأول عالميا, الأكثر شعبية, الأكثر تحميلا, الأكثر تنزيلا, حائز على جوائز, الحائز على جوائز, تطبيق العام, لعبة العام, تطبيق السنة, تطبيق اليوم, مليون تحميل, ملايين التحميلات, مليون تنزيل, ملايين المستخدمين, مليون مستخدم, توب, !أفضل صديق, !أفضل الأصدقاء, !أفضل صديقة",
  price:
    "مجاني, مجانية, مجانا, مجاناً, المجاني, المجانية, بدون إعلانات, بلا إعلانات, بدون اعلانات, خالي من الإعلانات, خصم, خصومات, تخفيض, تخفيضات, عرض خاص, عروض خاصة, نصف السعر, ببلاش",
  percent: "خصم, تخفيض, أرخص",
  programme: "اختيار المحررين, اختيار المحرر, من اختيار المحرر",
  fresh: "جديد, جديدة, الجديد, نسخة جديدة, إصدار جديد",
  action:
    "حمل الآن, حمّل الآن, حمله الآن, نزل الآن, نزّل الآن, قم بالتحميل الآن, قم بالتنزيل الآن, ثبت الآن, ثبّت الآن, العب الآن, إلعب الآن, جرب الآن, جرّب الآن, جربه الآن, حدث الآن, حدّث الآن, اشتر الآن, اشتري الآن, ابدأ الآن, حمل مجانا, تحميل مجاني, العب مجانا, جرب مجانا, اضغط هنا, انقر هنا",
  claim:
    "أفضل, الأفضل, أسرع, الأسرع, مثالي, المثالي, مثالية, لا يضاهى, لا مثيل له, مضمون, مضمونة, نضمن, ضمان, أسهل, الأسهل, أبسط, الأكثر أمانا, أرخص, الأرخص, رائد, الرائد, ثوري, فريد من نوعه, التطبيق الوحيد, 100%, ١٠٠٪, رقم واحد, رقم 1",
  season:
    "عيد الميلاد, الكريسماس, كريسماس, هالوين, الجمعة البيضاء, الجمعة السوداء, رأس السنة, عيد الحب, رمضان, عيد الفطر, عيد الأضحى, تخفيضات الصيف, اليوم فقط, هذا الأسبوع, لفترة محدودة, لوقت محدود, هذا الصيف, هذا الشتاء, الفرصة الأخيرة, فرصة أخيرة",
  prerelease: "تجريبي, تجريبية, نسخة تجريبية, النسخة التجريبية, إصدار تجريبي, بيتا, ديمو, وصول مبكر",
  testimonial:
    "يقول المستخدمون, يقول مستخدمونا, ماذا يقول المستخدمون, يقول عملاؤنا, يقول العملاء, المستخدمون يحبون, الجميع يحب, يحبه الملايين, يثق به الملايين, يثق بنا الملايين, تقييمات 5 نجوم",
  praise: "أحب, أحببت, أفضل, رائع, رائعة, ممتاز, مذهل, مثالي, أنصح, خرافي, 5 نجوم, جميل جدا",
  payment:
    "ادفع على موقعنا, الدفع على موقعنا, ادفع عبر موقعنا, اشتر من موقعنا, اشتري من موقعنا, اشترك من موقعنا, اشترك عبر موقعنا, اشترك في موقعنا, أرخص على موقعنا, ادفع عبر باي بال, عبر paypal, عبر باي بال, خارج متجر آب ستور, خارج app store",
  wasted: "تطبيق, تطبيقات, برنامج, برامج, لعبة, ألعاب, العاب, مجاني, مجانا, مجانية, أفضل, جديد, جديدة, جوال",
  for: "ل, لـ, على, مع, لأجهزة, لجهاز, و",
  placeholder: "النص هنا, ضع النص هنا, أدخل النص هنا, اكتب النص هنا, نص تجريبي, اسم التطبيق, الوصف قريبا, قريبا, قريباً"
})

export const he = lists({
  ranking:
    "הטוב ביותר, הטובה ביותר, הטובים ביותר, הכי טוב, הכי טובה, הכי טובים, הכי טובות, מספר 1, מספר אחת, מס' 1, הפופולרי ביותר, הפופולרית ביותר, הכי פופולרי, הכי פופולרית, זוכת פרסים, עטור פרסים, עטורת פרסים, אפליקציית השנה, משחק השנה, אפליקציית היום, מיליוני הורדות, מיליון הורדות, מיליוני משתמשים, מיליון משתמשים, !החבר הכי טוב, !החברה הכי טובה",
  price:
    "חינם, בחינם, חינמי, חינמית, חינמיים, ללא תשלום, ללא פרסומות, בלי פרסומות, הנחה, הנחות, מבצע, מבצעים, חצי מחיר, בחצי מחיר, ללא עלות",
  percent: "הנחה, זול יותר",
  programme: "בחירת העורכים, בחירת העורך, בחירת המערכת",
  fresh: "חדש, חדשה, חדשים, גרסה חדשה, חדש לגמרי",
  action:
    "הורידו עכשיו, הורד עכשיו, הורידי עכשיו, להורדה עכשיו, התקינו עכשיו, התקן עכשיו, שחקו עכשיו, שחק עכשיו, נסו עכשיו, נסה עכשיו, עדכנו עכשיו, עדכן עכשיו, קנו עכשיו, קנה עכשיו, התחילו עכשיו, התחל עכשיו, הורידו בחינם, הורד בחינם, שחקו בחינם, שחק בחינם, נסו בחינם, לחצו כאן, לחץ כאן, הקישו כאן",
  claim:
    "הטוב ביותר, הטובה ביותר, הכי טוב, הכי טובה, המהיר ביותר, המהירה ביותר, הכי מהיר, הכי מהירה, האולטימטיבי, האולטימטיבית, מושלם, מושלמת, ללא תחרות, מובטח, מובטחת, מובטחות, אחריות, הקל ביותר, הכי קל, הכי קלה, הפשוט ביותר, הבטוח ביותר, הכי בטוח, הזול ביותר, הכי זול, מוביל, המובילה, המוביל, מהפכני, מהפכנית, ייחודי, ייחודית, האפליקציה היחידה, 100%, מספר אחת, מספר 1",
  season:
    "חג המולד, כריסמס, ליל כל הקדושים, בלאק פריידיי, סייבר מאנדיי, פסח, חנוכה, ראש השנה, פורים, ולנטיין, יום האהבה, השנה החדשה, מבצעי קיץ, רק היום, השבוע, זמן מוגבל, לזמן מוגבל, הקיץ הזה, החורף הזה, הזדמנות אחרונה",
  prerelease: "בטא, גרסת בטא, דמו, גרסת דמו, גרסת ניסיון, גרסת הדגמה, גרסת בדיקה, גישה מוקדמת",
  testimonial:
    "המשתמשים אומרים, המשתמשים שלנו אומרים, מה אומרים המשתמשים, הלקוחות אומרים, לקוחותינו אומרים, המשתמשים אוהבים, כולם אוהבים, אהוב על מיליונים, מיליונים סומכים, ביקורות 5 כוכבים",
  praise:
    "אוהב, אוהבת, הכי טוב, הכי טובה, מעולה, מדהים, מדהימה, נהדר, נהדרת, מושלם, מושלמת, ממליץ, ממליצה, 5 כוכבים, אדיר",
  payment:
    "שלמו באתר שלנו, תשלום באתר שלנו, קנו באתר שלנו, רכשו באתר שלנו, הירשמו באתר שלנו, הירשמו כמנויים באתר שלנו, זול יותר באתר שלנו, שלמו באמצעות paypal, דרך paypal, מחוץ ל-app store, מחוץ לאפ סטור",
  wasted: "אפליקציה, אפליקציות, אפליקציית, משחק, משחקים, חינם, בחינם, הכי טוב, חדש, חדשה, טופ, נייד",
  for: "עבור, ל, עם, של, ו",
  placeholder: "הטקסט שלך כאן, הכנס טקסט כאן, הזן טקסט כאן, טקסט כאן, טקסט לדוגמה, שם האפליקציה, תיאור בקרוב, בקרוב"
})

export const hi = lists({
  ranking:
    "सबसे अच्छा, सबसे अच्छी, सबसे अच्छे, सर्वश्रेष्ठ, बेस्ट, बेहतरीन, नंबर 1, नंबर वन, नंबर एक, नं. 1, सबसे लोकप्रिय, सबसे ज्यादा डाउनलोड, पुरस्कार विजेता, साल का ऐप, वर्ष का ऐप, साल का गेम, टॉप, लाखों डाउनलोड, करोड़ों डाउनलोड, लाखों उपयोगकर्ता, करोड़ों उपयोगकर्ता, लाखों यूजर, !सबसे अच्छा दोस्त, !सबसे अच्छे दोस्त, !बेस्ट फ्रेंड",
  price:
    "मुफ्त, मुफ़्त, फ्री, फ़्री, निःशुल्क, नि:शुल्क, निशुल्क, बिना विज्ञापन, विज्ञापन मुक्त, कोई विज्ञापन नहीं, छूट, डिस्काउंट, सेल, ऑफर, विशेष ऑफर, आधी कीमत, कैशबैक",
  percent: "छूट, की छूट, डिस्काउंट, सस्ता",
  programme: "संपादक की पसंद, एडिटर की पसंद, एडिटर्स चॉइस, संपादकों की पसंद",
  fresh: "नया, नई, नए, न्यू, नया संस्करण, नया वर्जन",
  action:
    "अभी डाउनलोड करें, अभी डाउनलोड करो, डाउनलोड करें अभी, अभी इंस्टॉल करें, अभी खेलें, अभी खेलो, अभी आजमाएं, अभी आज़माएं, अभी अपडेट करें, अभी खरीदें, अभी शुरू करें, मुफ्त डाउनलोड करें, मुफ्त डाउनलोड, मुफ्त में खेलें, फ्री डाउनलोड, यहां क्लिक करें, यहाँ क्लिक करें, यहां टैप करें",
  claim:
    "सबसे अच्छा, सबसे अच्छी, सबसे अच्छे, सर्वश्रेष्ठ, बेस्ट, सबसे तेज, सबसे तेज़, परफेक्ट, सर्वोत्तम, अद्वितीय, बेजोड़, गारंटी, गारंटीड, सबसे आसान, सबसे सरल, सबसे सुरक्षित, सबसे सस्ता, सबसे सस्ती, अग्रणी, क्रांतिकारी, एकमात्र ऐप, 100%, नंबर 1, नंबर वन",
  season:
    "क्रिसमस, दिवाली, दीपावली, होली, ईद, नवरात्रि, रक्षाबंधन, हैलोवीन, ब्लैक फ्राइडे, नया साल, नए साल, वैलेंटाइन डे, समर सेल, सिर्फ आज, केवल आज, इस हफ्ते, इस सप्ताह, सीमित समय, इस गर्मी, इस सर्दी, आखिरी मौका, अंतिम अवसर",
  prerelease: "बीटा, बीटा संस्करण, बीटा वर्जन, डेमो, डेमो संस्करण, ट्रायल, परीक्षण संस्करण, ट्रायल वर्जन",
  testimonial:
    "उपयोगकर्ता कहते हैं, हमारे उपयोगकर्ता कहते हैं, यूजर्स कहते हैं, ग्राहक कहते हैं, लोग कहते हैं, सब पसंद करते हैं, सभी को पसंद है, लाखों लोगों की पसंद, करोड़ों का भरोसा, लाखों का भरोसा, 5 स्टार समीक्षाएं",
  praise: "पसंद, प्यार, सबसे अच्छा, शानदार, बढ़िया, कमाल, लाजवाब, बेहतरीन, अद्भुत, परफेक्ट, सुझाव, 5 स्टार",
  payment:
    "हमारी वेबसाइट पर भुगतान करें, हमारी वेबसाइट से खरीदें, हमारी वेबसाइट पर खरीदें, हमारी वेबसाइट पर सदस्यता लें, हमारी वेबसाइट पर सब्सक्राइब करें, हमारी वेबसाइट पर सस्ता, पेपैल से भुगतान करें, paypal से भुगतान, ऐप स्टोर के बाहर",
  wasted: "ऐप, ऐप्स, एप, एप्लिकेशन, गेम, गेम्स, खेल, मुफ्त, फ्री, बेस्ट, सबसे अच्छा, नया, नई, टॉप, मोबाइल",
  for: "के लिए, और, पर, के साथ",
  placeholder:
    "आपका टेक्स्ट यहां, यहां टेक्स्ट डालें, अपना टेक्स्ट यहां लिखें, यहाँ टेक्स्ट लिखें, नमूना टेक्स्ट, ऐप का नाम, विवरण जल्द, जल्द आ रहा है"
})

export const vi = lists({
  ranking:
    "tốt nhất, hay nhất, số 1, số một, hàng đầu, phổ biến nhất, được tải nhiều nhất, được yêu thích nhất, đoạt giải, đạt giải thưởng, ứng dụng của năm, trò chơi của năm, ứng dụng của ngày, triệu lượt tải, hàng triệu lượt tải, triệu người dùng, hàng triệu người dùng, top, !bạn tốt nhất, !bạn thân nhất",
  price:
    "miễn phí, free, không quảng cáo, không có quảng cáo, giảm giá, khuyến mãi, khuyến mại, ưu đãi, ưu đãi đặc biệt, nửa giá, hoàn tiền, siêu sale, giá rẻ",
  percent: "giảm, giảm giá, rẻ hơn",
  programme: "lựa chọn của biên tập viên, biên tập viên chọn, lựa chọn của ban biên tập",
  fresh: "mới, mới nhất, phiên bản mới, hoàn toàn mới",
  action:
    "tải ngay, tải xuống ngay, tải về ngay, cài ngay, cài đặt ngay, chơi ngay, thử ngay, dùng thử ngay, cập nhật ngay, mua ngay, bắt đầu ngay, tải miễn phí, chơi miễn phí, dùng thử miễn phí, nhấn vào đây, bấm vào đây",
  claim:
    "tốt nhất, hay nhất, nhanh nhất, tối ưu nhất, hoàn hảo, không thể đánh bại, vô đối, đảm bảo, cam kết, bảo đảm, dễ nhất, dễ dàng nhất, đơn giản nhất, an toàn nhất, rẻ nhất, hàng đầu, cách mạng, độc nhất, duy nhất, ứng dụng duy nhất, 100%, số 1, số một",
  season:
    "giáng sinh, noel, halloween, black friday, cyber monday, phục sinh, valentine, năm mới, tết nguyên đán, tết, khuyến mãi hè, chỉ hôm nay, duy nhất hôm nay, tuần này, thời gian có hạn, có thời hạn, mùa hè này, mùa đông này, cơ hội cuối",
  prerelease:
    "beta, bản beta, demo, bản demo, bản dùng thử, bản thử nghiệm, phiên bản thử nghiệm, phiên bản beta, truy cập sớm",
  testimonial:
    "người dùng nói, người dùng của chúng tôi nói, người dùng nói gì, khách hàng nói, người dùng yêu thích, mọi người đều yêu thích, ai cũng thích, được hàng triệu người yêu thích, hàng triệu người tin dùng, đánh giá 5 sao",
  praise:
    "yêu, thích, tuyệt vời, tốt nhất, xuất sắc, tuyệt, hoàn hảo, đáng kinh ngạc, khuyên dùng, đỉnh, 5 sao, rất hay",
  payment:
    "thanh toán trên trang web của chúng tôi, thanh toán trên website của chúng tôi, mua trên trang web của chúng tôi, mua trên website của chúng tôi, đăng ký trên trang web của chúng tôi, đăng ký trên website của chúng tôi, rẻ hơn trên trang web, rẻ hơn trên website, thanh toán qua paypal, qua paypal, ngoài app store",
  wasted: "ứng dụng, app, trò chơi, game, miễn phí, tốt nhất, mới, mới nhất, top, di động, điện thoại",
  for: "cho, với, trên, dành cho, và",
  placeholder:
    "văn bản của bạn ở đây, nhập văn bản vào đây, chèn văn bản vào đây, văn bản ở đây, văn bản mẫu, tên ứng dụng, mô tả sẽ có sau, sắp ra mắt"
})

export const id = lists({
  ranking:
    "terbaik, nomor 1, nomor satu, no. 1, no 1, no.1, terpopuler, paling populer, paling banyak diunduh, peraih penghargaan, pemenang penghargaan, aplikasi terbaik, aplikasi tahun ini, game tahun ini, jutaan unduhan, juta unduhan, jutaan pengguna, juta pengguna, top, !sahabat terbaik, !teman terbaik",
  price:
    "gratis, cuma cuma, tanpa iklan, bebas iklan, diskon, promo, obral, setengah harga, penawaran khusus, cashback, tanpa biaya, murah",
  percent: "diskon, lebih murah, off",
  programme: "pilihan editor, pilihan redaksi",
  fresh: "baru, terbaru, versi baru, versi terbaru",
  action:
    "unduh sekarang, download sekarang, instal sekarang, pasang sekarang, mainkan sekarang, main sekarang, coba sekarang, cobalah sekarang, perbarui sekarang, update sekarang, beli sekarang, mulai sekarang, unduh gratis, download gratis, main gratis, mainkan gratis, coba gratis, klik di sini, ketuk di sini",
  claim:
    "terbaik, tercepat, sempurna, tak terkalahkan, tak tertandingi, dijamin, terjamin, jaminan, garansi, termudah, paling mudah, tersimpel, paling sederhana, teraman, paling aman, termurah, paling murah, terdepan, terkemuka, revolusioner, unik, satu satunya aplikasi, 100%, nomor satu, nomor 1",
  season:
    "natal, halloween, black friday, cyber monday, harbolnas, lebaran, ramadan, ramadhan, idul fitri, imlek, paskah, valentine, tahun baru, hanya hari ini, minggu ini, waktu terbatas, terbatas waktunya, musim panas ini, kesempatan terakhir",
  prerelease: "beta, versi beta, demo, versi demo, versi percobaan, versi uji coba, versi uji, akses awal",
  testimonial:
    "kata pengguna, pengguna kami berkata, kata pengguna kami, pengguna mengatakan, pelanggan mengatakan, kata pelanggan, disukai pengguna, semua orang suka, dicintai jutaan, dipercaya jutaan, ulasan bintang 5",
  praise:
    "suka, cinta, terbaik, keren, hebat, luar biasa, bagus, mantap, sempurna, rekomendasi, merekomendasikan, 5 bintang, bintang 5",
  payment:
    "bayar di situs web kami, bayar di situs kami, bayar di website kami, beli di situs web kami, beli di situs kami, beli di website kami, berlangganan di situs web kami, berlangganan di situs kami, berlangganan di website kami, lebih murah di situs kami, lebih murah di website kami, bayar dengan paypal, lewat paypal, melalui paypal, di luar app store",
  wasted: "aplikasi, app, apk, game, permainan, gratis, terbaik, baru, terbaru, top, hp, ponsel",
  for: "untuk, dengan, di, dan",
  placeholder:
    "teks anda di sini, masukkan teks di sini, teks di sini, contoh teks, nama aplikasi, deskripsi segera, segera hadir"
})

export const ms = lists({
  ranking:
    "terbaik, nombor 1, nombor satu, no. 1, no 1, paling popular, paling banyak dimuat turun, pemenang anugerah, aplikasi terbaik, aplikasi tahun ini, permainan tahun ini, jutaan muat turun, juta muat turun, jutaan pengguna, juta pengguna, top, !kawan terbaik, !sahabat terbaik",
  price:
    "percuma, tanpa iklan, bebas iklan, diskaun, potongan harga, promosi, jualan murah, separuh harga, tawaran istimewa, tanpa bayaran",
  percent: "diskaun, lebih murah, potongan",
  programme: "pilihan editor, pilihan penyunting",
  fresh: "baharu, baru, terbaharu, terbaru, versi baharu",
  action:
    "muat turun sekarang, pasang sekarang, main sekarang, cuba sekarang, kemas kini sekarang, beli sekarang, mula sekarang, muat turun percuma, main percuma, cuba percuma, klik di sini, ketik di sini",
  claim:
    "terbaik, terpantas, paling pantas, sempurna, tiada tandingan, dijamin, terjamin, jaminan, paling mudah, termudah, paling selamat, termurah, paling murah, terkemuka, terulung, revolusioner, unik, satu satunya aplikasi, 100%, nombor satu, nombor 1",
  season:
    "krismas, halloween, black friday, cyber monday, hari raya, aidilfitri, ramadan, tahun baru cina, deepavali, hari kekasih, tahun baharu, hari ini sahaja, minggu ini, masa terhad, peluang terakhir",
  prerelease: "beta, versi beta, demo, versi demo, versi percubaan, versi ujian, akses awal",
  testimonial:
    "kata pengguna, pengguna kami berkata, kata pengguna kami, pelanggan berkata, disukai pengguna, semua orang suka, disayangi jutaan, dipercayai jutaan, ulasan 5 bintang",
  praise: "suka, sayang, terbaik, hebat, bagus, luar biasa, mantap, sempurna, mengesyorkan, 5 bintang",
  payment:
    "bayar di laman web kami, beli di laman web kami, langgan di laman web kami, lebih murah di laman web kami, bayar dengan paypal, melalui paypal, di luar app store",
  wasted: "aplikasi, app, permainan, game, percuma, terbaik, baharu, baru, top, telefon",
  for: "untuk, dengan, di, dan, pada",
  placeholder:
    "teks anda di sini, masukkan teks di sini, teks di sini, contoh teks, nama aplikasi, penerangan akan datang, akan datang"
})
