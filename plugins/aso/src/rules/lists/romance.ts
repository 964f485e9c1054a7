import { lists } from "./lists.ts"

export const fr = lists({
  ranking:
    "meilleur, meilleure, meilleurs, meilleures, le meilleur, n° 1, n°1, nº 1, nº1, no 1, no. 1, numéro 1, numéro un, top, les plus populaires, le plus populaire, la plus populaire, le plus téléchargé, la plus téléchargée, primé, primée, récompensé, récompensée, application de l'année, appli de l'année, jeu de l'année, appli du jour, millions de téléchargements, million de téléchargements, millions d'utilisateurs, !meilleur ami, !meilleurs amis, !meilleure amie",
  price:
    "gratuit, gratuite, gratuits, gratuites, gratuitement, sans pub, sans publicité, sans publicités, sans pubs, zéro pub, remise, remises, promo, promos, promotion, promotions, soldes, en solde, réduction, réductions, moitié prix, offre spéciale, prix réduit, bon plan",
  percent: "de réduction, de remise, de rabais, moins cher, offerts",
  programme: "choix de la rédaction, sélection de la rédaction, coup de cœur de la rédaction, choix de l'équipe",
  fresh: "nouveau, nouvelle, nouveauté, nouveautés, nouvelle version, tout nouveau",
  action:
    "téléchargez maintenant, télécharger maintenant, téléchargez vite, installez maintenant, installer maintenant, jouez maintenant, jouer maintenant, essayez maintenant, essayer maintenant, mettez à jour maintenant, obtenez maintenant, achetez maintenant, téléchargez gratuitement, jouez gratuitement, essayez gratuitement, télécharger gratuitement, cliquez ici, appuyez ici, téléchargez dès maintenant, essayez dès maintenant, jouez dès maintenant, téléchargez la",
  claim:
    "meilleur, meilleure, meilleurs, meilleures, le plus rapide, la plus rapide, ultime, parfait, parfaite, imbattable, imbattables, garanti, garantie, le plus simple, la plus simple, le plus facile, la plus facile, le plus sûr, la plus sûre, le moins cher, la moins chère, leader mondial, révolutionnaire, unique au monde, la seule appli, la seule application, 100 %, 100%, numéro un, n°1",
  season:
    "noël, halloween, black friday, cyber monday, pâques, saint valentin, nouvel an, soldes d'été, soldes d'hiver, aujourd'hui seulement, cette semaine, durée limitée, pour une durée limitée, cet été, cet hiver, dernière chance, rentrée",
  prerelease:
    "bêta, beta, version bêta, version beta, démo, version démo, version d'essai, version de test, accès anticipé, préversion",
  testimonial:
    "nos utilisateurs disent, les utilisateurs disent, ce que disent nos utilisateurs, nos clients disent, les utilisateurs adorent, nos utilisateurs adorent, tout le monde adore, adoré par des millions, avis 5 étoiles, des millions nous font confiance, témoignages",
  praise:
    "adore, meilleure, meilleur, génial*, super, fantastique, parfait*, incroyable, recommande, excellent*, formidable, 5 étoiles, top, addictif",
  payment:
    "payez sur notre site, payer sur notre site, achetez sur notre site, acheter sur notre site, abonnez-vous sur notre site, s'abonner sur notre site, moins cher sur notre site, payez avec paypal, payer avec paypal, via paypal, en dehors de l'app store, hors app store, sur notre boutique en ligne",
  wasted:
    "app, apps, appli, applis, application, applications, jeu, jeux, gratuit, gratuite, gratuits, meilleur, meilleure, nouveau, top, mobile",
  for: "pour, avec, sur, et",
  placeholder:
    "votre texte ici, texte ici, insérer le texte ici, insérez votre texte, texte d'exemple, nom de l'application, nom de l'appli, description à venir, bientôt disponible"
})

