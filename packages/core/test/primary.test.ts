import { assert, describe, it } from "@effect/vitest"
import { Redacted, Result } from "effect"
import { standbyNameOf } from "../src/credits/UsageReads.ts"
import { addressesOf, withoutCredentials } from "../src/sql/addresses.ts"
import { makeNoticeReader, type NoticeFields, saysUnreplicated } from "../src/sql/notices.ts"

const read = (url: string) =>
  Result.match(addressesOf(Redacted.make(url)), {
    onSuccess: (all) => all.map(Redacted.value),
    onFailure: (why) => why
  })

describe("the address of a database", () => {
  it("has one server or several, each with the same credentials, name and options", () => {
    assert.deepEqual(read("postgresql://u:p%40@a.example:5433/main?sslmode=require"), [
      "postgresql://u:p%40@a.example:5433/main?sslmode=require"
    ])
    assert.deepEqual(read("postgres://u:p@a:5432,b:5433,[::1]:5434/main?sslmode=require"), [
      "postgres://u:p@a:5432/main?sslmode=require",
      "postgres://u:p@b:5433/main?sslmode=require",
      "postgres://u:p@[::1]:5434/main?sslmode=require"
    ])
    assert.deepEqual(read("postgresql:///main?host=/run/a,/run/b&port=5432&user=u"), [
      "postgresql:///main?host=%2Frun%2Fa&port=5432&user=u",
      "postgresql:///main?host=%2Frun%2Fb&port=5432&user=u"
    ])
    assert.deepEqual(read("postgresql:///main?user=u&host=a,b&port=1,2"), [
      "postgresql:///main?user=u&host=a&port=1",
      "postgresql:///main?user=u&host=b&port=2"
    ])
  })

  it("says what is wrong with it, and nothing of what is secret in it", () => {
    assert.strictEqual(read("mysql://u:secret@a/main"), "must be an address that begins with postgresql://")
    assert.strictEqual(read("postgresql://u:secret@a,,b/main"), "has an empty host between commas")
    assert.strictEqual(read("postgresql://u:secret@a:1,b:x/main"), "has a host or port that can't be read")
    assert.strictEqual(
      read("postgresql:///main?host=a,b,c&port=1,2&password=secret"),
      "has 2 ports for 3 hosts; give one port, or one for each host"
    )
    assert.strictEqual(
      withoutCredentials(Redacted.make("postgresql://u:secret@a:5432/main?x=y")),
      "postgresql://a:5432/main"
    )
    assert.strictEqual(
      withoutCredentials(Redacted.make("postgresql:///main?host=/run/a&password=secret")),
      "postgresql://a local socket/main"
    )
  })
})

const message = (tag: string, body: Buffer) => {
  const header = Buffer.alloc(5)
  header.write(tag)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}
const notice = (fields: Readonly<Record<string, string>>) =>
  message(
    "N",
    Buffer.concat([
      ...Object.entries(fields).map(([name, value]) => Buffer.from(`${name}${value}\0`)),
      Buffer.from([0])
    ])
  )
const cancelled = {
  S: "WARNUNG",
  V: "WARNING",
  C: "01000",
  M: "storniere Warten auf synchrone Replikation wegen Benutzeraufforderung",
  R: "SyncRepWaitForLSN"
}

describe("what a server says beside its answers", () => {
  const stream = Buffer.concat([
    message("C", Buffer.from("SELECT 1\0")),
    message("I", Buffer.alloc(0)),
    // What looks like a notice within a row is none.
    message("D", notice(cancelled)),
    notice(cancelled),
    message("Z", Buffer.from("I")),
    notice({ S: "NOTICE", C: "00000", M: "x".repeat(20_000), R: "exec_stmt_raise" })
  ])
  const heard = (sizes: number) => {
    const all: Array<NoticeFields> = []
    const reader = makeNoticeReader((fields) => all.push(fields))
    for (let at = 0; at < stream.length; at += sizes) assert.isTrue(reader(stream.subarray(at, at + sizes)))
    return all
  }

  it("is heard however it arrives, in whatever language", () => {
    for (const size of [1, 2, 3, 7, 64, 4_096, stream.length]) {
      const all = heard(size)
      assert.deepEqual(all.map(saysUnreplicated), [true, false], `in pieces of ${size}`)
    }
  })

  it("is told from what isn't PostgreSQL's", () => {
    assert.isFalse(makeNoticeReader(() => undefined)(Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")))
  })

  it("is known by its text where the routine is missing, and another warning is not it", () => {
    const of = (fields: Readonly<Record<string, string>>) => saysUnreplicated(new Map(Object.entries(fields)))
    assert.isTrue(of({ C: "01000", M: "canceling wait for synchronous replication due to user request" }))
    assert.isFalse(of({ C: "01000", M: "database has a collation version mismatch", R: "CheckMyDatabase" }))
  })
})

describe("the name under which a standby follows", () => {
  it("is its application's, or else what stands in for that", () => {
    assert.strictEqual(standbyNameOf("user=r host=a application_name=b fallback_application_name=walreceiver"), "b")
    assert.strictEqual(standbyNameOf("user=r application_name='my \\'b' host=a"), "my 'b")
    assert.strictEqual(standbyNameOf("user=r fallback_application_name=walreceiver"), "walreceiver")
    assert.isUndefined(standbyNameOf("user=r"))
  })
})
