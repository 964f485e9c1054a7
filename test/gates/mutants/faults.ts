/** One fault that is planted into a copy of the checkout, to see who notices. */
export interface Fault {
  readonly name: string
  /** What goes wrong by it. */
  readonly plants: string
  readonly file: string
  /** Occurs once in the file. */
  readonly search: string
  readonly replace: string
  /** What must be changed too, where two places guard the same. */
  readonly also?: ReadonlyArray<Pick<Fault, "file" | "search" | "replace">>
  /** Gates that catch it in their short form. */
  readonly gates: readonly [string, ...ReadonlyArray<string>]
  /** A guarantee that then falls short: any other failure of a gate is no catch. */
  readonly breaks: RegExp
  /** Suites that catch it. */
  readonly suites: ReadonlyArray<string>
}

export const faults: ReadonlyArray<Fault> = [
  {
    name: "edit-of-a-dead-node",
    plants: "nobody looks for the edits that a killed node left open",
    file: "plugins/connect-storeb/src/edits/OpenEdits.ts",
    search: "const lookMs = 20_000",
    replace: "const lookMs = 86_400_000",
    gates: ["edits"],
    breaks: /no edit is left open|open for more than a minute/,
    suites: []
  },
  {
    name: "commit-resent",
    plants: "a commit whose answer is lost is sent again, and its refusal taken for that of the change",
    file: "plugins/connect-storeb/src/edits/EditsVendor.ts",
    search: "path: `${editPath(app, editId)}:commit`,",
    replace: "path: `${editPath(app, editId)}:commit`, repeatable: true,",
    gates: ["edits"],
    breaks: /the journal knows each commit|answered in the end|committed exactly once/,
    suites: ["plugins/connect-storeb/test/edits.faults.test.ts"]
  },
  {
    name: "deletion-half-told",
    plants: "of the keywords that go with an app, one is told of to nobody",
    file: "plugins/workspace/src/apps/Apps.ts",
    search: "rows.map((row) => ({ accountId, platform, appId, ...row }))",
    replace: "rows.slice(1).map((row) => ({ accountId, platform, appId, ...row }))",
    gates: ["workspace"],
    breaks: /the collection, the events and the counts are those of the rows/,
    suites: ["plugins/workspace/test/rules.test.ts"]
  },
  {
    name: "alert-sent-again",
    plants: "what a killed node was sending to a chat is sent once more",
    file: "plugins/alerts/src/queue/Queue.ts",
    search: "if (had.has(target.id)) continue",
    replace: "",
    also: [
      {
        file: "plugins/alerts/src/queue/Queue.ts",
        search: "VALUES (${accountId}::uuid, ${id}::uuid, ${key}, 'sending', ${nowMs}::bigint)`",
        replace: "VALUES (${accountId}::uuid, ${id}::uuid, ${key}, 'sending', ${nowMs}::bigint) ON CONFLICT DO NOTHING`"
      }
    ],
    gates: ["alerts"],
    breaks: /no chat is told anything twice/,
    suites: ["plugins/alerts/test/deaths.test.ts"]
  },
  {
    name: "report-posted-again",
    plants: "without retries too, a report whose node died while it was posted is posted once more",
    file: "plugins/cofounder/src/integration/Events.ts",
    search: "if (webhook.retry) return { ...event, webhook, answered: undefined }",
    replace: "if (last !== undefined) return { ...event, webhook, answered: undefined }",
    gates: ["reports"],
    breaks: /without retries no report is delivered twice/,
    suites: ["plugins/cofounder/test/deaths.test.ts"]
  },
  {
    name: "mail-key-of-a-try",
    plants:
      "each try at a mail of a broadcast has a key of its own, so that what a killed node had sent is sent once more",
    file: "plugins/messaging/src/broadcasts/Broadcasts.ts",
    search: "const ownKey = (id: string, token: string) => `${id}/${token}`",
    replace: "const ownKey = (id: string, token: string) => `${id}/${token}/${globalThis.crypto.randomUUID()}`",
    also: [
      {
        file: "plugins/messaging/src/broadcasts/Broadcasts.ts",
        search: "by.batch(mails, `${row.id}/${chunk}`)",
        replace: "by.batch(mails, `${row.id}/${chunk}/${globalThis.crypto.randomUUID()}`)"
      }
    ],
    gates: ["mail"],
    breaks: /resend: nobody gets a mail twice/,
    suites: ["plugins/messaging/test/chunks.test.ts"]
  },
  {
    name: "charge-not-reversed",
    plants: "a charge whose acknowledgement is lost stays, though its customer is told that nothing was charged",
    file: "packages/core/src/credits/ChargeQueue.ts",
    search: "const isKept = unconfirmed.length === 0 ||",
    replace: "const isKept = unconfirmed.length >= 0 ||",
    gates: ["database"],
    breaks: /no failure is charged|every charge has its answer|lost acknowledgement/,
    suites: ["packages/core/test/credits.queue.test.ts"]
  },
  {
    name: "limit-without-price",
    plants: "a charge fits while anything is left, whatever it costs",
    file: "packages/core/src/credits/migrations/0120_durable.ts",
    search: "v_used + r.held + r.credits <= r.credit_limit",
    replace: "v_used + r.held < r.credit_limit",
    gates: ["nodes"],
    breaks: /granted what fits into the limit/,
    suites: ["packages/core/test/credits.model.test.ts"]
  },
  {
    name: "new-id-on-resend",
    plants: "a batch that is sent again after a lost connection has other ids, and is charged again",
    file: "packages/core/src/credits/ChargeQueue.ts",
    search: "const items = batch.map((entry) => entry.item)",
    replace:
      "const items = batch.map(({ item, unanswered }) => (unanswered > 0 ? { ...item, id: globalThis.crypto.randomUUID() } : item))",
    gates: ["database"],
    breaks: /every charge has its answer|without its entry|lost acknowledgement/,
    suites: ["packages/core/test/credits.queue.test.ts"]
  },
  {
    name: "receipts-misassigned",
    plants: "the receipts of a batch go to its charges in another order",
    file: "packages/core/src/credits/ChargeQueue.ts",
    search: "const entry = batch[ord - 1]\n      if (entry === undefined) continue",
    replace: "const entry = batch[batch.length - ord]\n      if (entry === undefined) continue",
    gates: ["nodes"],
    breaks: /one order of all charges|granted what fits|the ledger has as much|the rest is 429/,
    suites: ["packages/core/test/credits.queue.test.ts"]
  },
  {
    name: "fingerprint-ignored",
    plants: "an Idempotency-Key gives the kept answer to another request too",
    file: "packages/core/src/credits/migrations/0120_durable.ts",
    search: "ELSIF r.fingerprint <> p_fingerprint THEN",
    replace: "ELSIF false THEN",
    gates: ["repeats"],
    breaks: /used with another request is refused/,
    suites: ["packages/core/test/idempotency.test.ts"]
  },
  {
    name: "keys-across-accounts",
    plants: "an Idempotency-Key of one account finds the record of another",
    file: "packages/core/src/http/Guard.ts",
    search: "accountId: holder.accountId,\n        key,",
    replace: 'accountId: "00000000-0000-7000-8000-000000000000",\n        key,',
    gates: ["repeats"],
    breaks: /of two accounts/,
    suites: ["test/billing/idempotency.test.ts"]
  },
  {
    name: "live-run-taken-over",
    plants: "a repeat on another node runs again what is running on a live one",
    file: "packages/core/src/credits/migrations/0120_durable.ts",
    search: "OR (r.owner <> p_owner AND NOT core_node_alive(r.owner))",
    replace: "OR r.owner <> p_owner",
    gates: ["repeats"],
    breaks: /a live node's run is not taken over/,
    suites: ["packages/core/test/idempotency.test.ts"]
  },
  {
    name: "revoked-key-lives",
    plants: "what is remembered of a key has no end",
    file: "packages/core/src/auth/KeyRing.ts",
    search: "untilMs: atMs + revocationBoundMs",
    replace: "untilMs: atMs + 3_600_000",
    gates: ["nodes"],
    breaks: /revoked/,
    suites: ["packages/core/test/auth.keys.test.ts"]
  },
  {
    name: "refusal-charged",
    plants: "a 4xx of a handler is charged",
    file: "packages/core/src/http/RouteMeter.ts",
    search: "if (response.status < 200 || response.status >= 300) {",
    replace: "if (response.status < 200 || response.status >= 500) {",
    gates: ["fuzz"],
    breaks: /nothing but a 2xx, and a 304 in its place, is charged/,
    suites: ["test/billing/errors.test.ts"]
  },
  {
    name: "success-refunded",
    plants: "the charge of a first answer is reversed when the answer is kept",
    file: "packages/core/src/credits/migrations/0080_idempotency_paid.ts",
    search: "IF p_void AND p_attempt > 1 THEN",
    replace: "IF p_attempt > 0 THEN",
    gates: ["crash"],
    breaks: /without its entry/,
    suites: ["test/billing/idempotency.test.ts"]
  },
  {
    name: "egress-by-name",
    plants: "the addresses that a name leads to are not checked",
    file: "packages/core/src/egress/connector.ts",
    search: "if (refusal !== undefined) throw refusal",
    replace: "",
    gates: ["egress"],
    breaks: /is refused for its reason|before a connection/,
    suites: ["packages/core/test/egress.test.ts"]
  },
  {
    name: "stop-without-drain",
    plants: "SIGTERM ends the process with requests under way",
    file: "packages/gateway/src/cli/serving.ts",
    search: "yield* Effect.sleep(limitsOf(gateway).lameDuckMs)",
    replace: "process.exit(0)",
    gates: ["restart"],
    breaks: /none reset, none hung/,
    suites: []
  },
  {
    name: "half-closed-408",
    plants: "a client that is too slow is told so, and keeps its connection until it closes by itself",
    file: "packages/gateway/src/server.ts",
    search: "else if (!socket.destroyed) socket.resetAndDestroy()",
    replace: "",
    gates: ["clients"],
    breaks: /unfinished headers of clients that never close are gone in time/,
    suites: ["packages/gateway/test/server.test.ts"]
  },
  {
    name: "guesses-unlimited",
    plants: "failed authentication has no rate",
    file: "packages/core/src/http/RateLimits.ts",
    search: "if (address === null || !(source instanceof IncomingMessage)) return undefined",
    replace: "if (source !== undefined) return undefined",
    gates: ["limits"],
    breaks: /failed authentication/,
    suites: ["test/billing/limits.test.ts"]
  },
  {
    name: "left-and-charged",
    plants: "what was charged while its client went away stays charged",
    file: "packages/core/src/credits/ChargeQueue.ts",
    search: 'if (outcome === "charged" && !entry.isThere()) left.push(entry.item)',
    replace: "",
    gates: ["clients"],
    breaks: /its client left in the middle/,
    suites: ["packages/core/test/credits.queue.test.ts"]
  },
  {
    name: "key-takes-all",
    plants: "one key of an account may take all that its account may send",
    file: "packages/core/src/http/RateLimits.ts",
    search: "perSecond: perSecond * share,\n  burst: Math.max(1, Math.floor(burst * share))",
    replace: "perSecond: share > 0 ? perSecond : 0,\n  burst",
    gates: ["limits"],
    breaks: /a key has its burst|other keys have what/,
    suites: ["test/billing/limits.test.ts"]
  },
  {
    name: "doubts-in-memory",
    plants: "charges whose acknowledgement is lost are written down nowhere, and stay when the process is killed",
    file: "packages/core/src/credits/Doubts.ts",
    search: "await rename(draft, path)",
    replace: "await unlink(draft)",
    gates: ["restart"],
    breaks: /no failure is charged|no lost acknowledgement/,
    suites: ["packages/core/test/credits.doubts.test.ts"]
  },
  {
    name: "commits-unflushed",
    plants: "the ledger's commits don't wait for the disk where the database's default is that they don't",
    file: "packages/core/src/credits/migrations/0120_durable.ts",
    search:
      "IF current_setting('synchronous_commit') IN ('off', 'local') THEN PERFORM set_config('synchronous_commit', 'on', true); END IF;\n  IF p_wait",
    replace: "IF p_wait",
    also: [
      {
        file: "packages/core/src/credits/migrations/0120_durable.ts",
        search: "    PERFORM set_config('synchronous_commit', 'on', true);\n  END IF;",
        replace: "    PERFORM set_config('synchronous_commit', 'off', true);\n  END IF;"
      },
      {
        file: "packages/core/src/sql/Primary.ts",
        search: '? { synchronous_commit: "on" }',
        replace: '? { synchronous_commit: "off" }'
      }
    ],
    gates: ["database"],
    breaks: /without its entry|every success has its charge/,
    suites: ["test/boot/start.test.ts"]
  },
  {
    name: "cancelled-wait-trusted",
    plants: "a commit whose wait for the standby was cancelled is answered as a success",
    file: "packages/core/src/sql/link.ts",
    search: "if (!link.isUnreplicated) return Effect.succeed(answer)",
    replace: "if (answer !== null) return Effect.succeed(answer)",
    gates: ["failover"],
    breaks: /a wait that was cancelled is no acknowledgement|without its entry/,
    suites: ["test/faults/failover.test.ts"]
  },
  {
    name: "old-primary-believed",
    plants: "a primary that comes back is taken for the primary while the one that was promoted is away",
    file: "packages/core/src/sql/Primary.ts",
    search: "|| answer.timeline < highest",
    replace: "",
    gates: ["failover"],
    breaks: /old primary/,
    suites: ["test/faults/failover.test.ts"]
  },
  {
    name: "deadlines-by-date",
    plants: "deadlines and lifetimes in memory go by the machine's date",
    file: "packages/core/src/time.ts",
    search: "Number(clock.monotonicTimeNanosUnsafe()) / 1e6",
    replace: 'Reflect.get(clock, "currentTimeMillisUnsafe").call(clock)',
    gates: ["calendar"],
    breaks: /clock set back/,
    suites: ["packages/core/test/clockJumps.test.ts"]
  },
  {
    name: "history-read-twice",
    plants: "the places of a listing are read in two statements, between which a move may take what neither sees",
    file: "packages/history/src/packed/reads.ts",
    search:
      "      UNION ALL SELECT NULL, NULL, owner_id, day - date '1970-01-01', array_position(listings, ${listing}::int)",
    replace:
      "`)\n    const late = yield* matrixRows(sql`SELECT NULL::text AS month, NULL::bytea AS block, owner_id AS owner, day - date '1970-01-01' AS day, array_position(listings, ${listing}::int) AS place",
    also: [
      {
        file: "packages/history/src/packed/reads.ts",
        search: "const rows = yield* matrixRows(sql`",
        replace: "const early = yield* matrixRows(sql`"
      },
      {
        file: "packages/history/src/packed/reads.ts",
        search: "for (const { block, day, month, owner, place } of rows)",
        replace: "for (const { block, day, month, owner, place } of early.concat(late))"
      }
    ],
    gates: ["history"],
    breaks: /acknowledged list/,
    suites: []
  },
  {
    name: "history-moves-at-once",
    plants: "two nodes move the same blocks at once",
    file: "packages/history/src/packed/moves.ts",
    search: "        yield* moveLock(tables)\n",
    replace: "",
    gates: ["history"],
    breaks: /acknowledged list|no process fails/,
    suites: []
  },
  {
    name: "history-truncated-unseen",
    plants: "a slot is truncated without a look whether a slow writer has filled it",
    file: "packages/history/src/packed/moves.ts",
    search: "if (left.length === 0) yield* sql`TRUNCATE ${table}`",
    replace: "yield* sql`TRUNCATE ${table}`",
    gates: ["history"],
    breaks: /acknowledged list/,
    suites: ["packages/history/test/lists.test.ts"]
  },
  {
    name: "history-deleted-first",
    plants: "what a flush takes is deleted in a transaction before the one that puts it elsewhere",
    file: "packages/history/src/packed/moves.ts",
    search: '        yield* writeRun(packer, found.rows("lists"))\n',
    replace:
      '        yield* sql`COMMIT`\n        yield* sql`BEGIN`\n        yield* writeRun(packer, found.rows("lists"))\n',
    gates: ["history"],
    breaks: /acknowledged list/,
    suites: []
  },
  {
    name: "history-claimed-first",
    plants: "a day is claimed in a transaction before the one that writes its list",
    file: "packages/history/src/packed/append.ts",
    search: "        const taken = sound.filter(({ index }) => won.has(index))\n",
    replace:
      "        const taken = sound.filter(({ index }) => won.has(index))\n        yield* sql`COMMIT`\n        yield* sql`BEGIN`\n",
    gates: ["history"],
    breaks: /acknowledged list|calendar, lists and places agree/,
    suites: []
  }
]