export const es = lists({
  ranking:
    "mejor, mejores, el mejor, la mejor, top, n.º 1, nº 1, nº1, n° 1, n°1, número 1, número uno, más popular, más populares, más descargado, más descargada, más descargadas, premiado, premiada, galardonado, galardonada, app del año, juego del año, app del día, millones de descargas, millón de descargas, millones de usuarios, millones de jugadores, !mejor amigo, !mejor amiga, !mejores amigos, !mejores amigas",
  price:
    "gratis, gratuito, gratuita, gratuitos, gratuitas, sin anuncios, sin publicidad, cero anuncios, descuento, descuentos, oferta, ofertas, rebaja, rebajas, rebajado, mitad de precio, oferta especial, precio reducido, sin costo, sin coste",
  percent: "de descuento, descuento, dto, menos, más barato, de rebaja",
  programme:
    "elección del editor, elección de los editores, selección del editor, elección de nuestros editores, destacado por",
  fresh: "nuevo, nueva, novedad, novedades, nueva versión",
  action:
    "descarga ahora, descargar ahora, descárgala ahora, descárgalo ahora, descárgala ya, descárgalo ya, descarga ya, instala ahora, instalar ahora, instálala ya, juega ahora, jugar ahora, juega ya, prueba ahora, pruébala ya, pruébalo ya, pruébala ahora, pruébalo ahora, actualiza ahora, actualizar ahora, compra ahora, consíguela ya, descarga gratis, descargar gratis, juega gratis, prueba gratis, haz clic aquí, pulsa aquí",
  claim:
    "mejor, mejores, el mejor, la mejor, más rápido, más rápida, definitivo, definitiva, perfecto, perfecta, insuperable, imbatible, garantizado, garantizada, garantía, más fácil, más sencillo, más sencilla, más seguro, más segura, más barato, más barata, líder, líder mundial, revolucionario, revolucionaria, único, única, la única app, 100 %, 100%, número uno",
  season:
    "navidad, navidades, navideño, navideña, halloween, black friday, cyber monday, semana santa, pascua, san valentín, año nuevo, rebajas de verano, rebajas de invierno, solo hoy, sólo hoy, esta semana, tiempo limitado, por tiempo limitado, este verano, este invierno, última oportunidad, vuelta al cole, buen fin",
  prerelease: "beta, versión beta, demo, versión demo, versión de prueba, versión de pruebas, acceso anticipado",
  testimonial:
    "los usuarios dicen, nuestros usuarios dicen, lo que dicen nuestros usuarios, lo que dicen los usuarios, los clientes dicen, los usuarios aman, todos aman, a todos les encanta, amada por millones, amado por millones, reseñas de 5 estrellas, millones confían, testimonios",
  praise:
    "encanta, mejor, increíble, genial, excelente, fantástic*, perfect*, maravillos*, recomiendo, buenísim*, 5 estrellas, impresionante, adictiv*",
  payment:
    "paga en nuestra web, paga en nuestro sitio, pagar en nuestra web, compra en nuestra web, compra en nuestro sitio, suscríbete en nuestra web, suscríbete en nuestro sitio, más barato en nuestra web, más barato en nuestro sitio, paga con paypal, pagar con paypal, a través de paypal, fuera de la app store, fuera de app store, en nuestra tienda web",
  wasted:
    "app, apps, aplicación, aplicaciones, juego, juegos, gratis, gratuito, mejor, mejores, nuevo, nueva, top, móvil",
  for: "para, con, en, y",
  placeholder:
    "tu texto aquí, su texto aquí, texto aquí, inserte texto, inserta texto aquí, texto de ejemplo, texto de relleno, nombre de la app, nombre de la aplicación, descripción pendiente, próximamente"
})

