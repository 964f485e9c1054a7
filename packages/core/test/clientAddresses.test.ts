import { assert, describe, it, prop } from "@effect/vitest"
import { Schema } from "effect"
import { isNetwork, makeClientAddresses, makeNetworks } from "../src/http/clientAddresses.ts"

describe("a client's address", () => {
  const addresses = makeClientAddresses(["10.0.0.0/8", "fd00::/8", "192.0.2.7"])

  it("is the connection's own where no proxy is declared, whatever the request claims", () => {
    const none = makeClientAddresses([])
    assert.strictEqual(none.of("10.1.2.3", "198.51.100.1"), "10.1.2.3")
    assert.strictEqual(addresses.of("203.0.113.9", "198.51.100.1"), "203.0.113.9")
  })

  it("is the last one that is no proxy, so that what a client claims before it counts for nothing", () => {
    assert.strictEqual(addresses.of("10.1.2.3", "1.1.1.1, 198.51.100.1, 10.9.9.9"), "198.51.100.1")
    assert.strictEqual(addresses.of("::ffff:192.0.2.7", "198.51.100.1"), "198.51.100.1")
    assert.strictEqual(addresses.of("10.1.2.3", "198.51.100.1, unknown"), "10.1.2.3")
    assert.strictEqual(addresses.of("10.1.2.3", undefined), "10.1.2.3")
    assert.strictEqual(addresses.of("10.1.2.3", "10.4.4.4"), "10.4.4.4")
  })

  it("is read from a hop with its port, as some proxies write it", () => {
    assert.strictEqual(addresses.exactly("10.1.2.3", "198.51.100.1:40112"), "198.51.100.1")
    assert.strictEqual(addresses.exactly("10.1.2.3", "[2001:db8::7]:443"), "2001:db8::7")
    assert.strictEqual(addresses.exactly("10.1.2.3", "[2001:db8::7]"), "2001:db8::7")
    assert.strictEqual(addresses.exactly("10.1.2.3", "198.51.100.1:x"), "10.1.2.3")
  })

  it("of IPv6 counts as its /64, which one client has as a whole", () => {
    assert.strictEqual(addresses.of("2001:db8:1:2:3:4:5:6", undefined), "2001:db8:1:2::/64")
    assert.strictEqual(addresses.of("2001:db8:1:2::1", undefined), "2001:db8:1:2::/64")
    assert.strictEqual(addresses.of("2001:db8::1", undefined), "2001:db8:0:0::/64")
    assert.strictEqual(addresses.of("::ffff:198.51.100.1", undefined), "198.51.100.1")
    assert.strictEqual(addresses.of("fd00::1", "2001:0db8::1"), "2001:db8:0:0::/64")
  })

  it("is written in one way, whatever way it came", () => {
    const written: ReadonlyArray<readonly [came: string, is: string]> = [
      ["198.51.100.1", "198.51.100.1"],
      ["::ffff:198.51.100.1", "198.51.100.1"],
      ["::FFFF:c633:6401", "198.51.100.1"],
      ["0:0:0:0:0:ffff:198.51.100.1", "198.51.100.1"],
      ["2001:0DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
      ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
      ["2001:db8:0:0:0:0:0:1", "2001:db8::1"],
      ["fe80::1%eth0", "fe80::1"],
      ["::", "::"],
      ["::1", "::1"],
      ["1::", "1::"],
      ["64:ff9b::198.51.100.1", "64:ff9b::c633:6401"],
      ["", ""]
    ]
    for (const [came, is] of written) assert.strictEqual(addresses.exactly(came, undefined), is, came)
  })

  const octet = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))
  const junk = ["", "unknown", "127.0.0.1", "10.0.0.1", "::1", "fd00::1", "for=1.2.3.4", "1.2.3", "[::1", ",", "null"]
  prop(
    "isn't changed by any header that a client forges, with and without a proxy before us",
    {
      peer: octet,
      forged: Schema.Array(Schema.Union([Schema.Literals(junk), Schema.Struct({ a: octet, b: octet })]))
    },
    ({ forged, peer }) => {
      const claims = forged.map((hop) => (typeof hop === "string" ? hop : `${hop.a}.7.7.${hop.b}`)).join(", ")
      const own = `203.0.113.${peer}`
      assert.strictEqual(addresses.exactly(own, claims), own)
      assert.strictEqual(makeClientAddresses([]).exactly(own, claims), own)
      // Our own proxy appends whom it heard.
      assert.strictEqual(addresses.exactly("10.1.2.3", claims === "" ? own : `${claims}, ${own}`), own)
      assert.strictEqual(addresses.exactly("fd00::9", claims === "" ? own : `${claims}, ${own}, 10.3.3.3`), own)
    },
    { arbitrary: { runs: 500, seed: "forged" } }
  )

  const group = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff }))
  prop(
    "of IPv6 stays itself when it is written anew, and in its network",
    { groups: Schema.Array(group).check(Schema.isMinLength(8), Schema.isMaxLength(8)), zeros: Schema.Array(octet) },
    ({ groups, zeros }) => {
      const sparse = groups.map((value, at) => ((zeros[at] ?? 0) % 2 === 0 ? value : 0))
      const long = sparse.map((value) => value.toString(16).padStart(4, "0")).join(":")
      const once = addresses.exactly(long, undefined)
      assert.strictEqual(addresses.exactly(once, undefined), once)
      assert.strictEqual(addresses.of(long, undefined), addresses.of(once, undefined))
      assert.isTrue(makeNetworks([long])(once))
      assert.isTrue(makeNetworks([`${long}/64`])(once))
    },
    { arbitrary: { runs: 500, seed: "IPv6" } }
  )

  it("is in a network however the network was written", () => {
    const among = makeNetworks(["::ffff:10.0.0.0/104", "198.51.100.7", "2001:db8::/32", "192.168.1.77/24"])
    for (const own of ["10.255.1.2", "198.51.100.7", "2001:db8:ffff::1", "192.168.1.1"]) assert.isTrue(among(own), own)
    for (const other of ["11.0.0.1", "198.51.100.8", "2001:db9::1", "192.168.2.1", "", "in-process"]) {
      assert.isFalse(among(other), other)
    }
    assert.isFalse(makeNetworks([])("127.0.0.1"))
  })

  it("knows what is an address or a network", () => {
    for (const good of ["10.0.0.0/8", "::1", "fd00::/8", "1.2.3.4"]) assert.isTrue(isNetwork(good), good)
    for (const bad of [
      "10.0.0.0/33",
      "example.com",
      "10.0.0.0/8/8",
      "10.0.0.0/",
      "",
      "::1/129",
      "1.2.3",
      "fe80::1%en0"
    ]) {
      assert.isFalse(isNetwork(bad), bad)
    }
  })
})
