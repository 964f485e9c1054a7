/** A country as its people buy apps there. */
export interface Market {
  /** ISO 3166 alpha-2, lower case. */
  readonly country: string
  /** Seeds whatever differs from one market to the next. */
  readonly key: number
  readonly currency: string
  readonly locale: string
  readonly language: string
  /** The size of the market beside the United States. */
  readonly weight: number
}

// country, key, currency, locale, weight
const table = `
ae 143481 AED en-AE 0.05|ai 143538 USD en-AI 0.0005|am 143524 USD en-AM 0.003|ao 143564 USD pt-AO 0.003
ar 143505 USD es-AR 0.05|at 143445 EUR de-AT 0.05|au 143460 AUD en-AU 0.16|az 143568 USD en-AZ 0.005
bb 143541 USD en-BB 0.001|be 143446 EUR fr-BE 0.05|bg 143526 EUR en-BG 0.012|bh 143559 USD en-BH 0.006
bm 143542 USD en-BM 0.001|bn 143560 USD en-BN 0.002|bo 143556 USD es-BO 0.006|br 143503 BRL pt-BR 0.2
bw 143525 USD en-BW 0.001|by 143565 USD ru-BY 0.01|bz 143555 USD en-BZ 0.0005|ca 143455 CAD en-CA 0.2
ch 143459 CHF de-CH 0.07|cl 143483 CLP es-CL 0.04|cn 143465 CNY zh-CN 0.9|co 143501 COP es-CO 0.05
cr 143495 USD es-CR 0.01|cy 143557 EUR en-CY 0.004|cz 143489 CZK en-CZ 0.025|de 143443 EUR de-DE 0.3
dk 143458 DKK en-DK 0.05|dm 143545 USD en-DM 0.0003|dz 143563 USD fr-DZ 0.008|ec 143509 USD es-EC 0.015
ee 143518 EUR en-EE 0.006|eg 143516 EGP en-EG 0.03|es 143454 EUR es-ES 0.16|fi 143447 EUR en-FI 0.03
fr 143442 EUR fr-FR 0.27|gb 143444 GBP en-GB 0.36|gd 143546 USD en-GD 0.0003|gh 143573 USD en-GH 0.006
gr 143448 EUR en-GR 0.025|gt 143504 USD es-GT 0.008|gy 143553 USD en-GY 0.001|hk 143463 HKD zh-HK 0.07
hn 143510 USD es-HN 0.004|hr 143494 EUR en-HR 0.01|hu 143482 HUF en-HU 0.02|id 143476 IDR id-ID 0.06
ie 143449 EUR en-IE 0.03|il 143491 ILS en-IL 0.04|in 143467 INR en-IN 0.16|is 143558 USD en-IS 0.003
it 143450 EUR it-IT 0.18|jm 143511 USD en-JM 0.003|jo 143528 USD en-JO 0.008|jp 143462 JPY ja-JP 0.5
ke 143529 USD en-KE 0.006|kr 143466 KRW ko-KR 0.2|kw 143493 USD en-KW 0.02|ky 143544 USD en-KY 0.001
lb 143497 USD en-LB 0.008|lk 143486 USD en-LK 0.008|lt 143520 EUR en-LT 0.009|lu 143451 EUR fr-LU 0.004
lv 143519 EUR en-LV 0.007|mg 143531 USD fr-MG 0.001|mk 143530 USD en-MK 0.003|ml 143532 USD fr-ML 0.001
mo 143515 USD zh-MO 0.006|ms 143547 USD en-MS 0.0002|mt 143521 EUR en-MT 0.003|mu 143533 USD en-MU 0.002
mx 143468 MXN es-MX 0.18|my 143473 MYR en-MY 0.06|ne 143534 USD fr-NE 0.0005|ng 143561 NGN en-NG 0.02
ni 143512 USD es-NI 0.003|nl 143452 EUR nl-NL 0.1|no 143457 NOK en-NO 0.05|np 143484 USD en-NP 0.004
nz 143461 NZD en-NZ 0.035|om 143562 USD en-OM 0.01|pa 143485 USD es-PA 0.008|pe 143507 PEN es-PE 0.025
ph 143474 PHP en-PH 0.05|pk 143477 PKR en-PK 0.02|pl 143478 PLN pl-PL 0.06|pt 143453 EUR pt-PT 0.03
py 143513 USD es-PY 0.004|qa 143498 QAR en-QA 0.015|ro 143487 RON en-RO 0.03|ru 143469 RUB ru-RU 0.15
sa 143479 SAR en-SA 0.1|se 143456 SEK sv-SE 0.08|sg 143464 SGD en-SG 0.06|si 143499 EUR en-SI 0.006
sk 143496 EUR en-SK 0.012|sn 143535 USD fr-SN 0.002|sr 143554 USD nl-SR 0.001|sv 143506 USD es-SV 0.006
th 143475 THB th-TH 0.08|tn 143536 USD fr-TN 0.005|tr 143480 TRY tr-TR 0.1|tw 143470 TWD zh-TW 0.12
tz 143572 USD en-TZ 0.003|ua 143492 USD en-UA 0.04|ug 143537 USD en-UG 0.002|us 143441 USD en-US 1
uy 143514 USD es-UY 0.008|uz 143566 USD en-UZ 0.008|ve 143502 USD es-VE 0.01|vg 143543 USD en-VG 0.0003
vn 143471 VND vi-VN 0.08|ye 143571 USD en-YE 0.001|za 143472 ZAR en-ZA 0.04
af 143610 USD en-AF 0.001|al 143575 USD en-AL 0.003|ag 143540 USD en-AG 0.001|bs 143539 USD en-BS 0.001
bj 143576 USD fr-BJ 0.001|bt 143577 USD en-BT 0.001|ba 143612 EUR en-BA 0.004|bf 143578 USD fr-BF 0.001
kh 143579 USD en-KH 0.005|cm 143574 USD fr-CM 0.001|cv 143580 USD pt-CV 0.001|td 143581 USD fr-TD 0.001
ci 143527 USD fr-CI 0.004|cd 143613 USD fr-CD 0.001|do 143508 USD es-DO 0.01|sz 143602 USD en-SZ 0.001
fj 143583 USD en-FJ 0.001|ga 143614 USD fr-GA 0.001|gm 143584 USD en-GM 0.001|ge 143615 USD en-GE 0.004
gw 143585 USD pt-GW 0.001|iq 143617 USD en-IQ 0.008|kz 143517 KZT ru-KZ 0.02|xk 143624 EUR en-XK 0.001
kg 143586 USD ru-KG 0.001|la 143587 USD en-LA 0.001|lr 143588 USD en-LR 0.001|ly 143567 USD en-LY 0.001
mw 143589 USD en-MW 0.001|mv 143488 USD en-MV 0.001|mr 143590 USD fr-MR 0.001|fm 143591 USD en-FM 0.001
md 143523 USD en-MD 0.001|mn 143592 USD en-MN 0.001|me 143619 EUR en-ME 0.001|ma 143620 USD fr-MA 0.015
mz 143593 USD pt-MZ 0.001|mm 143570 USD en-MM 0.001|na 143594 USD en-NA 0.001|nr 143606 USD en-NR 0.001
pw 143595 USD en-PW 0.001|pg 143597 USD en-PG 0.001|cg 143582 USD fr-CG 0.001|rw 143621 USD en-RW 0.001
rs 143500 EUR en-RS 0.01|sc 143599 USD en-SC 0.001|sl 143600 USD en-SL 0.001|sb 143601 USD en-SB 0.001
kn 143548 USD en-KN 0.001|lc 143549 USD en-LC 0.001|vc 143550 USD en-VC 0.001|st 143598 USD pt-ST 0.001
tj 143603 USD ru-TJ 0.001|to 143608 USD en-TO 0.001|tt 143551 USD en-TT 0.001|tm 143604 USD ru-TM 0.001
tc 143552 USD en-TC 0.001|vu 143609 USD en-VU 0.001|zm 143622 USD en-ZM 0.001|zw 143605 USD en-ZW 0.001`

const parseRow = (row: string): Market => {
  const [country = "", key = "", currency = "", locale = "", weight = ""] = row.trim().split(" ")
  const language = locale.slice(0, 2)
  return { country, key: Number(key), currency, locale, language, weight: Number(weight) }
}

export const markets: ReadonlyArray<Market> = table.trim().split(/[|\n]/).map(parseRow)

const byCountry = new Map(markets.map((market) => [market.country, market]))

export const marketOf = (country: string): Market | undefined => byCountry.get(country.toLowerCase())
