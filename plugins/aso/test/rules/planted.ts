/**
 * Whole listings, written for this test, with what is planted in them: `<store> field=text ~ field=text | rules`, `-` for
 * none. Stores are a and b; fields t(itle), s(ubtitle), k(eywords), d (short description), f(ull description), p(romotional
 * text), w(hat's new), n (developer's name), l(ocale). What can't be seen is written as an escape.
 */
export const planted: Readonly<Record<string, string>> = {
  en: `
a t=Lumo: COLLAGE Grids!! ~ s=Grids for your pictures ~ k=border;card, poster,,#frame,and,ab,print shop,print,sticker,stickers | title.caps title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat keywords.plural
a t=iPhone Lumo lumo.app ~ s={{subtitle}} ~ k=android,tiktok,border,card ~ f=Lumo turns the pictures of a day into one collage that you'll want to keep, and lets you change the frames, the fonts and the colours of each picture until all of it feels just right to you and yours.\\nTap <b>Share</b>\\u200b  then print. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph keywords.wasted
a t=Lumo: Photo Grid Collage ~ s=Frames and fonts ~ n=Brightwood Ltd ~ k=brightwood,fonts,grid,border | title.descriptor keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=Lumo Collage Maker ~ d=Make a collage of your holiday pictures in a minute ~ f=Pictures for all.\\npictures, frames, fonts, grids, borders, cards, posters, stickers\\nPictures here. Pictures there. Pictures now. Pictures for you. | short.repeats-title description.block description.repetition
a t=Lumo: Frames for Your Days ~ s=Wi-Fi prints at 4K and 3:2 ~ k=collage,border,poster,album,scrapbook,diary,c#,men's ~ f=Put a day into one picture.\\n\\nChoose a grid, drop your pictures in, and write a line below each. Print it at home, or send it to a friend. | -
b t=Brass & Wood: Tuner ~ d=Hear a note, see how far it's off, and turn the peg until it fits. ~ f=Play any string.\\n\\nThe needle shows cents. Flats, sharps, capo and drop tunings are in. Works offline. | -`,
  de: `
a t=Lumo: BILDER Raster!! ~ s=Raster für deine Fotos ~ k=rahmen;karte, poster,,#druck,und,ab,foto album,album,aufkleber,aufklebern | title.caps title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat keywords.plural keywords.repeats-subtitle
a t=iPad Lumo www.lumo.de ~ s=Hier kommt {{text}} hin ~ k=android,instagram,rahmen,karte ~ f=Lumo macht aus den Bildern eines Tages eine Collage, die du behalten willst, und du änderst Rahmen, Schriften und Farben, bis sich alles für dich und deine Familie ganz richtig anfühlt.\\nTippe auf <b>Teilen</b>\\u200b  und drucke. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph keywords.wasted
a t=Lumo: Foto Raster Collage ~ s=Rahmen und Schriften ~ n=Lichtwald GmbH ~ k=lichtwald,schriften,raster,poster | title.descriptor keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=Lumo Collagen ~ d=Gestalte Collagen aus den Bildern deines Urlaubs, ganz leicht ~ f=Bilder für alle.\\nBilder, Rahmen, Schriften, Raster, Karten, Poster, Sticker, Drucke\\nBilder hier. Bilder dort. Bilder morgen. Bilder für dich. | short.repeats-title description.block description.repetition
a t=Lumo: Rahmen für den Tag ~ s=Druckt über Wi-Fi in 4K ~ k=collage,poster,album,tagebuch,karte,geschenk,c#,einladung ~ f=Ein Tag in einem Bild.\\n\\nWähle ein Raster, lege deine Fotos hinein und schreibe eine Zeile unter jedes. Drucke es zu Hause oder schicke es Freunden. | -
b t=Saitenspiel: Stimmgerät ~ d=Höre einen Ton, sieh die Abweichung und drehe den Wirbel, bis er passt. ~ f=Zupfe eine Saite.\\n\\nDie Nadel zeigt Cent. Auch Kapodaster und tiefe Stimmungen sind dabei. Läuft ohne Netz. | -`,
  fr: `
a t=Lumo : GRILLES photo!! ~ s=Des grilles à partager ~ k=cadre;carte, affiche,,#tirage,avec,ab,livre souvenir,livre,autocollant,autocollants | title.caps title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat keywords.plural
a t=iPhone Lumo www.lumo.fr ~ s=Texte {{accroche}} ~ k=android,snapchat,cadre,carte ~ f=Lumo réunit les photos d'une journée dans un collage que vous voudrez garder, et vous changez les cadres, les polices et les couleurs jusqu'à ce que tout vous paraisse vraiment juste et beau.\\nTouchez <b>Partager</b>\\u200b  puis imprimez. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph keywords.wasted
a t=Lumo - Photo - Cadre - Collage ~ s=Cadres et polices ~ n=Boisclair SARL ~ k=boisclair,polices,collage,affiche | title.stuffing keywords.own-name keywords.repeats-subtitle keywords.repeats-title subtitle.repeats-title
b t=Lumo Collages ~ d=Faites des collages avec vos photos de vacances, en une minute ~ f=Photos pour tous.\\nphotos, cadres, polices, grilles, bordures, cartes, affiches, tirages\\nPhotos ici. Photos ailleurs. Photos demain. Photos pour vous. | short.repeats-title description.block description.repetition
a t=Lumo : cadres du quotidien ~ s=Imprime en Wi-Fi et en 4K ~ k=collage,affiche,album,journal,souvenir,cadeau,carte,c# ~ f=Une journée en une image.\\n\\nChoisissez une grille, déposez vos photos et écrivez une ligne sous chacune. Imprimez chez vous ou envoyez-la à un ami. | -
b t=Corde & Bois : accordeur ~ d=Jouez une note, voyez l'écart et tournez la cheville jusqu'au ton juste. ~ f=Pincez une corde.\\n\\nL'aiguille montre les cents. Le capodastre et les accordages graves sont là. Marche hors ligne. | -`,
  es: `
a t=Lumo: MARCOS para fotos!! ~ s=Tus fotos en una cuadrícula ~ k=borde;tarjeta, cartel,,#lienzo,con,ab,libro viaje,libro,pegatina,pegatinas | title.caps title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat keywords.plural
a t=iPad Lumo www.lumo.es ~ s=Frase {{lema}} ~ k=android,facebook,borde,tarjeta ~ f=Lumo reúne las fotos de un día en un collage que querrás guardar, y tú cambias los marcos, las letras y los colores hasta que todo te parezca justo como lo habías imaginado desde el principio.\\nToca <b>Compartir</b>\\u200b  e imprime. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph keywords.wasted
a t=Lumo: foto marco collage ~ s=Marcos y letras ~ n=Bosque Claro SL ~ k=bosque,letras,collage,cartel | title.descriptor subtitle.repeats-title keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=Lumo Collages ~ d=Haz collages con las fotos de tus vacaciones en un minuto ~ f=Fotos para todos.\\nfotos, marcos, letras, cuadros, bordes, tarjetas, carteles, lienzos\\nFotos aquí. Fotos allí. Fotos mañana. Fotos para ti. | short.repeats-title description.block description.repetition
a t=Lumo: marcos para cada día ~ s=Imprime por Wi-Fi y en 4K ~ k=collage,cartel,álbum,diario,recuerdo,regalo,tarjeta,c# ~ f=Un día en una imagen.\\n\\nElige una cuadrícula, pon tus fotos y escribe una línea debajo de cada una. Imprímela en casa o mándasela a un amigo. | -
b t=Cuerda y Madera: afinador ~ d=Toca una nota, mira cuánto se desvía y gira la clavija hasta que encaje. ~ f=Pulsa una cuerda.\\n\\nLa aguja marca los cents. También hay cejilla y afinaciones graves. Funciona sin conexión. | -`,
  pt: `
a t=Lumo: FOTOS em grade!! ~ s=Uma grade para o seu dia ~ k=borda;cartão, cartaz,,#quadro,com,ab,livro viagem,livro,adesivo,adesivos | title.caps title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat keywords.plural
a t=iPhone Lumo www.lumo.br ~ s=Frase {{lema}} ~ k=android,pinterest,borda,cartaz ~ f=Lumo junta as fotos de um dia numa colagem que você vai querer guardar, e você muda as molduras, as letras e as cores até que tudo pareça exatamente como tinha imaginado desde o começo do dia.\\nToque em <b>Enviar</b>\\u200b  e imprima. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph keywords.wasted
a t=Lumo: foto moldura colagem ~ s=Letras e bordas ~ n=Mata Clara Ltda ~ k=mata,letras,colagem,cartaz | title.descriptor keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=Lumo Colagens ~ d=Faça colagens com as fotos das suas férias em um minuto ~ f=Fotos para todos.\\nfotos, molduras, letras, grades, bordas, cartões, cartazes, quadros\\nFotos aqui. Fotos ali. Fotos amanhã. Fotos para você. | short.repeats-title description.block description.repetition
a t=Lumo: molduras do dia a dia ~ s=Imprime por Wi-Fi e em 4K ~ k=colagem,cartaz,álbum,diário,lembrança,presente,cartão,c# ~ f=Um dia numa imagem.\\n\\nEscolha uma grade, coloque suas fotos e escreva uma linha embaixo de cada uma. Imprima em casa ou mande a um amigo. | -
b t=Corda e Madeira: afinador ~ d=Toque uma nota, veja o desvio e gire a tarraxa até ela ficar no ponto. ~ f=Toque uma corda.\\n\\nO ponteiro mostra os cents. Há capotraste e afinações graves. Funciona sem rede. | -`,
  it: `
a t=Lumo: GRIGLIE di foto!! ~ s=Griglie per i tuoi giorni ~ k=bordo;cartolina, manifesto,,#stampa,con,ab,libro viaggio,libro,adesivo,adesivi | title.caps title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat keywords.plural
a t=iPad Lumo www.lumo.it ~ s=Frase {{motto}} ~ k=android,netflix,bordo,stampa ~ f=Lumo riunisce le foto di una giornata in un collage che vorrai tenere, e tu cambi le cornici, i caratteri e i colori finché tutto ti sembra proprio come lo avevi immaginato fin dall'inizio della giornata.\\nTocca <b>Invia</b>\\u200b  e stampa. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph keywords.wasted
a t=Lumo: foto cornici collage ~ s=Bordi e caratteri ~ n=Boscochiaro Srl ~ k=boscochiaro,caratteri,collage,stampa | title.descriptor keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=Lumo Collage ~ d=Crea un collage con le foto delle tue vacanze in un minuto ~ f=Foto per tutti.\\nfoto, cornici, caratteri, griglie, bordi, cartoline, manifesti, stampe\\nFoto qui. Foto altrove. Foto domani. Foto per te. | short.repeats-title description.block description.repetition
a t=Lumo: cornici per ogni giorno ~ s=Stampa via Wi-Fi e in 4K ~ k=collage,manifesto,diario,ricordo,regalo,cartolina,c#,viaggio ~ f=Un giorno in un'immagine.\\n\\nScegli una griglia, metti le tue foto e scrivi una riga sotto ognuna. Stampala a casa o mandala a un amico. | -
b t=Corda e Legno: accordatore ~ d=Suona una nota, guarda lo scarto e gira la chiave finché non torna. ~ f=Pizzica una corda.\\n\\nL'ago mostra i cent. Ci sono il capotasto e le accordature basse. Funziona senza rete. | -`,
  nl: `
a t=Lumo: FOTO rasters!! ~ s=Rasters voor je plaatjes ~ k=rand;kaart, affiche,,#afdruk,voor,ab,boek reis,boek,sticker,stickers | title.caps title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat keywords.plural
a t=iPhone Lumo www.lumo.nl ~ s=Zin {{leus}} ~ k=android,twitch,rand,affiche ~ f=Lumo maakt van de foto's van een dag een collage die je wilt bewaren, en jij verandert de lijsten, de letters en de kleuren tot alles precies zo voelt als je het je aan het begin had voorgesteld.\\nTik op <b>Delen</b>\\u200b  en druk af. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph keywords.wasted
a t=Lumo - Foto - Lijst - Collage ~ s=Randen en letters ~ n=Lichtbos BV ~ k=lichtbos,letters,collage,affiche | title.stuffing keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=Lumo Collages ~ d=Maak collages van de foto's van je vakantie in een minuut ~ f=Foto's voor iedereen.\\nplaatjes, lijsten, letters, rasters, randen, kaarten, affiches, afdrukken\\nPlaatjes hier. Plaatjes daar. Plaatjes morgen. Plaatjes thuis. Plaatjes voor jou. | short.repeats-title description.block description.repetition
a t=Lumo: lijsten voor elke dag ~ s=Print via Wi-Fi en in 4K ~ k=collage,affiche,album,dagboek,cadeau,kaart,c#,reis ~ f=Een dag in één beeld.\\n\\nKies een raster, leg je foto's erin en schrijf onder elke foto een regel. Print het thuis of stuur het naar een vriend. | -
b t=Snaar & Hout: stemapparaat ~ d=Speel een toon, zie hoe ver hij afwijkt en draai tot hij klopt. ~ f=Tokkel een snaar.\\n\\nDe naald toont de afwijking. Capo en lage stemmingen zitten erin. Werkt zonder net. | -`,
  sv: `
a t=Lumo: BILDER i rutnät!! ~ s=Rutnät för din dag ~ k=kant;vykort, affisch,,#tavla,och,ab,bok resa,bok,klisterlapp,klisterlappar | title.caps title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat keywords.plural
a t=iPad Lumo www.lumo.se ~ s=Text {{rad}} ~ k=android,reddit,kant,affisch ~ f=Lumo gör ett collage av bilderna från en dag som du vill spara, och du ändrar ramar, typsnitt och färger tills allt känns precis så som du tänkte dig det från allra första början.\\nTryck på <b>Dela</b>\\u200b  och skriv ut. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph keywords.wasted
a t=Lumo: foto ramar collage ~ s=Kanter och typsnitt ~ n=Ljusskog AB ~ k=ljusskog,typsnitt,collage,affisch | title.descriptor keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=Lumo Collage ~ d=Gör ett collage av bilderna från din semester på en minut ~ f=Bilder för alla.\\nbilder, ramar, typsnitt, rutnät, kanter, vykort, affischer, tavlor\\nBilder här. Bilder där. Bilder imorgon. Bilder för dig. | short.repeats-title description.block description.repetition
a t=Lumo: ramar för varje dag ~ s=Skriver ut via Wi-Fi i 4K ~ k=collage,affisch,album,dagbok,minne,present,vykort,c# ~ f=En dag i en bild.\\n\\nVälj ett rutnät, lägg in dina foton och skriv en rad under varje. Skriv ut hemma eller skicka till en vän. | -
b t=Sträng & Trä: stämapparat ~ d=Spela en ton, se hur långt den är från rätt och vrid tills den stämmer. ~ f=Slå an en sträng.\\n\\nNålen visar cent. Capo och låga stämningar finns med. Fungerar utan nät. | -`,
  pl: `
a t=Lumo: RAMKI do zdjęć!! ~ s=Twoje ramki na dzień ~ k=brzeg;kartka, plakat,,#wydruk,oraz,ab,album podróż,album,naklejka,teczka | title.caps title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat
a t=iPhone Lumo www.lumo.pl ~ s=Tekst {{haslo}} ~ k=android,spotify,brzeg,plakat ~ f=Lumo układa zdjęcia z całego dnia w kolaż, który będziesz chcieć zachować, a ty zmieniasz ramki, litery i kolory, aż wszystko będzie wyglądać dokładnie tak, jak to sobie na początku wyobrażałeś.\\nStuknij <b>Wyślij</b>\\u200b  i drukuj. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph keywords.wasted
a t=Lumo: zdjęcia ramki kolaż ~ s=Brzegi i litery ~ n=Jasnybór Sp. z o.o. ~ k=jasnybór,litery,kolaż,plakat | title.descriptor keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=Lumo Kolaż ~ d=Zrób kolaż ze zdjęć z wakacji w ciągu jednej minuty ~ f=Obrazy na dzień.\\nobrazy, ramki, litery, siatki, brzegi, kartki, plakaty, wydruki\\nObrazy tutaj. Obrazy tam. Obrazy jutro. Obrazy u babci. | short.repeats-title description.block description.repetition
a t=Lumo: ramki na każdy dzień ~ s=Druk przez Wi-Fi i w 4K ~ k=kolaż,plakat,album,dziennik,pamiątka,prezent,kartka,c# ~ f=Dzień w jednym obrazie.\\n\\nWybierz siatkę, włóż zdjęcia i napisz linijkę pod każdym. Wydrukuj w domu albo wyślij znajomym. | -
b t=Struna i Drewno: stroik ~ d=Zagraj dźwięk, zobacz odchylenie i obracaj kołek, aż będzie dobrze. ~ f=Szarpnij strunę.\\n\\nWskazówka pokazuje centy. Jest kapodaster i niskie stroje. Działa bez sieci. | -`,
  cs: `
a t=Lumo: RÁMEČKY fotek!! ~ s=Tvoje rámečky na den ~ k=okraj;pohled, plakát,,#tisk,nebo,ab,kniha cesta,kniha,nálepka,deník | title.caps title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat
a t=iPad Lumo www.lumo.cz ~ s=Text {{heslo}} ~ k=android,youtube,okraj,plakát ~ f=Lumo složí fotky z celého dne do koláže, kterou si budeš chtít nechat, a ty měníš rámečky, písma a barvy, dokud všechno nebude vypadat přesně tak, jak sis to na úplném začátku představoval.\\nKlepni na <b>Sdílet</b>\\u200b  a tiskni. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph keywords.wasted
a t=Lumo - Fotky - Okraj - Koláž ~ s=Rámečky a písma ~ n=Světlýles s.r.o. ~ k=světlýles,písma,koláž,plakát | title.stuffing keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=Lumo Koláž ~ d=Udělej koláž z fotek z dovolené během jediné minuty ~ f=Obrazy na den.\\nobrazy, rámečky, písma, mřížky, okraje, pohledy, plakáty, tisky\\nObrazy sem. Obrazy tam. Obrazy zítra. Obrazy domů. | short.repeats-title description.block description.repetition
a t=Lumo: rámečky na každý den ~ s=Tisk přes Wi-Fi a ve 4K ~ k=koláž,plakát,album,deník,vzpomínka,dárek,pohled,c# ~ f=Den v jednom obrazu.\\n\\nVyber mřížku, vlož fotky a napiš pod každou řádek. Vytiskni doma, nebo pošli přátelům. | -
b t=Struna a Dřevo: ladička ~ d=Zahraj tón, podívej se na odchylku a toč kolíkem, až sedne. ~ f=Brnkni na strunu.\\n\\nRučička ukazuje centy. Je tu kapodastr i hluboká ladění. Funguje bez sítě. | -`,
  hu: `
a t=Lumo: KERETEK fotókhoz!! ~ s=Keretek a napjaidhoz ~ k=szegély;képeslap, plakát,,#nyomat,vagy,ab,könyv utazás,könyv,kép,képek | title.caps title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat keywords.plural
a t=iPhone Lumo www.lumo.hu ~ s=Szöveg {{jelige}} ~ k=android,linkedin,szegély,plakát ~ f=A Lumo egy nap fotóiból kollázst készít, amelyet meg akarsz majd tartani, te pedig addig változtatod a kereteket, a betűket és a színeket, amíg minden olyan nem lesz, amilyennek az elején elképzelted.\\nKoppints: <b>Küldés</b>\\u200b  és nyomtass. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph keywords.wasted
a t=Lumo: fotó keret kollázs ~ s=Szegélyek és betűk ~ n=Fényerdő Kft. ~ k=fényerdő,betűk,kollázs,plakát | title.descriptor keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=Lumo Kollázs ~ d=Készíts kollázst a nyaralás fotóiból egyetlen perc alatt ~ f=Képek a napra.\\nképek, keretek, betűk, rácsok, szegélyek, lapok, plakátok, nyomatok\\nKépek itthon. Képek máshol. Képek holnap. Képek mindenhol. | short.repeats-title description.block description.repetition
a t=Lumo: keretek minden napra ~ s=Nyomtat Wi-Fin, 4K-ban is ~ k=kollázs,plakát,album,napló,emlék,ajándék,képeslap,c# ~ f=Egy nap egy képen.\\n\\nVálassz rácsot, tedd bele a fotóidat, és írj egy sort mindegyik alá. Nyomtasd ki otthon, vagy küldd el egy barátnak. | -
b t=Húr és Fa: hangoló ~ d=Pendíts meg egy hangot, nézd az eltérést, és tekerd, amíg jó nem lesz. ~ f=Pendíts meg egy húrt.\\n\\nA mutató centben mér. Van kápó és mély hangolás. Hálózat nélkül is megy. | -`,
  tr: `
a t=Lumo: KOLAJ çerçevesi!! ~ s=Her gün bir kolaj ~ k=kenar;kart, afiş,,#baskı,veya,ab,kitap gezi,kitap,etiket,etiketler | title.caps title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat keywords.plural
a t=iPad Lumo www.lumo.tr ~ s=Metin {{slogan}} ~ k=android,telegram messenger,kenar,afiş ~ f=Lumo bir günün fotoğraflarını saklamak isteyeceğin tek bir kolajda toplar, sen de çerçeveleri, yazıları ve renkleri her şey en başta hayal ettiğin gibi görünene kadar değiştirip durursun.\\n<b>Paylaş</b> düğmesine\\u200b  dokun ve bastır. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph keywords.phrase keywords.wasted
a t=Lumo: fotoğraf çerçeve kolaj ~ s=Kenar ve yazı ~ n=Işıkorman A.Ş. ~ k=ışıkorman,yazı,kolaj,afiş | title.descriptor keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=Lumo Kolaj ~ d=Tatil fotoğraflarından bir dakika içinde güzel bir kolaj yap ~ f=Resim dolu günler.\\nresim, çerçeve, yazı, ızgara, kenar, kart, afiş, baskı\\nBurada resim. Orada resim. Yarın resim. Evde resim. | short.repeats-title description.block description.repetition
a t=Lumo: günlük çerçeveler ~ s=Wi-Fi ile 4K baskı ~ k=kolaj,afiş,albüm,günce,anı,hediye,kart,c# ~ f=Bir gün, bir resim.\\n\\nBir ızgara seç, fotoğraflarını yerleştir ve altlarına birer satır yaz. Evde bastır ya da bir arkadaşına gönder. | -
b t=Tel ve Ağaç: akort ~ d=Bir nota çal, sapmasını gör ve tam olana kadar burguyu çevir. ~ f=Bir tele vur.\\n\\nİbre senti gösterir. Kapo ve kalın akortlar da var. Ağ olmadan çalışır. | -`,
  ru: `
a t=Lumo: РАМКИ для фото!! ~ s=Рамки на каждый день ~ k=край;карточка, плакат,,#печать,или,аб,книга поездка,книга,наклейка,наклейки | title.caps title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat keywords.plural length.bytes
a t=iPhone Lumo www.lumo.ru ~ s=Строка {{девиз}} ~ k=android,instagram,край,плакат ~ f=Lumo собирает снимки одного дня в коллаж, который захочется сохранить, а вы меняете рамки, шрифты и цвета до тех пор, пока всё не станет выглядеть именно так, как вы это себе с самого начала представляли.\\nНажмите <b>Отправить</b>\\u200b  и печатайте. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph keywords.wasted
a t=Lumo: фото рамки коллаж ~ s=Шрифты и края ~ n=Светлолесье ООО ~ k=светлолесье,шрифты,коллаж,плакат | title.descriptor keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=Lumo коллаж ~ d=Сделайте коллаж из снимков отпуска за одну минуту ~ f=Снимки на память.\\nснимки, рамки, шрифты, сетки, края, карточки, плакаты, оттиски\\nСнимки здесь. Снимки там. Снимки завтра. Снимки дома. | short.repeats-title description.block description.repetition
a t=Lumo: рамки ваших дней ~ s=Печать по Wi-Fi и в 4K ~ k=коллаж,плакат,альбом,дневник,память,подарок,карточка,c# ~ f=День в одной картинке.\\n\\nВыберите сетку, вставьте снимки и подпишите каждый. Распечатайте дома или отправьте другу. | length.bytes
b t=Струна и дерево: тюнер ~ d=Сыграйте ноту, посмотрите отклонение и крутите колок до попадания. ~ f=Дёрните струну.\\n\\nСтрелка показывает центы. Есть каподастр и низкие строи. Работает без сети. | -`,
  ar: `
a t=لومو: إطارات الصور!! ~ s=إطارات ليومك ~ k=حافة;بطاقة, ملصق,,#لوحة,مع,اب,كتاب سفر,كتاب,دفتر | title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat
a t=iPhone لومو www.lumo.com ~ s=نص {{شعار}} ~ k=أندرويد,انستقرام,حافة,بطاقة ~ f=يجمع لومو صور يوم كامل في لوحة واحدة ستحب أن تحتفظ بها، وأنت تغيّر الإطارات والخطوط والألوان حتى يبدو كل شيء كما تخيلته منذ البداية لك ولعائلتك ولكل من تحب أن يراها معك في البيت وخارجه أيضا دون عناء.\\nاضغط <b>إرسال</b>\\u200b  ثم اطبع. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph
a t=لومو - صور - إطار - لوحة ~ s=حواف وخطوط ~ n=نورالغابة ~ k=نورالغابة,خطوط,لوحة,ملصق | title.stuffing keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=لومو كولاج ~ d=اصنع كولاج من صور عطلتك في دقيقة واحدة وشاركه مع أهلك ~ f=صور لليوم.\\nصور, إطارات, خطوط, شبكات, حواف, بطاقات, ملصقات, لوحات\\nصور هنا. صور هناك. صور غدا. صور في البيت. | short.repeats-title description.block description.repetition
a t=لومو: إطار لكل يوم ~ s=طباعة بدقة 4K ~ k=كولاج,ملصق,ألبوم,مذكرة,ذكرى,هدية,بطاقة,تصوير,لقطة,مناظر,عائلة ~ f=يوم في صورة.\\n\\nاختر شبكة وضع صورك فيها واكتب سطرا تحت كل صورة. اطبعها في البيت أو أرسلها إلى صديق. | length.bytes
b t=وتر وخشب: ضبط الآلات ~ d=اعزف نغمة وانظر كم تبعد عن الصواب ثم أدر المفتاح حتى تستقيم. ~ f=انقر وترا.\\n\\nالمؤشر يبين الفرق. تعمل دون شبكة. | -`,
  he: `
a t=לומו: מסגרות לתמונות!! ~ s=מסגרות ליום שלך ~ k=שוליים;גלויה, כרזה,,#הדפס,עם,אב,ספר טיול,ספר,יומן | title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.short keywords.phrase keywords.word-repeat
a t=iPad לומו www.lumo.com ~ s=טקסט {{סיסמה}} ~ k=אנדרואיד,וואטסאפ,שוליים,כרזה ~ f=לומו אוסף את התמונות של יום אחד לקולאז' שתרצו לשמור, ואתם משנים את המסגרות, את האותיות ואת הצבעים עד שהכול נראה בדיוק כמו שדמיינתם אותו בהתחלה, בשבילכם ובשביל כל המשפחה והחברים שלכם בבית.\\nהקישו <b>שליחה</b>\\u200b  והדפיסו. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph
a t=לומו - תמונה - מסגרת - קולאז' ~ s=שוליים ואותיות ~ n=יערבהיר ~ k=יערבהיר,שוליים,תמונה,כרזה | title.stuffing keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=לומו תמונות ~ d=הכינו קולאז' עם תמונות מהחופשה בתוך דקה אחת בלבד ~ f=ציורים ליום.\\nציורים, מסגרות, אותיות, רשתות, שוליים, גלויות, כרזות, הדפסים\\nציורים פה. ציורים שם. ציורים מחר. ציורים בבית. | short.repeats-title description.block description.repetition
a t=לומו: מסגרת לכל יום ~ s=הדפסה באיכות 4K ~ k=קולאז',כרזה,אלבום,יומן,מזכרת,מתנה,גלויה,צילום,משפחה,חופשה,ילדים ~ f=יום בתמונה אחת.\\n\\nבחרו רשת, הניחו בה תמונות וכתבו שורה מתחת לכל אחת. הדפיסו בבית או שלחו לחבר. | length.bytes keywords.sign
b t=מיתר ועץ: מכוון ~ d=נגנו צליל, ראו כמה הוא סוטה וסובבו את המפתח עד שהוא מדויק. ~ f=פרטו על מיתר.\\n\\nהמחט מראה את הסטייה. עובד בלי רשת. | -`,
  hi: `
a t=लूमो: तस्वीर फ्रेम!! ~ s=हर दिन नया फ्रेम ~ k=किनारा;कार्ड, पोस्टर,,#छपाई,और,डायरी सफर,डायरी,चित्र | title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.stop-word keywords.phrase keywords.word-repeat length.bytes
a t=iPhone लूमो www.lumo.in ~ s=पंक्ति {{नारा}} ~ k=एंड्रॉइड,whatsapp,किनारा,कार्ड ~ f=लूमो एक दिन की तस्वीरों को एक सुंदर कोलाज में जोड़ता है जिसे आप संभालकर रखना चाहेंगे, और आप फ्रेम, अक्षर और रंग तब तक बदल सकते हैं जब तक सब कुछ ठीक वैसा न लगे जैसा आपने शुरुआत में सोचा था और चाहा था।\\n<b>भेजें</b> दबाएं\\u200b  और छापें। 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph
a t=लूमो - तस्वीर - फ्रेम - कोलाज ~ s=किनारे और अक्षर ~ n=उजालावन ~ k=उजालावन,अक्षर,कोलाज,पोस्टर | title.stuffing keywords.own-name keywords.repeats-subtitle keywords.repeats-title
b t=लूमो कोलाज ~ d=छुट्टियों की तस्वीरों से एक मिनट में सुंदर कोलाज बनाएं ~ f=चित्र हर दिन।\\nचित्र, फ्रेम, अक्षर, ग्रिड, किनारा, कार्ड, पोस्टर, छपाई\\nचित्र यहां। चित्र वहां। चित्र कल। चित्र घर पर। | short.repeats-title description.block description.repetition
a t=लूमो: रोज़ के फ्रेम ~ s=4K में छपाई ~ k=कोलाज,पोस्टर,एल्बम,डायरी,यादें,उपहार,कार्ड,परिवार ~ f=एक दिन, एक चित्र।\\n\\nग्रिड चुनें, तस्वीरें रखें और हर एक के नीचे एक पंक्ति लिखें। घर पर छापें या दोस्त को भेजें। | length.bytes
b t=तार और लकड़ी: ट्यूनर ~ d=एक सुर बजाएं, देखें वह कितना हटा है और सही होने तक घुमाएं। ~ f=एक तार छेड़ें।\\n\\nसुई अंतर दिखाती है। बिना नेटवर्क चलता है। | -`,
  th: `
a t=ลูโม: กรอบรูปถ่าย!! ~ s=กรอบสำหรับทุกวัน ~ k=ขอบภาพ;โปสการ์ด, โปสเตอร์,,#ภาพพิมพ์,สมุดภาพ | title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign length.bytes
a t=iPad ลูโม www.lumo.com ~ s=ข้อความ {{คำขวัญ}} ~ k=แอนดรอยด์,facebook,ขอบภาพ,สมุดภาพ ~ f=ลูโมรวมรูปถ่ายของหนึ่งวันไว้ในภาพเดียวที่คุณอยากเก็บไว้ และคุณเปลี่ยนกรอบ ตัวอักษร และสีได้จนกว่าทุกอย่างจะดูเหมือนที่คุณคิดไว้ตั้งแต่แรก สำหรับคุณและครอบครัวของคุณที่บ้านและทุกคนที่คุณรักและอยากให้ได้เห็นภาพนี้ด้วยกัน\\nแตะ <b>ส่ง</b>\\u200b  แล้วพิมพ์ 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph
a t=ลูโม - รูป - กรอบ - คอลลาจ ~ s=ขอบและตัวอักษร ~ k=ตัวอักษร,คอลลาจ,โปสเตอร์ | title.stuffing keywords.repeats-subtitle keywords.repeats-title
b t=ลูโมคอลลาจ ~ d=ทำคอลลาจจากรูปวันหยุดของคุณได้ในหนึ่งนาที แล้วส่งให้เพื่อนที่บ้าน ~ f=รูปทุกวัน\\nรูป, กรอบ, อักษร, ตาราง, ขอบ, บัตร, โปสเตอร์, ภาพพิมพ์\\nรูปที่นี่ รูปที่นั่น รูปพรุ่งนี้ รูปที่บ้าน รูปของคุณ | short.repeats-title description.block description.repetition
a t=ลูโม: กรอบของวันนี้ ~ s=พิมพ์คมชัดระดับ 4K ~ k=คอลลาจ,โปสเตอร์,อัลบั้ม,ไดอารี่,ของขวัญ,ครอบครัว,ท่องเที่ยว ~ f=หนึ่งวันในภาพเดียว\\n\\nเลือกตาราง วางรูป แล้วเขียนหนึ่งบรรทัดใต้แต่ละรูป พิมพ์ที่บ้านหรือส่งให้เพื่อน | length.bytes
b t=สายและไม้: ตั้งเสียง ~ d=เล่นโน้ตหนึ่งตัว ดูว่าเพี้ยนเท่าไร แล้วหมุนลูกบิดจนตรงเสียง ใช้ได้ทุกเครื่องสาย ~ f=ดีดหนึ่งสาย\\n\\nเข็มบอกความเพี้ยน ใช้งานได้แม้ไม่มีเครือข่าย | short.repeats-title`,
  ja: `
a t=ルモ: 写真フレーム!! ~ s=毎日のフレームを選ぶ ~ k=枠線;葉書, 壁紙,,#印刷,日記帳,日記帳 | title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.duplicate
a t=iPhone ルモ www.lumo.jp ~ s=文章{{見出し}}です ~ k=アンドロイド,インスタグラム,枠線,葉書 ~ f=ルモは一日の写真を残しておきたくなる一枚にまとめ、枠や文字や色を、はじめに思い描いたとおりになるまで自由に変えられるので、家族や友だちと過ごした時間をいつでも眺められるだけでなく、印刷して飾ったり、離れて暮らす人に送ったり、旅の記録として手帳に貼ったりして、何年たってもその日の空気や会話をそのまま思い出せるようにしてくれる、静かで使いやすい道具です。\\n<b>送る</b>を\\u200b  押して印刷。🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph
a t=ルモ・写真・枠線・壁紙 ~ s=文字と色を選ぶ ~ k=写真,文字,葉書,絵本 | title.stuffing keywords.repeats-title keywords.repeats-subtitle
b t=ルモ コラージュ ~ d=休日の写真から一分でコラージュを作り、家族や友だちに送って飾れます。 ~ f=写真の毎日。\\n写真、枠線、文字、格子、背景、葉書、壁紙、印刷\\n写真は朝。写真は昼。写真は夜。写真は家。 | short.repeats-title description.block description.repetition
a t=ルモ: 日々の枠づくり ~ s=4Kできれいに印刷 ~ k=写真,葉書,壁紙,日記,記念,贈り物,家族,旅行,思い出,絵本,手帳,文字入れ,加工 ~ f=一日を一枚に。\\n\\n格子を選び、写真を置き、一枚ごとに一行を書きます。家で刷るか、友だちに送りましょう。 | length.bytes
b t=弦と木: 調弦の道具 ~ d=音を鳴らし、ずれを見て、合うまで糸巻きを回します。電波がなくても動きます。 ~ f=弦を一本はじく。\\n\\n針がずれを示します。カポや低い調弦にも合わせられます。 | -`,
  ko: `
a t=루모: 사진 액자 만들기!! ~ s=매일 하나씩 액자 ~ k=테두리;엽서, 포스터,,#인쇄,여행 일기,여행,스티커 | title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.phrase keywords.word-repeat
a t=iPhone 루모 www.lumo.kr ~ s=문구 {{표어}} ~ k=안드로이드,인스타그램,테두리,엽서 ~ f=루모는 하루의 사진을 간직하고 싶은 한 장으로 모아 주고, 처음에 그려 본 모습 그대로 될 때까지 액자와 글꼴과 색을 마음껏 바꿀 수 있어서 가족과 친구와 함께한 시간을 언제든 다시 꺼내 볼 수 있고, 집에서 인쇄해 벽에 걸거나 멀리 사는 사람에게 보내 그날의 공기와 대화를 오래도록 기억하게 해 주는 조용한 도구입니다\\n<b>보내기</b>를\\u200b  누르고 인쇄. 🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph
a t=루모 - 사진 - 액자 - 콜라주 ~ s=글꼴과 테두리 ~ k=테두리,콜라주,포스터 | title.stuffing keywords.repeats-subtitle keywords.repeats-title
b t=루모 콜라주 ~ d=휴가 사진으로 일 분 만에 콜라주 만들기, 그리고 가족에게 바로 보내기 ~ f=그림 모음.\\n그림, 액자, 글꼴, 격자, 테두리, 엽서, 포스터, 인쇄\\n그림 하나. 그림 둘. 그림 셋. 그림 넷. | short.repeats-title description.block description.repetition
a t=루모: 하루를 담는 액자 ~ s=4K로 또렷하게 인쇄 ~ k=사진,엽서,포스터,앨범,일기,추억,선물,가족,여행,스크랩북,글꼴,꾸미기,벽걸이 ~ f=하루를 한 장에.\\n\\n격자를 고르고 사진을 놓고 한 장마다 한 줄을 적으세요. 집에서 인쇄하거나 친구에게 보내세요. | length.bytes
b t=현과 나무: 조율 도우미 ~ d=음을 하나 내고, 얼마나 어긋났는지 보고, 맞을 때까지 줄감개를 돌리세요. ~ f=줄을 하나 튕기세요.\\n\\n바늘이 차이를 보여 줍니다. 낮은 조율도 됩니다. 인터넷 없이 움직입니다. | -`,
  zh: `
a t=流影：照片相框!! ~ s=每天一个相框 ~ k=边框;明信片, 海报,,#打印,手账,手账 | title.symbols subtitle.repeats-title keywords.separator keywords.space keywords.empty keywords.sign keywords.duplicate
a t=iPhone 流影 www.lumo.cn ~ s=文字{{口号}}在此 ~ k=安卓,抖音,边框,海报 ~ f=流影把一天的照片拼成一张你会想要留下来的图，你可以随意更换相框、字体和颜色，直到一切都像你一开始想象的那样，让你和家人朋友一起度过的时光随时都能再看一遍，也可以打印出来挂在墙上，或者寄给住在远方的人，把那一天的空气和谈话都好好地留在纸上，过了很多年以后再翻出来看，仍然像昨天刚刚发生过一样清楚，这就是我们做它的原因，也是它安静好用的地方，慢慢试一试你就会明白，它不吵不闹，只做好拼图这一件小事。\\n点<b>发送</b>\\u200b  再打印。🎉 | title.device title.address any.placeholder any.other-platform any.other-app description.opening text.markup text.invisible text.spaces text.pictograph
a t=流影·照片·边框·海报 ~ s=字体和颜色 ~ k=照片,字体,手账,绘本 | title.stuffing keywords.repeats-title keywords.repeats-subtitle
b t=流影 拼图 ~ d=用假期的照片在一分钟里做出好看的拼图，发给家人和朋友，挂在客厅的墙上。 ~ f=照片的每一天。\\n照片、边框、字体、网格、背景、贺卡、海报、相册\\n照片在早上。照片在中午。照片在晚上。照片在家里。 | short.repeats-title description.block description.repetition
a t=流影：日子的相框 ~ s=4K清晰打印 ~ k=照片,贺卡,海报,相册,日记,纪念,礼物,家人,旅行,手账,绘本,字体,拼贴,留念,风景,假期,宝宝 ~ f=一天，一张图。\\n\\n选一个网格，放进照片，在每张下面写一行字。在家打印，或者寄给朋友。 | length.bytes
b t=弦与木：调音器 ~ d=弹一个音，看看差了多少，再慢慢转动弦钮直到准确。没有网络也能用，适合各种弦乐器。 ~ f=拨一根弦。\\n\\n指针显示音差，也支持变调夹和低音调弦。 | -`
}

