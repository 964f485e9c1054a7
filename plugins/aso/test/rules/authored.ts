/**
 * Texts of listings, written for this test, with what is planted in them: `<store and field> text | rules`, `-` for none.
 * Stores are a and b; fields t(itle), s(ubtitle), k(eywords), d (short description), f(ull description).
 */
export const authored: Readonly<Record<string, string>> = {
  en: `
at Lumo: Best Collage Maker | title.ranking
bt Number One Guitar Tuner | title.ranking
at Guitar Tuner - Free | title.price
bt Shoe Shop: 30% off Boots | title.price
bt Chess Puzzles: Play Now | title.action
at Guitar Tuner (New) | title.programme
bt Meal Planner: Editors' Choice | title.programme
at Recipe Box Beta | any.prerelease
as The ultimate garden planner | subtitle.claim
as Plan beds, seeds and harvests | -
bd Tune your guitar by ear. No ads, no fuss, and a metronome. | short.promotion
bd Halloween masks for your selfies, made in a minute | short.promotion any.dated
bd Track your runs, see your splits and share them with your club. | -
af Why it works: our users say it made them practise daily. | any.testimonial
af Unlimited plans cost less if you subscribe on our website. | any.payment-elsewhere
af Set up hands-free calls in seconds. Best friends can join your list at any time. | -
ak metronome,tuner,app,chords,metronome | keywords.wasted keywords.duplicate
ak chords,ukulele,violin,bass,strings | -
at Christmas Card Maker | any.dated
at Gluten Free Finder: Menus | -`,
  de: `
at Wanderkarten: beste Routen | title.ranking
bt Testsieger Banking für alle | title.ranking
at Rezeptbuch - kostenlos | title.price
bt Schuhladen: 20 % Rabatt | title.price
bt Schachrätsel: Jetzt spielen | title.action
at Stimmgerät (Neu) | title.programme
bt Kochbuch: Tipp der Redaktion | title.programme
at Notizblock Testversion | any.prerelease
as Der schnellste Scanner | subtitle.claim
as Belege scannen und ablegen | -
bd Gitarre stimmen ohne Werbung, mit Metronom und Akkordtafel. | short.promotion
bd Jetzt herunterladen und Belege in Sekunden ablegen | short.promotion
bd Plane Touren, finde Hütten und teile deine Wege mit Freunden. | -
af Das sagen unsere Nutzer: klar, schnell und übersichtlich. | any.testimonial
af Das Jahresabo gibt es günstiger auf unserer Website. | any.payment-elsewhere
af Lade beste Freunde zu deiner Liste ein und plant gemeinsam. | -
ak wandern,karte,app,hütte,karte | keywords.wasted keywords.duplicate
ak wandern,berge,hütte,kompass | -
at Weihnachtskarten gestalten | any.dated
at Freiburg Stadtplan | -`,
  fr: `
at Balades : les meilleurs lieux | title.ranking
bt Le n°1 des recettes | title.ranking
at Accordeur - gratuit | title.price
bt Boutique : 20 % de remise | title.price
bt Échecs : jouez maintenant | title.action
at Accordeur (Nouveau) | title.programme
bt Menu : choix de la rédaction | title.programme
at Carnet de notes bêta | any.prerelease
as Le scanner le plus rapide | subtitle.claim
as Numérisez et classez vos reçus | -
bd Accordez votre guitare sans publicité, avec un métronome. | short.promotion
bd Des cartes de Noël à créer avec vos photos en une minute | short.promotion any.dated
bd Préparez vos sorties, trouvez un refuge et partagez vos traces. | -
af Ce que disent nos utilisateurs : clair et rapide. | any.testimonial
af L'abonnement annuel est moins cher sur notre site. | any.payment-elsewhere
af Invitez vos meilleurs amis et planifiez ensemble. | -
ak randonnée,carte,appli,refuge,carte | keywords.wasted keywords.duplicate
ak randonnée,montagne,refuge,boussole | -
at Cartes de Noël à créer | any.dated
at Boussole de montagne | -`,
  es: `
at Rutas: las mejores sendas | title.ranking
bt El n.º 1 en recetas | title.ranking
at Afinador - gratis | title.price
bt Zapatos: 20 % de descuento | title.price
bt Ajedrez: juega ahora | title.action
at Afinador (Nuevo) | title.programme
bt Cocina: elección del editor | title.programme
at Libreta versión de prueba | any.prerelease
as El escáner más rápido | subtitle.claim
as Escanea y ordena tus recibos | -
bd Afina tu guitarra sin anuncios y con metrónomo incorporado. | short.promotion
bd Descárgala ya y ordena tus recibos en segundos | short.promotion
bd Prepara tus salidas, encuentra refugios y comparte tus rutas. | -
af Lo que dicen nuestros usuarios: claro y rápido. | any.testimonial
af El plan anual es más barato en nuestra web. | any.payment-elsewhere
af Invita a tus mejores amigos y planead juntos. | -
ak senderismo,mapa,app,refugio,mapa | keywords.wasted keywords.duplicate
ak senderismo,montaña,refugio,brújula | -
at Tarjetas de Navidad | any.dated
at Brújula de montaña | -`,
  pt: `
at Trilhas: os melhores caminhos | title.ranking
bt Receitas nº 1 em casa | title.ranking
at Afinador - grátis | title.price
bt Sapatos: 20% de desconto | title.price
bt Xadrez: jogue agora | title.action
at Afinador (Novo) | title.programme
bt Cozinha: escolha do editor | title.programme
at Caderno versão de teste | any.prerelease
as O leitor mais rápido | subtitle.claim
as Digitalize e guarde recibos | -
bd Afine seu violão sem anúncios e com metrônomo incluso. | short.promotion
bd Cartões de Natal feitos com suas fotos em um minuto | short.promotion any.dated
bd Planeje passeios, encontre abrigos e compartilhe suas trilhas. | -
af O que dizem nossos usuários: claro e rápido. | any.testimonial
af O plano anual é mais barato no nosso site. | any.payment-elsewhere
af Convide seus melhores amigos e planejem juntos. | -
ak trilha,mapa,aplicativo,abrigo,mapa | keywords.wasted keywords.duplicate
ak trilha,montanha,abrigo,bússola | -
at Cartões de Natal com fotos | any.dated
at Bússola de montanha | -`,
  it: `
at Sentieri: i migliori percorsi | title.ranking
bt Ricette numero uno in casa | title.ranking
at Accordatore - gratis | title.price
bt Scarpe: 20% di sconto | title.price
bt Scacchi: gioca ora | title.action
at Accordatore (Nuovo) | title.programme
bt Cucina: scelto dalla redazione | title.programme
at Taccuino versione di prova | any.prerelease
as Lo scanner più veloce | subtitle.claim
as Scansiona e ordina gli scontrini | length.over
bd Accorda la chitarra senza pubblicità e con metronomo. | short.promotion
bd Biglietti di Natale dalle tue foto in un minuto | short.promotion any.dated
bd Prepara le gite, trova un rifugio e condividi i tuoi percorsi. | -
af Cosa dicono i nostri utenti: chiaro e rapido. | any.testimonial
af Il piano annuale costa meno sul nostro sito. | any.payment-elsewhere
af Invita i tuoi migliori amici e pianificate insieme. | -
ak sentieri,mappa,applicazione,rifugio,mappa | keywords.wasted keywords.duplicate
ak sentieri,montagna,rifugio,bussola | -
at Biglietti di Natale | any.dated
at Bussola di montagna | -`,
  nl: `
at Wandelen: de beste routes | title.ranking
bt Recepten nummer 1 in huis | title.ranking
at Stemapparaat - gratis | title.price
bt Schoenen: 20% korting | title.price
bt Schaken: speel nu | title.action
at Stemapparaat (Nieuw) | title.programme
bt Koken: keuze van de redactie | title.programme
at Notitieboek proefversie | any.prerelease
as De snelste scanner | subtitle.claim
as Scan en bewaar je bonnetjes | -
bd Stem je gitaar zonder advertenties en met metronoom erbij. | short.promotion
bd Kerstkaarten? Probeer nu je eigen foto's in een lijst te zetten | short.promotion
bd Plan tochten, vind een hut en deel je routes met vrienden. | -
af Dit zeggen gebruikers: helder en vlot. | any.testimonial
af Het jaarplan is goedkoper op onze website. | any.payment-elsewhere
af Nodig je beste vrienden uit en plan samen. | -
ak wandelen,kaart,applicatie,hut,kaart | keywords.wasted keywords.duplicate
ak wandelen,bergen,hutten,kompas | -
at Sinterklaas verlanglijstje | any.dated
at Kompas voor in de bergen | -`,
  sv: `
at Vandring: de bästa lederna | title.ranking
bt Recept nummer ett hemma | title.ranking
at Stämapparat - gratis | title.price
bt Skor: 20 % rabatt | title.price
bt Schack: spela nu | title.action
at Stämapparat (Ny) | title.programme
bt Köket: redaktionens val | title.programme
at Anteckningar testversion | any.prerelease
as Den snabbaste skannern | subtitle.claim
as Skanna och spara dina kvitton | -
bd Stäm gitarren utan reklam och med metronom på köpet. | short.promotion
bd Ladda ner nu och spara dina kvitton på några sekunder | short.promotion
bd Planera turer, hitta en stuga och dela dina leder med andra. | -
af Våra användare säger: tydligt och snabbt. | any.testimonial
af Årsplanen är billigare på vår hemsida. | any.payment-elsewhere
af Bjud in dina bästa vänner och planera ihop. | -
ak vandring,karta,appar,stuga,karta | keywords.wasted keywords.duplicate
ak vandring,fjäll,stuga,kompass | -
at Kort till Halloween | any.dated
at Kompass för fjällen | -`,
  pl: `
at Szlaki: najlepsze trasy | title.ranking
bt Przepisy numer 1 w domu | title.ranking
at Stroik - za darmo | title.price
bt Buty: 20% taniej | title.price
bt Szachy: zagraj teraz | title.action
at Stroik (Nowość) | title.programme
bt Kuchnia: wybór redakcji | title.programme
at Notatnik wersja testowa | any.prerelease
as Najszybszy skaner | subtitle.claim
as Skanuj i przechowuj paragony | -
bd Nastrój gitarę bez reklam i z metronomem pod ręką. | short.promotion
bd Pobierz teraz i trzymaj paragony w porządku | short.promotion
bd Planuj wycieczki, znajdź schronisko i pokaż trasę znajomym. | -
af Co mówią użytkownicy: jasno i szybko. | any.testimonial
af Plan roczny jest taniej na naszej stronie. | any.payment-elsewhere
af Najlepszy przyjaciel może planować razem z tobą. | -
ak szlaki,mapa,aplikacja,schronisko,mapa | keywords.wasted keywords.duplicate
ak szlaki,góry,schronisko,kompas | -
at Kartki na Boże Narodzenie | any.dated
at Kompas w góry | -`,
  cs: `
at Stezky: nejlepší trasy | title.ranking
bt Recepty číslo jedna doma | title.ranking
at Ladička - zdarma | title.price
bt Boty: sleva 20 % | title.price
bt Šachy: hrajte nyní | title.action
at Ladička (Novinka) | title.programme
bt Kuchyně: výběr redakce | title.programme
at Zápisník zkušební verze | any.prerelease
as Nejrychlejší skener | subtitle.claim
as Skenujte a třiďte účtenky | -
bd Nalaďte kytaru bez reklam a s metronomem po ruce. | short.promotion
bd Vánoční přání z vašich fotek během minuty | short.promotion any.dated
bd Plánujte túry, najděte chatu a sdílejte trasy s přáteli. | -
af Co říkají uživatelé: jasné a rychlé. | any.testimonial
af Roční plán je levněji na našem webu. | any.payment-elsewhere
af Nejlepší kamarád může plánovat s vámi. | -
ak stezky,mapa,aplikace,chata,mapa | keywords.wasted keywords.duplicate
ak stezky,hory,chata,kompas | -
at Vánoční přání z fotek | any.dated
at Kompas do hor | -`,
  hu: `
at Túrák: a legjobb utak | title.ranking
bt Díjnyertes receptek | title.ranking
at Hangoló - ingyenes | title.price
bt Cipők: 20% kedvezmény | title.price
bt Sakk: játssz most | title.action
at Hangoló (Új) | title.programme
bt Konyha: szerkesztői ajánlás | title.programme
at Jegyzetfüzet próbaverzió | any.prerelease
as A leggyorsabb szkenner | subtitle.claim
as Nyugták rendben, egy helyen | -
bd Hangold a gitárod reklám nélkül, metronómmal együtt. | short.promotion
bd Karácsonyi képeslapok a fotóidból egy perc alatt | short.promotion any.dated
bd Tervezz túrát, keress menedékházat, és oszd meg az utad. | -
af Felhasználóink mondták: világos és gyors. | any.testimonial
af Az éves csomag olcsóbb a weboldalunkon. | any.payment-elsewhere
af A túrát egy legjobb baráttal is megtervezheted. | -
ak túra,térkép,alkalmazás,menedékház,térkép | keywords.wasted keywords.duplicate
ak túra,hegyek,menedékház,iránytű | -
at Karácsonyi képeslapok | any.dated
at Iránytű a hegyekhez | -`,
  tr: `
at Yürüyüş: en iyi rotalar | title.ranking
bt Evde 1 numaralı tarifler | title.ranking
at Akort - ücretsiz | title.price
bt Ayakkabı: 20% indirim | title.price
bt Satranç: hemen oyna | title.action
at Akort (Yeni) | title.programme
bt Mutfak: editörün seçimi | title.programme
at Not Defteri deneme sürümü | any.prerelease
as En hızlı tarayıcı | subtitle.claim
as Fişleri tara ve sakla | -
bd Gitarını reklamsız akort et, metronom da yanında olsun. | short.promotion
bd Şimdi indir ve fişlerini birkaç saniyede sakla | short.promotion
bd Rotanı planla, bir barınak bul ve yolunu dostlarınla paylaş. | -
af Kullanıcılarımız diyor ki: açık ve hızlı. | any.testimonial
af Yıllık plan web sitemizde daha ucuz. | any.payment-elsewhere
af En iyi arkadaşım ile birlikte planlıyoruz. | -
ak yürüyüş,harita,uygulama,barınak,harita | keywords.wasted keywords.duplicate
ak yürüyüş,dağ,barınak,pusula | -
at Yılbaşı kartları yap | any.dated
at Dağlar için pusula | -`,
  ru: `
at Походы: лучшие маршруты | title.ranking
bt Рецепты номер один дома | title.ranking
at Тюнер - бесплатно | title.price
bt Обувь: скидка 20 % | title.price
bt Шахматы: играй сейчас | title.action
at Тюнер (Новинка) | title.programme
bt Кухня: выбор редакции | title.programme
at Блокнот пробная версия | any.prerelease
as Самый быстрый сканер | subtitle.claim
as Сканируйте и храните чеки | -
bd Настройте гитару без рекламы и с метрономом под рукой. | short.promotion
bd Скачайте бесплатно и храните чеки в порядке | short.promotion
bd Планируйте походы, находите приюты и делитесь маршрутами. | -
af Что говорят пользователи: ясно и быстро. | any.testimonial
af Годовой план дешевле на нашем сайте. | any.payment-elsewhere
af Лучшие друзья могут планировать вместе с вами. | -
ak походы,карта,приложение,приют,карта | keywords.wasted keywords.duplicate
ak походы,горы,приют,компас | -
at Новогодние открытки | any.dated
at Компас для гор | -`,
  ar: `
at مسارات: أفضل الطرق | title.ranking
bt وصفات رقم 1 في البيت | title.ranking
at ضبط الجيتار - مجاني | title.price
bt أحذية: خصم 20% | title.price
bt شطرنج: العب الآن | title.action
at ضبط الجيتار (جديد) | title.programme
bt مطبخ: اختيار المحررين | title.programme
at دفتر نسخة تجريبية | any.prerelease
as أسرع ماسح ضوئي | subtitle.claim
as امسح الإيصالات واحفظها | -
bd اضبط جيتارك بدون إعلانات ومع مترونوم في متناول يدك. | short.promotion
bd حمّل الآن ورتب إيصالاتك في ثوان | short.promotion
bd خطط لرحلاتك واعثر على ملجأ وشارك مساراتك مع أصدقائك. | -
af ماذا يقول المستخدمون: واضح وسريع. | any.testimonial
af الاشتراك السنوي أرخص على موقعنا. | any.payment-elsewhere
af ادع أصدقاءك وخططوا معا لرحلة في الجبال. | -
ak مسارات,خريطة,تطبيق,ملجأ,خريطة | keywords.wasted keywords.duplicate
ak مسارات,جبال,ملجأ,بوصلة | -
at بطاقات عيد الميلاد | any.dated
at بوصلة للجبال | -`,
  he: `
at מסלולים: הטיולים הכי טובים | title.ranking
bt המתכונים מספר אחת בבית | title.ranking
at כוונון גיטרה - חינם | title.price
bt נעליים: 20% הנחה | title.price
bt שחמט: שחקו עכשיו | title.action
at כוונון גיטרה (חדש) | title.programme
bt מטבח: בחירת העורכים | title.programme
at פנקס גרסת ניסיון | any.prerelease
as הסורק המהיר ביותר | subtitle.claim
as סרקו ושמרו קבלות | -
bd כווננו את הגיטרה ללא פרסומות ועם מטרונום בהישג יד. | short.promotion
bd הורידו עכשיו וסדרו את הקבלות בתוך שניות | short.promotion
bd תכננו טיולים, מצאו בקתה ושתפו מסלולים עם חברים. | -
af מה אומרים המשתמשים: ברור ומהיר. | any.testimonial
af המנוי השנתי זול יותר באתר שלנו. | any.payment-elsewhere
af החבר הכי טוב שלכם יכול לתכנן איתכם. | -
ak מסלולים,מפה,אפליקציה,בקתה,מפה | keywords.wasted keywords.duplicate
ak מסלולים,הרים,בקתה,מצפן | -
at כרטיסי ברכה לפסח | any.dated
at מצפן להרים | -`,
  hi: `
at रास्ते: सबसे अच्छे ट्रेक | title.ranking
bt घर की नंबर वन रेसिपी | title.ranking
at गिटार ट्यूनर - मुफ्त | title.price
bt जूते: 20% छूट | title.price
bt शतरंज: अभी खेलें | title.action
at गिटार ट्यूनर (नया) | title.programme
bt रसोई: संपादक की पसंद | title.programme
at नोटबुक परीक्षण संस्करण | any.prerelease
as सबसे तेज़ स्कैनर | subtitle.claim
as रसीदें स्कैन करें और रखें | -
bd बिना विज्ञापन अपना गिटार मिलाएं, मेट्रोनोम साथ में। | short.promotion
bd अभी डाउनलोड करें और रसीदें सहेजें | short.promotion
bd यात्रा की योजना बनाएं, आश्रय खोजें और रास्ते साझा करें। | -
af हमारे उपयोगकर्ता कहते हैं: साफ और तेज। | any.testimonial
af वार्षिक योजना हमारी वेबसाइट पर सस्ता विकल्प है। | any.payment-elsewhere
af अपने सबसे अच्छे दोस्त के साथ योजना बनाएं। | -
ak रास्ते,नक्शा,ऐप,आश्रय,नक्शा | keywords.wasted keywords.duplicate
ak ट्रेक,पहाड़,आश्रय,कम्पास | -
at दिवाली कार्ड बनाएं | any.dated
at पहाड़ों का कम्पास | -`,
  th: `
at เส้นทางเดินป่าดีที่สุด | title.ranking
bt สูตรอาหารอันดับ 1 ของบ้าน | title.ranking
at จูนกีตาร์ - ฟรี | title.price
bt รองเท้าลด 20% วันหยุด | title.price
bt หมากรุก เล่นเลย | title.action
at จูนกีตาร์ (ใหม่) | title.programme
bt ครัว: บรรณาธิการแนะนำ | title.programme
at สมุดโน้ต เวอร์ชันทดลอง | any.prerelease
as เครื่องสแกนเร็วที่สุด | subtitle.claim
as สแกนและเก็บใบเสร็จ | -
bd จูนกีตาร์แบบไม่มีโฆษณา พร้อมเมโทรนอมในเครื่องเดียวกัน | short.promotion
bd ดาวน์โหลดเลย แล้วเก็บใบเสร็จให้เป็นระเบียบ | short.promotion
bd วางแผนเดินทาง หาที่พัก และแบ่งปันเส้นทางกับเพื่อน | -
af ผู้ใช้ของเราบอกว่าใช้ง่ายและไว | any.testimonial
af แพ็กเกจรายปีถูกกว่าบนเว็บไซต์ | any.payment-elsewhere
af ชวนเพื่อนที่ดีที่สุดมาวางแผนด้วยกัน | -
ak เดินป่า,แผนที่,แอป,ที่พัก,แผนที่ | keywords.wasted keywords.duplicate
ak เดินป่า,ภูเขา,ที่พัก,เข็มทิศ | -
at การ์ดคริสต์มาสจากรูป | any.dated
at เข็มทิศสำหรับภูเขา | -`,
  ja: `
at 登山地図 人気No.1 | title.ranking
bt ランキング1位の献立帳 | title.ranking
at ギター調律 無料 | title.price
bt 靴の通販 20%オフ | title.price
bt 将棋 今すぐプレイ | title.action
at ギター調律【新作】 | title.programme
bt 料理帳 編集部のおすすめ | title.programme
at メモ帳（体験版） | any.prerelease
as 最速のスキャナー | subtitle.claim
as 領収書を読み取って整理 | -
bd 広告なしでギターを調律。メトロノームも入っています。 | short.promotion
bd クリスマスカードを写真から一分で作れます。 | short.promotion any.dated
bd 山行を計画し、山小屋を探し、歩いた道を友だちと共有できます。 | -
af お客様の声: わかりやすくて速い。 | any.testimonial
af 年額プランは公式サイトで購入できます。 | any.payment-elsewhere
af 友だちを招いて一緒に計画を立てましょう。 | -
ak 登山,地図,アプリ,山小屋,地図 | keywords.wasted keywords.duplicate
ak 登山,山岳,山小屋,方位磁針 | -
at 年賀状を写真から作る | any.dated
at 山の方位磁針 | -`,
  ko: `
at 등산 지도 최고의 길찾기 | title.ranking
bt 집밥 요리 인기 1위 | title.ranking
at 기타 조율기 - 무료 | title.price
bt 신발 가게 20% 할인 | title.price
bt 장기 한판 지금 플레이 | title.action
at 기타 조율기 (신작) | title.programme
bt 부엌 노트: 에디터 추천 | title.programme
at 메모장 체험판 | any.prerelease
as 가장 빠른 스캐너 | subtitle.claim
as 영수증을 찍고 정리하세요 | -
bd 광고 없는 기타 조율기와 메트로놈을 한 번에 써 보세요. | short.promotion
bd 지금 다운로드하고 영수증을 정리하세요 | short.promotion
bd 산행을 계획하고 대피소를 찾아 친구와 길을 나누세요. | -
af 사용자들이 말합니다: 쉽고 빠르다고. | any.testimonial
af 연간 요금제는 홈페이지에서 구매할 수 있습니다. | any.payment-elsewhere
af 친구를 불러 함께 계획을 세워 보세요. | -
ak 등산,지도,어플,대피소,지도 | keywords.wasted keywords.duplicate
ak 등산,산악,대피소,나침반 | -
at 크리스마스 카드 만들기 | any.dated
at 산에서 쓰는 나침반 | -`,
  zh: `
at 登山地图最好用 | title.ranking
bt 家常菜谱排行榜第一 | title.ranking
at 吉他调音器-免费 | title.price
bt 鞋店20%折扣 | title.price
bt 象棋残局立即下载 | title.action
at 吉他调音器（新版） | title.programme
bt 厨房笔记 编辑推荐 | title.programme
at 记事本（试用版） | any.prerelease
as 最快的扫描仪 | subtitle.claim
as 扫描并整理收据 | -
bd 无广告的吉他调音器，还带节拍器，随时随地练习。 | short.promotion
bd 用照片制作圣诞贺卡，一分钟就能寄给亲友。 | short.promotion any.dated
bd 规划徒步路线，寻找山屋，并与朋友分享走过的路。 | -
af 用户说界面清楚，速度也快。 | any.testimonial
af 年度方案在我们的网站购买即可。 | any.payment-elsewhere
af 邀请朋友一起计划下一次出行。 | -
ak 登山,地图,应用,山屋,地图 | keywords.wasted keywords.duplicate
ak 登山,山岳,山屋,指南针 | -
at 春节贺卡制作 | any.dated
at 山野指南针 | -`
}
