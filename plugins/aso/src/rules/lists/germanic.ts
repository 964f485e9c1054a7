import { lists } from "./lists.ts"

export const en = lists({
  ranking:
    "best, top, #1, # 1, no. 1, no.1, no 1, nr. 1, nr.1, n°1, №1, number one, number 1, most popular, most downloaded, most loved, app of the year, game of the year, app of the day, game of the day, million downloads, million users, million players, millions of users, millions of players, award winning, award winner, awarded, top rated, highest rated, 5 star, five star, best selling, bestseller, chart topping, !best friend, !best friends, !best practices, !best before, !table top, !top up, !top ups, !top down, !over the top, !big top, !roof top, !personal best, !top gun, !tip top, !hill top",
  price:
    "free, no ads, ad free, ads free, without ads, zero ads, no ad, remove ads, sale, on sale, discount, discounts, discounted, cashback, cash back, half price, low price, low prices, lowest price, best price, for $0, free of charge, no cost, limited offer, special offer, free trial, !hands free, !gluten free, !sugar free, !dairy free, !stress free, !smoke free, !debt free, !worry free, !hassle free, !drug free, !alcohol free, !duty free, !risk free, !royalty free, !care free, !distraction free, !pain free, !cruelty free, !carbon free, !meat free, !nicotine free, !porn free, !screen free, !tax free, !toll free, !bug free, !free fall, !free kick, !free kicks, !free hand, !free style, !free time, !free throw, !free throws, !free running, !free running, !free range, !free form, !free space, !free will, !free diving, !free roam, !free spirit, !free weights, !break free, !set free, !for sale, !sale management, !point of sale, !garage sale, !yard sale, !estate sale, !cigarette free, !plastic free, !commission free, !spam free, !fee free, !cash free, !contact free, !allergy free, !lactose free, !free agent, !free agents",
  percent: "off, discount, cheaper, sale",
  programme:
    "editor's choice, editors' choice, editors choice, editor choice, play pass, google play pass, apple arcade, staff pick, staff picks, featured app, featured by, featured on, app store award, google play award, play store's best, apple design award, best of play, trending now, hot app",
  fresh: "new, brand new, new version, all new",
  action:
    "download now, install now, play now, try now, try it now, update now, get it now, get now, download today, download free, download for free, install today, install free, play today, play free, play for free, join now, start now, buy now, order now, subscribe now, tap here, click here, download it now, download this, try for free, try free, try it free, try today, get it today, get started now",
  claim:
    "best, #1, number one, fastest, the ultimate, ultimate, perfect, unbeatable, unrivalled, unrivaled, guaranteed, guarantee, 100% guaranteed, 100%, easiest, simplest, smartest, safest, cheapest, greatest, finest, world's, leading, most advanced, most accurate, most popular, top rated, world class, award winning, never before, revolutionary, only app you need, the only app, !personal best, !best friend, !best friends, !best practices, !best before, !pixel perfect, !perfect pitch, !perfect match",
  season:
    "christmas, xmas, halloween, black friday, cyber monday, easter, valentine's, valentines, valentine's day, valentines day, new year's, thanksgiving, summer sale, winter sale, spring sale, back to school, this week, this month, this weekend, today only, limited time, for a limited time, new this year, this summer, this winter, holiday season, last chance, !merry christmas",
  prerelease:
    "beta, beta version, demo, demo version, trial, trial version, test version, alpha version, early access, preview version, pre release, prerelease, pre alpha, closed beta, open beta, beta test, test build",
  testimonial:
    "users say, our users say, what users say, what people say, people say, people are saying, users are saying, reviewers say, users love, our users love, loved by millions, loved by thousands, loved by users, loved by people, trusted by millions, rated 5 stars, rated five stars, 5 star reviews, five star reviews, everyone loves, customers say, customers love, critics say, player reviews, user reviews say, testimonials",
  praise:
    "love, loved, best, amazing, awesome, great, excellent, fantastic, perfect, incredible, must have, game changer, life saver, lifesaver, changed my life, wonderful, brilliant, addictive, favorite, favourite, recommend, 10/10, 5 stars, five stars",
  payment:
    "pay on our website, pay on our site, buy on our website, buy on our site, purchase on our website, subscribe on our website, subscribe on our site, subscribe at our website, pay on the web, subscribe on the web, buy on the web, cheaper on our website, cheaper on the web, cheaper on our site, lower price on our website, save on our website, pay via paypal, pay with paypal, paypal payment, pay with bitcoin, pay with crypto, outside the app store, outside of the app store, outside google play, outside of google play, web checkout, our web store, our webshop",
  wasted:
    "app, apps, game, games, free, best, top, the best, new, iphone, ipad, android, ios, mobile, mobile app, application, applications, download",
  for: "for, with, on, and",
  placeholder:
    "your text here, insert text here, text goes here, description goes here, your app name, app name here, app name, insert description, placeholder, coming soon, to be added, to be defined, description here, enter description, subtitle here, title here, add description, sample text, dummy text"
})

