import { normalised } from "./text.ts"

const list = (text: string) => text.trim().split(/\s+/)

/**
 * Everyday words that apps are named by, and those of listings, in English above all. A name made of these alone needs more than its letters to
 * be told from the word.
 */
export const commonWords: ReadonlySet<string> = new Set(
  [
    ...list(`
    a about account active activity ai air alarm album all always and another any app apps arcade art assistant at audio award away baby
    back balance band bank bar base basic be bear beat best better big bill bills bird blend block blocks blue board body bold bolt book
    books boost box brain bread breathe breeze bridge bright bubble budget buddy build business buzz cal calendar call calm calorie
    calories camera camp canvas car card cards care cash cast cat center chain challenge change chart chat chatter check checklist chef
    child choice city class clean clear click climate clip clock close cloud club coach code coffee coin color colour comet compass
    connect converter cook cooking cookbook copy corner cosmos counter country course cover craft create creator credit cross crowd cube
    cup cut cycle daily dash data date day days deal deck deep delivery design desk dial diary diet dine dish do doc docs doctor dog done
    door dot down draft draw drawing dream drink drive driver drop duck duo each ear earth easy eat echo edit editor educate ember energy
    english event events every evolve expense expenses explore express eye face family fan farm fast fasting fast-food feed feel field
    file files film filter finance finances find finder fire first fish fit fitness five flash flight flip float flow flower fly focus
    fold follow food for forest form four frame free freedom fresh friend friends fruit full fun future gallery game games garden gas
    gate gem get gift glass globe glow go goal goals gold good grade graph grass great green grid grocery group grow growth guard guide
    guitar gym habit habits hand happy harbor harbour head health healthy heart hello help helper her here hero high hike hiking hill
    history hold home honey hope horse hour house how hub hub-app human hunt i ice idea ideas image in insight island it jar job jobs
    journal journey jump just keep key keyboard keys kick kid kids kind kit kitchen lab lamp land language languages lark launch law layer
    leaf learn learning ledger lens lesson lessons letter level library life lift light like line link lion list lists live local lock
    log logger loop love low lunch machine magic mail make maker manager map maps mark market master match mate math me meal meals
    medal meditate meditation meet memo memory menu merge message messenger meter mile mind mindful mini mint minute mirror mix mobile
    mobility mode moment money month mood moon more morning motion mountain move movie music my name nap nature near nest net network
    new news next night nine no north nose note notebook notes now number nurse nutrition oak ocean of off office offline on one online
    open orbit order organizer origin our out over own pace pack page paint pal paper parcel park parking party pass password path pay
    payment peace peak pen pencil people perfect period pet phone photo photos piano pick picture pilot pin pixel place places plan plane
    planner planning planet plant plants play player plus pocket podcast podcasts point pool pop port post potato power practice press
    price prime print pro productivity profile project pulse puzzle puzzles quest quick quiet quiz radio rain rate reach read reader
    reading real recipe recipes record recorder red relax reminder reminders remote rent repeat report reset rest ride right ring rise
    river road robot rock room root round route routine run runner running safe sail sale salt sand save saver scan scanner scene school
    score scout screen sea search season secret see seed self sell send sense set seven share sheet shield ship shop shopping shot show
    side sign signal simple simply sing six size sketch ski sky sleep slice slide slow small smart smile smoke snap snow social sofa
    soft solo song sound sounds space spark speak speech speed spell spend spending split sport sports spot spring square squad stack
    staff stage star stars start station stay steady step steps stick stock stocks stone stop store storm story stream streak streaks
    street stretch strong studio study style sugar summer sun super support surf survey swap sweet swift swim switch sync table tag tail
    take talk tap target task tasks tax tea teach team tempo ten tennis test text that the then things think three ticket tide tidy tile
    time timer tiny tip to today todo together tomorrow ton tone tool tools top touch tour tower town toy track tracker tracking trade
    traffic trail train trainer training translate translator transit travel tree trek trip trips true trust tube tune turn tutor tv two
    ultra under union unit up update us use user vault venture video view village vine vision visit vocabulary voice volt vote wait wake
    walk walking wall wallet wallpaper wallpapers warm watch water wave way wealth wear weather web week weekly weight well whale wheel
    white wiki wild win wind window wine wise wish with wonder wood word words work workout workouts world write writer writing yard year
    yes yoga you your zen zero zone zoom
  `),
    ...list(`
    abend alltag arbeit atem aufgabe aufgaben balance baum begleiter bewegung bild blick brief buch budget dinge ernte essen familie feuer
    flow fluss fokus freude freunde frieden frische garten gedanken geld gesund gesundheit glanz glück haus haushalt haushaltsbuch heim
    herz himmel ideen kalender karte kasse kinder klang klar klarheit koch kompass konto körper kraft küche kurs laden laufen leben leicht
    lernen licht liste luft mein meine mond morgen musik muster natur notiz notizen ordnung pause pflanze plan planer puls punkt quelle
    rad raum reise rezept rezepte ruhe schlaf schritt schritte schule sonne spaß spiel spur stadt stern stille stimme tag tagebuch takt
    team traum uhr umzug verein wald wasser weg welle wetter woche wohnen wort wörter zeit ziel ziele zukunft zuhause
    accueil agenda air ami amis amour arbre argent atelier aventure balade bien-être bonheur budget cahier calme carnet carte chef ciel
    coeur compte corps coup courses courir cuisine danse défi détente eau école éclat élan équilibre essentiel étoile facile famille
    fleur forêt forme fraîcheur heure histoire idée idées instant jardin jour journal jeu jeux lecture lumière lune maison marche matin
    mer mes météo mon monde mot mots musique nature note notes nuit objectif ombre pause plaisir plan pluie point quotidien recette
    recettes repas respire rêve route rythme santé silence simple soir soleil sommeil souffle temps tranquille vague vie ville voix
    voyage vue
    agua aire alegría amigo amigos amor árbol aventura barrio brisa cabeza calma camino casa cielo ciudad claro cocina compra compras
    correr corazón cuaderno cuenta cuerpo cuento cuidado descanso destino día diario dieta dinero enfoque entrenador equilibrio escuela
    espacio estrella familia faro fiesta flor fuego fuerza hábito hábitos historia hogar hoja hora huerto idea ideas impulso jardín juego
    juegos lectura libre libro lista luna luz mañana mar mente meta metas mi mis momento mundo música naturaleza nota notas nube objetivo
    ola ocio orden palabra palabras paso pasos paz plan planta plaza pulso punto receta recetas respira ritmo ruta salud semana silencio
    sol sueño tarea tareas tiempo tienda trabajo viaje vida viento voz vuelo
    bussola calma cammino casa cibo conto cuore cucina diario dieta equilibrio estate famiglia fiore fuoco gioco giorno giardino idea
    libro lista luce luna mare mente mondo musica natura nota obiettivo onda ordine parola passo pausa piano respiro ricetta ricette ritmo
    salute scuola sogno sole sonno spesa stella strada tempo vento viaggio vita voce
    alegria amigo bússola caderno caminho cozinha conta corpo dinheiro estrela família foco força jardim jogo leitura livro lua manhã
    mundo natureza objetivo ordem palavra passo receita ritmo rotina saúde semana silêncio sonho tarefa tempo treino viagem vida voz
  `)
  ].map(normalised)
)

/** What follows a name without making another app of it. */
export const qualifiers: ReadonlySet<string> = new Set(
  list(
    "app apps pro premium plus gold lite free basic mobile ios iphone ipad android mac web version edition for von für pour para per di de da アプリ 앱 应用 應用 app앱 تطبيق"
  )
)