export const pt = lists({
  ranking:
    "melhor, melhores, o melhor, a melhor, top, nº 1, nº1, n° 1, n.º 1, número 1, número um, mais popular, mais populares, mais baixado, mais baixada, mais baixados, premiado, premiada, app do ano, jogo do ano, app do dia, milhões de downloads, milhão de downloads, milhões de usuários, milhões de utilizadores, milhões de jogadores, !melhor amigo, !melhor amiga, !melhores amigos, !melhores amigas",
  price:
    "grátis, gratis, gratuito, gratuita, gratuitos, gratuitas, sem anúncios, sem propaganda, sem publicidade, zero anúncios, desconto, descontos, oferta, ofertas, promoção, promoções, liquidação, metade do preço, oferta especial, sem custo, cashback",
  percent: "de desconto, desconto, off, mais barato",
  programme: "escolha do editor, escolha dos editores, seleção do editor, escolha da redação",
  fresh: "novo, nova, novidade, novidades, nova versão",
  action:
    "baixe agora, baixar agora, baixe já, descarregue agora, descarrega já, instale agora, instalar agora, instale já, jogue agora, jogar agora, jogue já, experimente agora, experimente já, teste agora, atualize agora, atualizar agora, compre agora, comece agora, baixe grátis, baixar grátis, jogue grátis, experimente grátis, clique aqui, toque aqui",
  claim:
    "melhor, melhores, o melhor, a melhor, mais rápido, mais rápida, definitivo, definitiva, perfeito, perfeita, imbatível, insuperável, garantido, garantida, garantia, mais fácil, mais simples, mais seguro, mais segura, mais barato, mais barata, líder, líder mundial, revolucionário, revolucionária, único, única, o único app, a única app, 100 %, 100%, número um",
  season:
    "natal, natalino, halloween, black friday, cyber monday, páscoa, dia dos namorados, ano novo, réveillon, carnaval, liquidação de verão, só hoje, somente hoje, esta semana, tempo limitado, por tempo limitado, este verão, neste verão, neste inverno, última chance, última oportunidade, volta às aulas",
  prerelease:
    "beta, versão beta, demo, versão demo, versão de teste, versão de testes, versão de avaliação, acesso antecipado",
  testimonial:
    "os usuários dizem, nossos usuários dizem, o que dizem nossos usuários, os clientes dizem, os utilizadores dizem, os usuários amam, nossos usuários amam, todos amam, amado por milhões, amada por milhões, avaliações 5 estrelas, milhões confiam, depoimentos",
  praise:
    "amo, adoro, melhor, incrível, ótim*, excelente, fantástic*, perfeit*, maravilhos*, recomendo, sensacional, 5 estrelas, viciante",
  payment:
    "pague em nosso site, pague no nosso site, pagar no nosso site, compre em nosso site, compre no nosso site, assine em nosso site, assine no nosso site, subscreva no nosso site, mais barato no nosso site, mais barato em nosso site, pague com paypal, via paypal, fora da app store, na nossa loja online",
  wasted:
    "app, apps, aplicativo, aplicativos, aplicação, jogo, jogos, grátis, gratis, gratuito, melhor, melhores, novo, nova, top, celular",
  for: "para, com, no, na, em, e",
  placeholder:
    "seu texto aqui, teu texto aqui, o seu texto aqui, texto aqui, insira o texto aqui, texto de exemplo, nome do app, nome do aplicativo, descrição em breve, em breve"
})