export const de = lists({
  ranking:
    "beste, bester, bestes, besten, die beste, nr. 1, nr.1, nr 1, nummer 1, nummer eins, platz 1, testsieger, preisgekrönt*, ausgezeichnet*, meistgeladen*, meistverkauft*, beliebteste*, app des jahres, spiel des jahres, app des tages, spiel des tages, million downloads, millionen downloads, millionen nutzer, millionen spieler, !beste freunde, !besten freunde, !beste freundin, !bester freund",
  price:
    "kostenlos, kostenlose, kostenloser, kostenloses, kostenlosen, gratis, umsonst, werbefrei*, ohne werbung, keine werbung, rabatt, rabatte, sonderangebot, sonderangebote, reduziert, schnäppchen, zum halben preis, kostenfrei*, sonderpreis, ausverkauf",
  percent: "rabatt, reduziert, günstiger, billiger, nachlass",
  programme: "tipp der redaktion, wahl der redaktion, auswahl der redaktion, empfehlung der redaktion",
  fresh: "neu, neue version, brandneu, ganz neu",
  action:
    "jetzt herunterladen, jetzt laden, jetzt downloaden, jetzt installieren, jetzt spielen, jetzt testen, jetzt ausprobieren, jetzt probieren, jetzt aktualisieren, jetzt holen, jetzt kaufen, jetzt starten, gratis laden, gratis herunterladen, kostenlos herunterladen, kostenlos spielen, kostenlos testen, hier klicken, hier tippen",
  claim:
    "beste, bester, bestes, besten, schnellste*, ultimative*, perfekt, perfekte, perfekter, perfektes, unschlagbar*, garantiert, garantie, einfachste*, sicherste*, günstigste*, billigste*, weltweit führend*, führende*, einzigartig*, revolutionär*, die einzige app, 100 %, 100%, nummer eins, nr. 1",
  season:
    "weihnachten, weihnachts*, halloween, black friday, cyber monday, ostern, oster*, valentinstag, silvester, sommerschlussverkauf, winterschlussverkauf, nur heute, nur diese woche, diese woche, nur für kurze zeit, diesen sommer, diesen winter, letzte chance",
  prerelease: "beta, betaversion, beta version, demo, demoversion, testversion, probeversion, vorabversion, probeabo",
  testimonial:
    "nutzer sagen, das sagen unsere nutzer, unsere nutzer sagen, kunden sagen, unsere kunden sagen, nutzer lieben, alle lieben, von millionen geliebt, kundenstimmen, nutzerstimmen, 5 sterne bewertungen, millionen vertrauen",
  praise:
    "liebe, beste, toll, großartig*, genial, super, fantastisch, perfekt, unglaublich, empfehle, klasse, hervorragend, spitze, 5 sterne, suchtgefahr",
  payment:
    "auf unserer website bezahlen, auf unserer webseite bezahlen, auf unserer website kaufen, auf unserer webseite kaufen, auf unserer website abonnieren, auf unserer webseite abonnieren, günstiger auf unserer website, günstiger auf unserer webseite, im web bezahlen, im web günstiger, per paypal, mit paypal bezahlen, außerhalb des app store, in unserem webshop, über unsere website abonnieren",
  wasted: "app, apps, spiel, spiele, kostenlos, gratis, beste, besten, bester, anwendung, handy, neu, top",
  for: "für, mit, auf, am, und",
  placeholder:
    "hier text einfügen, text hier einfügen, beispieltext, platzhalter, blindtext, name der app, app name, beschreibung folgt, demnächst verfügbar, ihr text hier, beschreibung hier einfügen"
})

