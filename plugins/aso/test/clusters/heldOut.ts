/**
 * Three more markets of other trades, written down and grouped before the model was changed for their languages, and
 * not looked at while it was: what the change is worth on terms that it wasn't made for.
 */
import { labelled } from "./sets.ts"

export const heldOut = [
  labelled(
    "ru",
    "ru",
    `
    погода | прогноз погоды | погода на неделю | погода сегодня | точный прогноз погоды | погода рядом
    карта осадков | осадки | радар дождя | дождь на карте | карта дождей
    такси | вызвать такси | заказ такси | такси дешево | заказать такси онлайн
    расписание электричек | электрички | электричка расписание | расписание поездов | поезда
    карта метро | метро москвы | схема метро | метро
    изучение английского | английский язык | учить английский | уроки английского | английские слова
    учет расходов | расходы и доходы | контроль расходов | учет финансов | домашняя бухгалтерия
    шагомер | счетчик шагов | подсчет шагов | шаги | шагомер бесплатно`
  ),
  labelled(
    "ko",
    "kr",
    `
    가계부 | 가계부 어플 | 커플 가계부 | 가계부 추천 | 자동 가계부
    날씨 | 날씨 예보 | 오늘의 날씨 | 날씨 위젯 | 일기예보
    지하철 노선도 | 지하철 | 지하철 시간표 | 지하철 앱 | 수도권 지하철
    버스 도착 | 버스 시간 | 실시간 버스 | 버스 어플
    영어 회화 | 영어 공부 | 영어회화 무료 | 영어 단어 | 기초 영어
    사진 편집 | 사진 보정 | 사진편집 어플 | 사진 필터 | 보정 어플
    배달 음식 | 배달 앱 | 음식 배달 | 배달 주문 | 야식 배달
    알람 시계 | 알람 | 알람 어플 | 기상 알람 | 알람시계 무료 | 아침 알람`
  ),
  labelled(
    "hi",
    "in",
    `
    अंग्रेजी सीखें | अंग्रेजी बोलना सीखें | अंग्रेजी सीखने का ऐप | इंग्लिश सीखना | अंग्रेजी बोलना
    मौसम | आज का मौसम | मौसम की जानकारी | मौसम समाचार | मौसम पूर्वानुमान
    क्रिकेट स्कोर | लाइव क्रिकेट | क्रिकेट मैच लाइव | लाइव स्कोर | क्रिकेट
    समाचार | हिंदी समाचार | ताजा खबर | आज की खबरें | ब्रेकिंग न्यूज़
    फोटो एडिटर | फोटो एडिट करने वाला ऐप | फोटो एडिटिंग | फोटो सजाने वाला ऐप | फोटो फ्रेम
    गाने डाउनलोड | गाना सुनने वाला ऐप | हिंदी गाने | पुराने गाने | भोजपुरी गाना
    खेती | खेती की जानकारी | किसान ऐप | किसान योजना | मंडी भाव
    सरकारी नौकरी | नौकरी खोज | नौकरी ढूंढने वाला ऐप | सरकारी नौकरियां | रोजगार समाचार`
  )
]

/**
 * Six more, written down and grouped before terms that are a stem by themselves were told from what only says more of
 * them, and not looked at while that was made.
 */
