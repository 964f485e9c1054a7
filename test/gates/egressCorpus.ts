import type { EgressRefusal } from "@storeglass/plugin-api"
import type { Names } from "./egressNames.ts"
import type { Prng } from "./support/prng.ts"

export interface Form {
  readonly url: string
  readonly reason: EgressRefusal
}

const forms = (reason: EgressRefusal, urls: ReadonlyArray<string>): ReadonlyArray<Form> =>
  urls.map((url) => ({ url, reason }))

/** Ways to write this machine's address that a plain client follows to it; `port` is where the canary listens. */
export const loopbackLiterals = (port: number): ReadonlyArray<string> => [
  `http://127.0.0.1:${port}/`,
  `http://127.0.0.1.:${port}/`,
  `http://127.1:${port}/`,
  `http://127.0.1:${port}/`,
  `http://2130706433:${port}/`,
  `http://017700000001:${port}/`,
  `http://0x7f000001:${port}/`,
  `http://0x7f.1:${port}/`,
  `http://0x7f.0x0.0x0.0x1:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://0177.0x0.0.01:${port}/`,
  `http://0.0.0.0:${port}/`,
  `http://0:${port}/`,
  `http://[::1]:${port}/`,
  `http://[0:0:0:0:0:0:0:1]:${port}/`,
  `http://[0000:0000:0000:0000:0000:0000:0000:0001]:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://[::ffff:7f00:1]:${port}/`,
  `http://[0:0:0:0:0:ffff:127.0.0.1]:${port}/`,
  `http://１２７.０.０.１:${port}/`,
  `http://①②⑦.⓪.⓪.①:${port}/`,
  `http://%31%32%37.0.0.1:${port}/`
]

/** Addresses that are only looked at: nothing of this is dialled, whatever the guard does. */
const otherLiterals = [
  "http://10.0.0.1/",
  "http://10.255.255.255/",
  "http://012.0.0.1/",
  "http://172.16.0.1/",
  "http://172.31.255.254/",
  "http://192.168.0.1/",
  "http://3232235521/",
  "http://0xc0a80001/",
  "http://169.254.169.254/latest/meta-data/",
  "http://2852039166/",
  "http://0xa9.0xfe.0xa9.0xfe/",
  "http://100.64.0.1/",
  "http://192.0.0.8/",
  "http://198.18.0.1/",
  "http://203.0.113.7/",
  "http://224.0.0.1/",
  "http://255.255.255.255/",
  "http://[fc00::1]/",
  "http://[fd00:ec2::254]/",
  "http://[fe80::1]/",
  "http://[fec0::1]/",
  "http://[ff02::1]/",
  "http://[::]/",
  "http://[::127.0.0.1]/",
  "http://[::ffff:169.254.169.254]/",
  "http://[::ffff:0:127.0.0.1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[64:ff9b::169.254.169.254]/",
  "http://[64:ff9b:1::a00:1]/",
  "http://[2002:7f00:1::]/",
  "http://[2002:a9fe:a9fe::1]/",
  "http://[2001:0:7f00:1::]/",
  "http://[2001:db8::1]/",
  "http://[100::1]/",
  "http://[3fff::1]/"
]

/** Forms that are refused without a lookup. */
export const staticForms = (port: number): ReadonlyArray<Form> => [
  ...forms("address", [...loopbackLiterals(port), ...otherLiterals]),
  ...forms("host", [
    `http://localhost:${port}/`,
    `http://LOCALHOST:${port}/`,
    `http://localhost.:${port}/`,
    `http://LocalHost.:${port}/`,
    `http://a.localhost:${port}/`,
    `http://localhost.localdomain:${port}/`,
    `http://ip6-localhost:${port}/`,
    "https://metadata/",
    "https://metadata.google.internal/",
    "https://printer.local/",
    "https://db.home.arpa/",
    "https://example.com../"
  ]),
  ...forms("port", [
    "https://example.com:0/",
    "https://example.com:22/",
    "https://example.com:25/",
    "https://example.com:5432/",
    "https://example.com:6379/",
    "https://example.com:65535/",
    "http://example.com:8080/"
  ]),
  ...forms("userinfo", [
    "https://user@example.com/",
    "https://user:pass@example.com/",
    "https://:@example.com/",
    "https://@example.com/",
    `https://example.com@127.0.0.1:${port}/`,
    `https://example.com:443@127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}%2f@example.com/`
  ]),
  ...forms("scheme", [
    "ftp://example.com/",
    "file:///etc/passwd".replace("///", "//localhost/"),
    "gopher://example.com:80/_x",
    "ws://example.com/",
    "javascript://example.com/%0aalert(1)",
    "data://text/plain,x"
  ]),
  ...forms("url", [
    "",
    "/etc/passwd",
    "//127.0.0.1/",
    "example.com",
    "https:///127.0.0.1/",
    "https:127.0.0.1",
    "file:///etc/passwd",
    "https://exa mple.com/",
    " https://example.com/",
    "https://example.com/\r\nX-Evil: 1",
    "https://127.0.0.1\t/",
    `http:\\\\127.0.0.1:${port}\\`,
    `https://example.com\\@127.0.0.1:${port}/`,
    "https://256.256.256.256/",
    "https://[::1/",
    "https://[fe80::1%25lo]/",
    "https://[::1]x/",
    "https://%00.example.com/",
    `https://example.com/${"a".repeat(3_000)}`
  ])
]