export const it = lists({
  ranking:
    "migliore, migliori, miglior, il migliore, la migliore, top, n. 1, n.1, n° 1, n°1, numero 1, numero uno, più popolare, più popolari, più scaricata, più scaricato, più scaricate, premiato, premiata, pluripremiato, pluripremiata, app dell'anno, gioco dell'anno, app del giorno, milioni di download, milione di download, milioni di utenti, milioni di giocatori, !migliore amico, !migliore amica, !migliori amici, !miglior amico, !migliori amiche",
  price:
    "gratis, gratuito, gratuita, gratuiti, gratuite, gratuitamente, senza pubblicità, niente pubblicità, zero pubblicità, sconto, sconti, scontato, scontata, offerta, offerte, saldi, metà prezzo, offerta speciale, in promozione, promozione, promozioni",
  percent: "di sconto, sconto, in meno",
  programme:
    "scelta dell'editore, scelti dalla redazione, scelta dalla redazione, scelto dalla redazione, scelta della redazione",
  fresh: "nuovo, nuova, novità, nuova versione",
  action:
    "scarica ora, scarica subito, scaricala ora, scaricala subito, installa ora, installa subito, gioca ora, gioca subito, prova ora, prova subito, provala ora, provalo ora, provala subito, aggiorna ora, compra ora, acquista ora, inizia ora, scarica gratis, gioca gratis, prova gratis, clicca qui, tocca qui",
  claim:
    "migliore, migliori, miglior, più veloce, definitivo, definitiva, perfetto, perfetta, imbattibile, insuperabile, garantito, garantita, garanzia, più facile, più semplice, più sicuro, più sicura, più economico, più economica, leader, leader mondiale, rivoluzionario, rivoluzionaria, unico al mondo, l'unica app, 100 %, 100%, numero uno",
  season:
    "natale, natalizio, natalizia, halloween, black friday, cyber monday, pasqua, san valentino, capodanno, saldi estivi, saldi invernali, solo oggi, questa settimana, tempo limitato, per un tempo limitato, quest'estate, questo inverno, ultima occasione, ferragosto",
  prerelease: "beta, versione beta, demo, versione demo, versione di prova, versione di test, accesso anticipato",
  testimonial:
    "gli utenti dicono, i nostri utenti dicono, cosa dicono gli utenti, cosa dicono i nostri utenti, i clienti dicono, gli utenti adorano, tutti adorano, tutti amano, amata da milioni, amato da milioni, recensioni a 5 stelle, milioni si fidano, testimonianze",
  praise:
    "adoro, amo, migliore, fantastic*, ottim*, eccellente, perfett*, incredibile, meraviglios*, consiglio, consigliatissim*, bellissim*, 5 stelle",
  payment:
    "paga sul nostro sito, pagare sul nostro sito, acquista sul nostro sito, compra sul nostro sito, abbonati sul nostro sito, più economico sul nostro sito, costa meno sul nostro sito, paga con paypal, tramite paypal, fuori dall'app store, al di fuori dell'app store, nel nostro negozio online",
  wasted:
    "app, applicazione, applicazioni, gioco, giochi, gratis, gratuito, migliore, migliori, nuovo, nuova, top, cellulare",
  for: "per, con, su, e",
  placeholder:
    "il tuo testo qui, inserisci testo qui, inserire testo qui, testo qui, testo di esempio, testo segnaposto, nome dell'app, descrizione in arrivo, prossimamente, in arrivo"
})