export const heldOutForHeads = [
  labelled(
    "en",
    "gb",
    `
    photo editor | photo editor free | photo editing app | ai photo editor | edit photos | picture editor
    collage maker | photo collage | collage maker free | picture collage maker | collage app
    background remover | remove background | background eraser | change photo background | cut out background
    video editor | video editing app | video maker with music | video editor free | trim video
    passport photo | passport photo maker | id photo | visa photo app
    slideshow maker | slideshow with music | photo slideshow | slideshow app
    face swap | face swap app | face swap video | swap faces
    old photo restore | restore old photos | photo enhancer | enhance photo quality | unblur photo | photo enhancer free`
  ),
  labelled(
    "de",
    "at",
    `
    haushaltsbuch | haushaltsbuch app | haushaltsbuch kostenlos | ausgaben tracker | ausgaben im blick
    aktien | aktien app | aktien kaufen | aktien depot | aktienkurse
    steuererklärung | steuer app | steuererklärung kostenlos | steuer sparen | steuererklärung einfach
    sparplan | etf sparplan | etf | etf kaufen | sparplan rechner
    kreditrechner | kredit | kredit vergleich | kreditrechner baufinanzierung
    rechnung schreiben | rechnungen schreiben | rechnungsprogramm | rechnung erstellen | rechnung app
    girokonto | konto eröffnen | banking app | mobile banking | girokonto kostenlos
    krypto | bitcoin | bitcoin kaufen | krypto wallet | krypto kurse | bitcoin kurs`
  ),
  labelled(
    "es",
    "mx",
    `
    recetas | recetas de cocina | recetas faciles | recetas saludables | recetas mexicanas | recetas gratis
    recetas de postres | postres | postres faciles | pasteles | recetas de pasteles
    contador de calorias | calorias | contar calorias | contador de calorias gratis | tabla de calorias
    dieta | dieta keto | dieta para bajar de peso | plan de dieta | dieta saludable
    lista de compras | lista del super | lista de compras compartida | lista de compras gratis
    restaurantes cerca | restaurantes | restaurantes cerca de mi | reservar restaurante
    comida a domicilio | pedir comida | comida rapida a domicilio | pedir comida a domicilio | delivery de comida
    recetas para bebes | comida para bebes | papillas | papillas para bebes | alimentacion bebe`
  ),
  labelled(
    "fr",
    "fr",
    `
    météo | météo locale | météo france | météo 15 jours | météo gratuite | prévisions météo
    radar pluie | pluie | radar météo | pluie dans l'heure | alerte pluie
    horaires train | train | billets de train | horaires de train | train pas cher
    covoiturage | covoiturage gratuit | trajet covoiturage | covoiturage longue distance
    parking | trouver parking | parking paris | payer parking | stationnement
    plan métro | métro paris | métro | itinéraire métro | plan du métro
    location voiture | louer une voiture | location de voiture pas chère | louer voiture entre particuliers
    radars | avertisseur de radars | radar route | gps radar | alerte radar`
  ),
  labelled(
    "hi",
    "in",
    `
    ट्रेन टाइम टेबल | ट्रेन | ट्रेन टिकट | ट्रेन टिकट बुकिंग | ट्रेन की स्थिति | लाइव ट्रेन
    बस टिकट | बस बुकिंग | बस | बस टाइम टेबल | बस टिकट बुकिंग ऐप
    सामान्य ज्ञान | जीके | सामान्य ज्ञान प्रश्न | जीके हिंदी में | सामान्य ज्ञान 2026 | जीके क्विज
    गणित | गणित सीखें | गणित के सवाल | गणित फॉर्मूला | गणित सूत्र
    कहानी | हिंदी कहानी | बच्चों की कहानी | नैतिक कहानी | कहानियां ऑडियो
    शायरी | हिंदी शायरी | लव शायरी | दर्द भरी शायरी | शायरी स्टेटस
    व्यंजन | रेसिपी | हिंदी रेसिपी | नाश्ता रेसिपी | खाना बनाने की विधि
    योग | योग आसन | योग सीखें | वजन घटाने के लिए योग | योग वीडियो`
  ),
  labelled(
    "ko",
    "kr",
    `
    일정 관리 | 일정 | 캘린더 | 일정 공유 | 일정 관리 어플
    할일 | 할일 목록 | 투두리스트 | 할일 관리 | 할일 위젯
    메모 | 메모장 | 메모 위젯 | 메모 어플 | 비밀 메모 | 무료 메모장
    습관 만들기 | 습관 | 습관 트래커 | 습관 기록 | 좋은 습관
    녹음 | 녹음기 | 음성 녹음 | 통화 녹음 | 녹음 텍스트 변환
    스캔 | 문서 스캔 | 스캐너 | 문서 스캐너 | pdf 스캔
    번역 | 번역기 | 일본어 번역 | 사진 번역 | 영어 번역기 | 실시간 번역
    계산기 | 공학용 계산기 | 무료 계산기 | 단위 변환 | 환율 계산기`
  )
]
