import { assert, describe, it } from "vitest"
import { isNetwork, makeClientAddresses } from "../src/http/clientAddresses.ts"

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

  it("of IPv6 is its /64, which one client has as a whole", () => {
    assert.strictEqual(addresses.of("2001:db8:1:2:3:4:5:6", undefined), "2001:db8:1:2::/64")
    assert.strictEqual(addresses.of("2001:db8:1:2::1", undefined), "2001:db8:1:2::/64")
    assert.strictEqual(addresses.of("2001:db8::1", undefined), "2001:db8:0:0::/64")
    assert.strictEqual(addresses.of("::ffff:198.51.100.1", undefined), "198.51.100.1")
    assert.strictEqual(addresses.of("fd00::1", "2001:0db8::1"), "2001:db8:0:0::/64")
  })

  it("knows what is an address or a network", () => {
    for (const good of ["10.0.0.0/8", "::1", "fd00::/8", "1.2.3.4"]) assert.isTrue(isNetwork(good), good)
    for (const bad of ["10.0.0.0/33", "example.com", "10.0.0.0/8/8", "10.0.0.0/", "", "::1/129", "1.2.3"]) {
      assert.isFalse(isNetwork(bad), bad)
    }
  })
})