export const ro = lists({
  ranking:
    "cel mai bun, cea mai bună, cele mai bune, cei mai buni, nr. 1, nr 1, numărul 1, numărul unu, cel mai popular, cea mai populară, cea mai descărcată, cel mai descărcat, premiat, premiată, aplicația anului, jocul anului, aplicația zilei, milioane de descărcări, milion de descărcări, milioane de utilizatori, !cel mai bun prieten, !cei mai buni prieteni, !cea mai bună prietenă",
  price:
    "gratis, gratuit, gratuită, gratuite, gratuiți, fără reclame, fără publicitate, reducere, reduceri, ofertă, oferte, ofertă specială, jumătate de preț, promoție, promoții, chilipir",
  percent: "reducere, mai ieftin",
  programme: "alegerea editorilor, alegerea editorului, recomandarea redacției",
  fresh: "nou, nouă, noutate, noutăți, versiune nouă",
  action:
    "descarcă acum, descărcați acum, instalează acum, instalați acum, joacă acum, joacă-te acum, jucați acum, încearcă acum, încercați acum, actualizează acum, actualizați acum, cumpără acum, începe acum, descarcă gratuit, joacă gratuit, încearcă gratuit, apasă aici, click aici",
  claim:
    "cel mai bun, cea mai bună, cele mai bune, cel mai rapid, cea mai rapidă, suprem, supremă, perfect, perfectă, de neînvins, imbatabil*, garantat, garantată, garanție, cel mai ușor, cea mai ușoară, cel mai simplu, cea mai simplă, cel mai sigur, cea mai sigură, cel mai ieftin, cea mai ieftină, lider, lider mondial, revoluționar*, unic, unică, singura aplicație, 100 %, 100%, numărul unu",
  season:
    "crăciun, halloween, black friday, cyber monday, paște, paști, ziua îndrăgostiților, anul nou, revelion, reduceri de vară, doar azi, doar astăzi, săptămâna aceasta, timp limitat, vara aceasta, iarna aceasta, ultima șansă",
  prerelease:
    "beta, versiune beta, versiunea beta, demo, versiune demo, versiune de test, versiune de probă, acces anticipat",
  testimonial:
    "utilizatorii spun, utilizatorii noștri spun, clienții spun, utilizatorii iubesc, toată lumea iubește, iubită de milioane, iubit de milioane, milioane au încredere",
  praise:
    "ador, iubesc, cea mai bună, minunat*, excelent*, fantastic*, perfect*, incredibil*, recomand, super, 5 stele",
  payment:
    "plătește pe site-ul nostru, plătiți pe site-ul nostru, cumpără pe site-ul nostru, abonează-te pe site-ul nostru, mai ieftin pe site-ul nostru, plătește cu paypal, prin paypal, în afara app store",
  wasted: "app, aplicație, aplicații, aplicatie, aplicatii, joc, jocuri, gratis, gratuit, cel mai bun, nou, top, mobil",
  for: "pentru, cu, pe, și",
  placeholder:
    "textul tău aici, text aici, introduceți textul aici, text exemplu, numele aplicației, descriere în curând, în curând"
})

export const ca = lists({
  ranking:
    "millor, millors, el millor, la millor, núm. 1, número 1, número u, més popular, més populars, més descarregada, més descarregat, premiat, premiada, app de l'any, joc de l'any, milions de descàrregues, milions d'usuaris, !millor amic, !millors amics, !millor amiga",
  price:
    "gratis, gratuït, gratuïta, gratuïts, gratuïtes, de franc, sense anuncis, sense publicitat, descompte, descomptes, oferta, ofertes, rebaixa, rebaixes, meitat de preu",
  percent: "de descompte, descompte, més barat",
  programme: "elecció de l'editor, selecció de l'editor",
  fresh: "nou, nova, novetat, novetats, nova versió",
  action:
    "descarrega ara, descarrega-la ara, baixa-la ara, instal·la ara, juga ara, prova ara, prova-la ara, actualitza ara, compra ara, comença ara, descarrega gratis, juga gratis, prova gratis, fes clic aquí, toca aquí",
  claim:
    "millor, millors, més ràpid, més ràpida, definitiu, definitiva, perfecte, perfecta, imbatible, garantit, garantida, garantia, més fàcil, més segur, més segura, més barat, més barata, líder, revolucionari, revolucionària, únic, única, l'única app, 100 %, 100%, número u",
  season:
    "nadal, halloween, black friday, cyber monday, setmana santa, sant valentí, cap d'any, només avui, aquesta setmana, temps limitat, aquest estiu, aquest hivern, última oportunitat",
  prerelease: "beta, versió beta, demo, versió demo, versió de prova, accés anticipat",
  testimonial:
    "els usuaris diuen, els nostres usuaris diuen, els clients diuen, a tothom li encanta, estimada per milions, milions hi confien",
  praise: "encanta, millor, increïble, genial, excel·lent, fantàstic*, perfect*, meravellós, recomano, 5 estrelles",
  payment:
    "paga al nostre web, paga a la nostra web, compra al nostre web, subscriu-te al nostre web, més barat al nostre web, paga amb paypal, fora de l'app store",
  wasted: "app, apps, aplicació, aplicacions, joc, jocs, gratis, gratuït, millor, millors, nou, nova, top, mòbil",
  for: "per a, per, amb, a, i",
  placeholder:
    "el teu text aquí, text aquí, insereix el text aquí, text d'exemple, nom de l'app, nom de l'aplicació, properament"
})
