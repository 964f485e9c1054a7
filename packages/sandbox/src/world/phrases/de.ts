import { lines, type Phrases, phrases } from "./Phrases.ts"

export const de: Phrases = {
  themes: {
    crashes: phrases(
      "Stürzt ständig ab|Absturz beim Start|Seit dem Update kaputt",
      "Seit dem letzten Update stürzt die App bei jedem Öffnen ab.|Bleibt am Startbildschirm hängen, auch nach Neuinstallation.|Heute dreimal alles verloren, weil sich die App einfach beendet.",
      "Endlich stabil|Keine Abstürze mehr",
      "Seit dem Update keine Abstürze mehr, danke.|Läuft seit Monaten ohne einen einzigen Absturz."
    ),
    login: phrases(
      "Anmeldung geht nicht|Login-Schleife|Konto gesperrt",
      "Ich werde jeden Tag abgemeldet und der Code kommt nie an.|Passwort zurückgesetzt, Anmeldung geht trotzdem nicht.",
      "Anmeldung ganz einfach",
      "Anmelden mit Face ID dauert eine Sekunde.|Konto in einer Minute eingerichtet."
    ),
    ads: phrases(
      "Zu viel Werbung|Nur noch Werbung",
      "Nach jedem Tippen kommt Werbung, früher war das nicht so.|Dreißig Sekunden Werbung, die man nicht überspringen kann.",
      "Kaum Werbung",
      "Die Werbung stört nicht.|Einmal bezahlt, Werbung weg. Fair."
    ),
    pricing: phrases(
      "Abofalle|Viel zu teuer|Trotz Kündigung abgebucht",
      "Jetzt soll man für alles ein Abo abschließen.|Trotz Kündigung in der Probezeit wurde ein ganzes Jahr abgebucht.|Zehn Euro im Monat sind ein Witz.",
      "Sein Geld wert|Gutes Preis-Leistungs-Verhältnis",
      "Das Abo ist jeden Cent wert.|Die kostenlose Version reicht für die meisten."
    ),
    design: phrases(
      "Neues Design ist schlecht|Unübersichtlich",
      "Das neue Design versteckt alles hinter drei Menüs.|Die Schrift ist winzig und der Dunkelmodus unlesbar.",
      "Schönes Design|Einfach zu bedienen|Übersichtlich",
      "Aufgeräumt, einfach und alles ist da, wo man es sucht.|Sogar meine Eltern kommen damit zurecht."
    ),
    sync: phrases(
      "Synchronisierung geht nicht|Alle Daten weg",
      "iPhone und iPad zeigen verschiedene Daten.|Nach dem Handywechsel waren alle Daten weg.",
      "Synchronisiert perfekt",
      "Alles ist sofort auch auf dem iPad.|Neues Handy, alle Daten waren da."
    ),
    support: phrases(
      "Kein Support|Niemand antwortet",
      "Dreimal geschrieben, dreimal nur eine automatische Antwort.|Der Fehler ist seit Monaten gemeldet und immer noch da.",
      "Toller Support",
      "Der Support hat in einer Stunde geantwortet.|Der Entwickler hört wirklich zu."
    ),
    speed: phrases(
      "Viel zu langsam|Akku ist sofort leer",
      "Das Laden dauert eine halbe Minute.|Seit der Installation ist der Akku mittags leer.",
      "Schnell",
      "Startet sofort, kein Warten.|Schnell auch auf einem alten iPhone."
    ),
    content: phrases(
      "Funktionen fehlen|Früher besser",
      "Auf den Bildern sieht es anders aus, die Hälfte fehlt.|Genau die Funktion, die ich brauchte, ist weg.",
      "Genau das Richtige|Sehr zu empfehlen|Täglich im Einsatz",
      "Ich nutze {app} jeden Tag.|Macht genau, was es soll.|Die beste App ihrer Art."
    )
  },
  badClosers: lines("Bitte beheben.|Gelöscht.|Sehr schade.|Schwer enttäuscht."),
  goodClosers: lines("Weiter so!|Klare Empfehlung.|Fünf Sterne.|Danke an die Entwickler."),
  shortGood: lines("Super App|Sehr gut|Top!|Einfach klasse|Funktioniert einwandfrei"),
  shortBad: lines("Schrott|Geht nicht|Zeitverschwendung|Finger weg|Abzocke")
}