export const nl = lists({
  ranking:
    "beste, de beste, nr. 1, nr 1, nummer 1, nummer één, meest populaire, populairste, meest gedownload*, bekroond*, prijswinnend*, app van het jaar, spel van het jaar, app van de dag, miljoen downloads, miljoenen gebruikers, miljoen gebruikers, !beste vrienden, !beste vriend, !beste vriendin",
  price:
    "gratis, zonder advertenties, geen advertenties, reclamevrij*, advertentievrij*, zonder reclame, korting, kortingen, uitverkoop, aanbieding, aanbiedingen, halve prijs, kosteloos, kosteloze",
  percent: "korting, goedkoper, afgeprijsd",
  programme: "keuze van de redactie, keuze van de redacteur, redactiekeuze",
  fresh: "nieuw, nieuwe versie, gloednieuw",
  action:
    "download nu, nu downloaden, installeer nu, nu installeren, speel nu, nu spelen, probeer nu, nu proberen, update nu, nu updaten, haal nu, koop nu, begin nu, gratis downloaden, gratis spelen, gratis proberen, klik hier, tik hier",
  claim:
    "beste, de beste, snelste, ultieme, perfecte, perfect, onovertroffen, gegarandeerd, garantie, makkelijkste, eenvoudigste, veiligste, goedkoopste, toonaangevend*, revolutionair*, de enige app, 100%, uniek, unieke, nummer 1, nr. 1",
  season:
    "kerst, kerstmis, halloween, black friday, cyber monday, pasen, valentijnsdag, valentijn, sinterklaas, oud en nieuw, zomeruitverkoop, alleen vandaag, deze week, tijdelijk, beperkte tijd, deze zomer, deze winter, laatste kans",
  prerelease: "bèta, beta, bètaversie, betaversie, demo, demoversie, proefversie, testversie",
  testimonial:
    "gebruikers zeggen, onze gebruikers zeggen, dit zeggen gebruikers, klanten zeggen, gebruikers houden van, iedereen houdt van, geliefd bij miljoenen, 5 sterren beoordelingen, miljoenen vertrouwen",
  praise:
    "geweldig*, beste, super, fantastisch*, perfect, ongelooflijk, aanrader, top, uitstekend, 5 sterren, verslavend, hou van",
  payment:
    "betaal op onze website, betalen op onze website, koop op onze website, abonneer op onze website, abonneer je op onze website, goedkoper op onze website, betaal met paypal, via paypal, buiten de app store, in onze webshop",
  wasted: "app, apps, spel, spellen, spelletjes, gratis, beste, nieuw, top, applicatie, mobiel",
  for: "voor, met, op, en",
  placeholder:
    "voorbeeldtekst, tekst hier, uw tekst hier, jouw tekst hier, plaats hier tekst, naam van de app, beschrijving volgt, binnenkort beschikbaar"
})

export const sv = lists({
  ranking:
    "bäst, bästa, den bästa, nr 1, nr. 1, nummer 1, nummer ett, mest populära, populäraste, mest nedladdade, prisbelönt*, årets app, årets spel, dagens app, miljoner nedladdningar, miljoner användare, miljon nedladdningar, !bästa vän, !bästa vänner",
  price:
    "gratis, kostnadsfri, kostnadsfritt, kostnadsfria, reklamfri*, utan reklam, ingen reklam, inga annonser, utan annonser, rabatt, rabatter, rea, halva priset, specialerbjudande",
  percent: "rabatt, billigare, rea",
  programme: "redaktionens val, redaktörens val",
  fresh: "ny, nytt, nya, ny version, helt ny",
  action:
    "ladda ner nu, ladda ned nu, hämta nu, installera nu, spela nu, prova nu, testa nu, uppdatera nu, köp nu, börja nu, ladda ner gratis, spela gratis, prova gratis, klicka här, tryck här",
  claim:
    "bäst, bästa, snabbaste, ultimata, perfekt, perfekta, oslagbar*, garanterad, garanterat, garanti, enklaste, säkraste, billigaste, ledande, revolutionerande, unik, unika, den enda appen, 100 %, 100%, nummer ett",
  season:
    "jul, julen, halloween, black friday, cyber monday, påsk, alla hjärtans dag, nyår, sommarrea, endast idag, bara idag, denna vecka, den här veckan, begränsad tid, i sommar, i vinter, sista chansen",
  prerelease: "beta, betaversion, demo, demoversion, testversion, provversion",
  testimonial:
    "användare säger, våra användare säger, kunder säger, användare älskar, alla älskar, älskad av miljoner, miljoner litar på, femstjärniga recensioner",
  praise: "älskar, bästa, fantastisk*, underbar*, perfekt, otrolig*, rekommenderar, toppen, suverän*, grym, 5 stjärnor",
  payment:
    "betala på vår webbplats, betala på vår hemsida, köp på vår webbplats, köp på vår hemsida, prenumerera på vår webbplats, prenumerera på vår hemsida, billigare på vår webbplats, billigare på vår hemsida, betala med paypal, via paypal, utanför app store",
  wasted: "app, appar, appen, spel, spelet, gratis, bäst, bästa, ny, nya, topp, mobil",
  for: "för, med, på, till, och",
  placeholder: "exempeltext, din text här, text här, platshållare, appens namn, beskrivning kommer, kommer snart"
})

