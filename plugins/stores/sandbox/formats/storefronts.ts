import { type Market, markets } from "@storeglass/sandbox/world"

/** A market under the number that the first vendor has for it. */
export interface Storefront extends Market {
  readonly id: number
}

// country, storefront id
const table = `
ae 143481|af 143610|ag 143540|ai 143538|al 143575|am 143524|ao 143564|ar 143505|at 143445|au 143460|az 143568
ba 143612|bb 143541|be 143446|bf 143578|bg 143526|bh 143559|bj 143576|bm 143542|bn 143560|bo 143556|br 143503
bs 143539|bt 143577|bw 143525|by 143565|bz 143555|ca 143455|cd 143613|cg 143582|ch 143459|ci 143527|cl 143483
cm 143574|cn 143465|co 143501|cr 143495|cv 143580|cy 143557|cz 143489|de 143443|dk 143458|dm 143545|do 143508
dz 143563|ec 143509|ee 143518|eg 143516|es 143454|fi 143447|fj 143583|fm 143591|fr 143442|ga 143614|gb 143444
gd 143546|ge 143615|gh 143573|gm 143584|gr 143448|gt 143504|gw 143585|gy 143553|hk 143463|hn 143510|hr 143494
hu 143482|id 143476|ie 143449|il 143491|in 143467|iq 143617|is 143558|it 143450|jm 143511|jo 143528|jp 143462
ke 143529|kg 143586|kh 143579|kn 143548|kr 143466|kw 143493|ky 143544|kz 143517|la 143587|lb 143497|lc 143549
lk 143486|lr 143588|lt 143520|lu 143451|lv 143519|ly 143567|ma 143620|md 143523|me 143619|mg 143531|mk 143530
ml 143532|mm 143570|mn 143592|mo 143515|mr 143590|ms 143547|mt 143521|mu 143533|mv 143488|mw 143589|mx 143468
my 143473|mz 143593|na 143594|ne 143534|ng 143561|ni 143512|nl 143452|no 143457|np 143484|nr 143606|nz 143461
om 143562|pa 143485|pe 143507|pg 143597|ph 143474|pk 143477|pl 143478|pt 143453|pw 143595|py 143513|qa 143498
ro 143487|rs 143500|ru 143469|rw 143621|sa 143479|sb 143601|sc 143599|se 143456|sg 143464|si 143499|sk 143496
sl 143600|sn 143535|sr 143554|st 143598|sv 143506|sz 143602|tc 143552|td 143581|th 143475|tj 143603|tm 143604
tn 143536|to 143608|tr 143480|tt 143551|tw 143470|tz 143572|ua 143492|ug 143537|us 143441|uy 143514|uz 143566
vc 143550|ve 143502|vg 143543|vn 143471|vu 143609|xk 143624|ye 143571|za 143472|zm 143622|zw 143605`

const ids = new Map(
  table
    .trim()
    .split(/[|\n]/)
    .map((row) => row.split(" "))
    .map(([country = "", id = ""]) => [country, Number(id)] as const)
)

export const storefronts: ReadonlyArray<Storefront> = markets.flatMap((market) => {
  const id = ids.get(market.country)
  return id === undefined ? [] : [{ ...market, id }]
})

const byCountry = new Map(storefronts.map((storefront) => [storefront.country, storefront]))
const byId = new Map(storefronts.map((storefront) => [storefront.id, storefront]))

export const storefrontOf = (country: string): Storefront | undefined => byCountry.get(country.toLowerCase())

/** Reads `143441-1,29`: the storefront id comes first, whatever follows. */
export const storefrontFromHeader = (header: string | undefined): Storefront | undefined => {
  const id = /^\s*(\d+)/.exec(header ?? "")?.[1]
  return id === undefined ? undefined : byId.get(Number(id))
}