const zone = "egress-gate.net"
/** A public address that is never dialled: the gate's wire leads to loopback alone. */
const publicAddress = "93.184.216.34"

const bad: Readonly<Record<string, ReadonlyArray<string>>> = {
  loopback: ["127.0.0.1"],
  "loopback-six": ["::1"],
  unspecified: ["0.0.0.0"],
  mapped: ["::ffff:127.0.0.1"],
  private: ["10.0.0.1"],
  "link-local": ["169.254.169.254"],
  ula: ["fd00:ec2::254"],
  nat64: ["64:ff9b::7f00:1"],
  "six-to-four": ["2002:7f00:1::"],
  cgnat: ["100.64.0.1"],
  multicast: ["224.0.0.1"],
  "mixed-first": ["127.0.0.1", publicAddress],
  "mixed-last": [publicAddress, "127.0.0.1"],
  "mixed-six": [publicAddress, "::1"],
  "mixed-ula": [publicAddress, "fd00::1"],
  "mixed-mapped": [publicAddress, "::ffff:10.0.0.1"],
  "mixed-private": [publicAddress, "8.8.8.8", "192.168.1.1"]
}

/** Names that lead to what is not public, wholly or in part, and one that changes its mind. */
export const names: Names = {
  ...Object.fromEntries(Object.entries(bad).map(([name, addresses]) => [`${name}.${zone}`, { turns: [addresses] }])),
  [`alias.${zone}`]: { turns: [["127.0.0.1"]], alias: `localhost.${zone}` },
  [`rebinds.${zone}`]: { turns: [["127.0.0.1"], ["0.0.0.0"]] },
  [`rebinds-away.${zone}`]: { turns: [[publicAddress], ["127.0.0.1"]] }
}

export const rebinding = `rebinds.${zone}`

export const namedForms = (port: number): ReadonlyArray<Form> =>
  forms(
    "address",
    [...Object.keys(bad), "alias"].flatMap((name) => [
      `http://${name}.${zone}:${port}/`,
      ...(name === "loopback" ? [`http://${name}.${zone}.:${port}/`] : [])
    ])
  )

/** Where a redirecting host may lead; `other` is another port of this machine that listens. */
export const redirects = (port: number, other: number): ReadonlyArray<Form> => [
  ...forms("address", [
    `http://0.0.0.0:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://10.0.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[fd00:ec2::254]/",
    `http://unspecified.${zone}:${port}/`,
    `http://private.${zone}:${port}/`
  ]),
  ...forms("scheme", [`http://127.0.0.1:${other}/`, "ftp://127.0.0.1/", "http://example.com/"]),
  ...forms("port", [`https://127.0.0.1:${other}/`, "https://example.com:22/"]),
  ...forms("userinfo", [`http://a:b@127.0.0.1:${port}/`]),
  ...forms("url", ["file:///etc/passwd", "data:text/plain,x"]),
  ...forms("host", ["https://localhost/", "https://metadata.google.internal/"])
]

const privateRanges: readonly [readonly [number, number], ...ReadonlyArray<readonly [number, number]>] = [
  [0x7f000000, 0x7fffffff],
  [0x0a000000, 0x0affffff],
  [0xac100000, 0xac1fffff],
  [0xc0a80000, 0xc0a8ffff],
  [0xa9fe0000, 0xa9feffff],
  [0x64400000, 0x647fffff],
  [0xe0000000, 0xffffffff],
  [0x00000000, 0x00ffffff]
]
const publicRanges: readonly [readonly [number, number], ...ReadonlyArray<readonly [number, number]>] = [
  [0x01000000, 0x09ffffff],
  [0x0b000000, 0x643fffff],
  [0x64800000, 0x7effffff],
  [0x80000000, 0xa9fdffff],
  [0xac200000, 0xbfffffff],
  [0xcb007200, 0xdfffffff]
]

const octets = (value: number) => [24, 16, 8, 0].map((bits) => (value >>> bits) & 255)

/** An IPv4 address in one of the ways that URLs allow. */
export const writtenIpv4 = (random: Prng, isPublic: boolean): string => {
  const [from, to] = random.pick(isPublic ? publicRanges : privateRanges)
  const value = random.int(from, to)
  const radix = (part: number) =>
    random.pick([
      String(part),
      `0x${part.toString(16)}`,
      `0${part.toString(8)}`,
      `0X${part.toString(16).toUpperCase()}`
    ])
  const [a = 0, b = 0, c = 0, d = 0] = octets(value)
  return random.pick([
    radix(value),
    `${radix(a)}.${radix(value & 0xffffff)}`,
    `${radix(a)}.${radix(b)}.${radix((c << 8) | d)}`,
    [a, b, c, d].map(radix).join("."),
    `${[a, b, c, d].map(radix).join(".")}.`
  ])
}

/** Any IPv4 address inside an IPv6 one. */
export const embeddedIpv4 = (random: Prng): string => {
  const value = random.int(0, 0xffffffff)
  const [a = 0, b = 0, c = 0, d = 0] = octets(value)
  const high = ((a << 8) | b).toString(16)
  const low = ((c << 8) | d).toString(16)
  return random.pick([
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[::ffff:${high}:${low}]`,
    `[::${high}:${low}]`,
    `[64:ff9b::${a}.${b}.${c}.${d}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:${high}:${low}::]`
  ])
}