/** What isn't a matter of a language. */
export const plain = `
a t=X | length.min
a t= | text.empty
a t=\\u0020\\u200b\\u0020 | text.empty text.invisible text.spaces
b t=\\u00a0 | text.empty
a t=Lumo Collages and Frames for Everyone | length.over
a s=Grids, frames, fonts and filters for all | length.over
b d=Choose a grid, drop your pictures in, write a line below each and print the page at home | length.over
b n=The Exceptionally Long Named Company of Picture Makers and Sons Limited | length.over
b t=𠮷野家の𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷 | length.utf16
b n=𝔏𝔲𝔪𝔬 𝔓𝔦𝔠𝔱𝔲𝔯𝔢𝔰 𝔬𝔣 𝔱𝔥𝔢 𝔇𝔞𝔶 𝔄𝔫𝔡 𝔬𝔣 𝔱𝔥𝔢 𝔑𝔦𝔤𝔥𝔱 𝔄𝔤𝔞𝔦𝔫 | length.utf16
a t=Lumo | length.underused
b d=Frames for pictures. | length.underused
a k=frame,border,poster | length.underused
a t=Lumo\\u0007 Frames of a Day | text.control
a t=Frames\\u2028for Your Days | text.control
a w=Fewer crashes \\ue000 | text.control
b f=Frames \\u202ein colour | text.control
b t=Lumo\\u0009Frames | text.control
a t=Frames of Cafe\\u0301 Days | text.not-nfc
b d=Bilder aus Mu\\u0308nchen rahmen, drucken und an Freunde schicken | text.not-nfc
a p=Jetzt mit u\\u0308ber vierzig Schriften | text.not-nfc
b d=Frames, fonts and grids for your pictures 🎨 printed at home | text.pictograph
b t=Learn Japanese 🇯🇵 | text.pictograph
b t=Frames & Grids :) | title.symbols
b t=GUITAR Tuner | title.caps
b t=★ Guitar Tuner | title.symbols
a t=Zoom Alternative for Teams | any.other-app
b t=Mail Grids by help@lumo.com | title.address
a t=Taxi +49 30 1234567 | title.address
a s=lorem ipsum dolor | any.placeholder
b f=TODO: say what it does | any.placeholder
a l=nl-BE ~ t=Lijsten voor je foto's | locale.unknown
b l=zh-Hans ~ t=照片相框 | locale.unknown
a l=bg ~ t=Рамки за снимки | locale.unknown
a l=ja ~ t=Frames for Your Pictures | locale.script
b l=ru-RU ~ t=Guitar Tuner and Metronome | locale.script
a l=de-DE ~ t=Рамки для ваших фото | locale.script
b l=ar ~ t=Frames & Grids | locale.script
a l=hi ~ t=Frames & Grids हाँ | locale.script
a l=ru ~ t=Lumo Фоторамки | -
b l=ja-JP ~ t=Lumo 写真フレーム | -
b l=iw-IL ~ t=מסגרות לתמונות | -`