export const da = lists({
  ranking:
    "bedst, bedste, den bedste, nr. 1, nr 1, nummer 1, nummer et, mest populære, mest downloadede, prisvindende, prisbelønnet, årets app, årets spil, dagens app, millioner downloads, millioner brugere, million downloads, !bedste ven, !bedste venner, !bedste veninde",
  price:
    "gratis, uden reklamer, ingen reklamer, reklamefri*, uden annoncer, ingen annoncer, rabat, rabatter, tilbud, udsalg, halv pris, omkostningsfri*",
  percent: "rabat, billigere",
  programme: "redaktionens valg, redaktørens valg",
  fresh: "ny, nyt, nye, ny version, helt ny",
  action:
    "download nu, hent nu, installer nu, installér nu, spil nu, prøv nu, opdater nu, opdatér nu, køb nu, start nu, download gratis, hent gratis, spil gratis, prøv gratis, klik her, tryk her",
  claim:
    "bedst, bedste, hurtigste, ultimative, perfekt, perfekte, uovertruffen, uovertrufne, garanteret, garanti, nemmeste, letteste, sikreste, billigste, førende, revolutionerende, unik, unikke, den eneste app, 100 %, 100%, nummer et",
  season:
    "jul, julen, juletid, halloween, black friday, cyber monday, påske, valentinsdag, nytår, sommerudsalg, kun i dag, denne uge, begrænset tid, til sommer, denne sommer, sidste chance",
  prerelease: "beta, betaversion, demo, demoversion, testversion, prøveversion",
  testimonial:
    "brugere siger, vores brugere siger, kunder siger, brugerne elsker, alle elsker, elsket af millioner, millioner stoler på",
  praise: "elsker, bedste, fantastisk*, vidunderlig*, perfekt, utrolig*, anbefaler, genial*, 5 stjerner, super",
  payment:
    "betal på vores hjemmeside, betal på vores website, køb på vores hjemmeside, køb på vores website, abonner på vores hjemmeside, abonnér på vores hjemmeside, billigere på vores hjemmeside, betal med paypal, via paypal, uden for app store",
  wasted: "app, apps, appen, spil, spillet, gratis, bedst, bedste, ny, nye, top, mobil",
  for: "til, for, med, på, og",
  placeholder: "eksempeltekst, din tekst her, tekst her, pladsholder, appens navn, beskrivelse følger, kommer snart"
})

export const no = lists({
  ranking:
    "best, beste, den beste, nr. 1, nr 1, nummer 1, nummer en, mest populære, mest nedlastede, prisvinnende, prisbelønt, årets app, årets spill, dagens app, millioner nedlastinger, millioner brukere, million nedlastinger, !beste venn, !beste venner, !bestevenn",
  price:
    "gratis, uten reklame, ingen reklame, reklamefri*, uten annonser, ingen annonser, rabatt, rabatter, tilbud, salg, halv pris, kostnadsfri*",
  percent: "rabatt, billigere, avslag",
  programme: "redaksjonens valg, redaktørens valg",
  fresh: "ny, nytt, nye, ny versjon, helt ny",
  action:
    "last ned nå, hent nå, installer nå, spill nå, prøv nå, oppdater nå, kjøp nå, start nå, last ned gratis, spill gratis, prøv gratis, klikk her, trykk her",
  claim:
    "best, beste, raskeste, ultimate, ultimat, perfekt, perfekte, uslåelig*, garantert, garanti, enkleste, letteste, sikreste, billigste, ledende, revolusjonerende, unik, unike, den eneste appen, 100 %, 100%, nummer en",
  season:
    "jul, julen, halloween, black friday, cyber monday, påske, valentinsdagen, nyttår, sommersalg, kun i dag, bare i dag, denne uken, begrenset tid, i sommer, i vinter, siste sjanse",
  prerelease: "beta, betaversjon, demo, demoversjon, testversjon, prøveversjon",
  testimonial:
    "brukere sier, brukerne våre sier, kunder sier, brukerne elsker, alle elsker, elsket av millioner, millioner stoler på",
  praise: "elsker, beste, fantastisk*, nydelig*, perfekt, utrolig*, anbefaler, genial*, 5 stjerner, super",
  payment:
    "betal på nettsiden vår, betal på vår nettside, kjøp på nettsiden vår, kjøp på vår nettside, abonner på nettsiden vår, billigere på nettsiden vår, betal med paypal, via paypal, utenfor app store",
  wasted: "app, apper, appen, spill, spillet, gratis, best, beste, ny, nye, topp, mobil",
  for: "til, for, med, på, og",
  placeholder:
    "eksempeltekst, din tekst her, teksten din her, tekst her, plassholder, navnet på appen, beskrivelse kommer, kommer snart"
})
