import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { Assistants } from "../src/vendors/Assistants.ts"
import { fingerprintOf, promptKey, promptText } from "../src/writing/promptText.ts"
import { usableIntents, writeByProvider, writePrompts } from "../src/writing/providerWriter.ts"
import { templateLanguages, templateModel, writeByTemplates } from "../src/writing/templateWriter.ts"
import { promptStyles, type WritingInput, type Written } from "../src/writing/Writing.ts"
import { startAssistants } from "./assistantsSupport.ts"

const double = await startAssistants()
const assistants = await double.configured()

const input = (more: Partial<WritingInput> = {}): WritingInput => ({
  language: "en",
  country: "us",
  app: {
    name: "Velmira: Habit Tracker",
    category: "Health & Fitness",
    subtitle: "Routines & daily goals",
    description: null
  },
  terms: ["habit tracker", "daily routine", "streak counter", "goal setting", "morning routine"],
  ...more
})

const isWhole = ({ intents }: Written, context: string) => {
  assert.isAtLeast(intents.length, 8, context)
  assert.isAtMost(intents.length, 12, context)
  assert.strictEqual(new Set(intents.map(({ label }) => label)).size, intents.length, context)
  for (const { label, prompts } of intents) {
    assert.isTrue([...label].length >= 3 && [...label].length <= 120, `${context}: ${label}`)
    assert.isTrue(prompts.length >= 5 && prompts.length <= 8, `${context}: ${label}`)
    assert.isAtLeast(new Set(prompts.map(({ style }) => style)).size, 3, `${context}: ${label}`)
    for (const { text } of prompts) assert.deepEqual(promptText(text), Result.succeed(text), context)
  }
  const keys = intents.flatMap(({ prompts }) => prompts.map(({ text }) => promptKey(text)))
  assert.strictEqual(new Set(keys).size, keys.length, context)
}

describe("prompts by templates", () => {
  it("are 8 to 12 intents of 5 to 8 prompts in three styles and more, in every language, about whatever there is", () => {
    assert.includeMembers([...templateLanguages], ["en", "de", "fr", "es", "pt", "it", "ja", "ko", "zh", "ar"])
    const apps = [
      input().app,
      { name: "X", category: null, subtitle: null, description: null },
      { name: "Habit Tracker by Solvio", category: "Games", subtitle: "a".repeat(300), description: null },
      {
        name: `Very ${"long ".repeat(40)}name`,
        category: `Odd ${"category ".repeat(20)}`,
        subtitle: "\u0000\ud800 & more",
        description: null
      }
    ]
    for (const language of templateLanguages) {
      for (const app of apps) {
        for (const terms of [input().terms, [], ["x", "x", " ", "https://evil.example", "\u202eterm\u0007"]]) {
          const written = writeByTemplates(input({ language, app, terms }))
          isWhole(written, `${language} ${app.name}`)
          assert.deepInclude(written, { promptsModel: templateModel, language })
        }
      }
    }
  })

  it("are the same for the same input, and name the app as people call it in branded ones alone", () => {
    const written = writeByTemplates(input())
    assert.deepEqual(writeByTemplates(input()), written)
    for (const { style, text } of written.intents.flatMap(({ prompts }) => prompts)) {
      assert.strictEqual(/Velmira/.test(text), style === "branded", text)
    }
    assert.include(
      written.intents[0]?.prompts.map(({ text }) => text) ?? [],
      "What is the best app for health & fitness?"
    )
    assert.isTrue(written.intents.some(({ label }) => label === "Streak counter"))
  })

  it("are in English for a language that they lack, and say so", () => {
    assert.strictEqual(writeByTemplates(input({ language: "fi" })).language, "en")
  })
})

describe("prompts by a provider", () => {
  const provided = <A, E>(work: Effect.Effect<A, E, Assistants>) => Effect.provideService(work, Assistants, assistants)

  it("are asked for in JSON of a schema, and are as many as templates write", async () => {
    const written = await double.run(provided(writeByProvider(input(), { slug: "model_a" })))
    isWhole(written, "model_a")
    assert.strictEqual(written.promptsModel, "model_a")
  })

  it("are those of the templates where it fails, and where there's none", async () => {
    const failing = () => double.run(provided(writePrompts(input(), { slug: "model_b" })))
    assert.deepEqual(await double.while(["overloaded"], "model_b", failing), writeByTemplates(input()))
    assert.deepEqual(await double.run(provided(writePrompts(input(), undefined))), writeByTemplates(input()))
  })

  it("are left out where they aren't questions: of another style, too short, with addresses or controls", () => {
    const good = promptStyles.map((style) => ({
      style,
      text: `Which app of the ${style} sort?`
    }))
    const bad = [
      { style: "poem", text: "Which app is the best of all?" },
      { style: "problem", text: "short" },
      { style: "problem", text: "https://example.com/a-long-address" },
      { style: "problem", text: "Which app\u0007 is the best of all?" }
    ]
    const intent = { label: "Find one", description: "d", prompts: [...good, ...good, ...bad] }
    const [kept, ...more] = usableIntents({
      intents: [intent, intent, { ...intent, label: "x" }, { ...intent, label: "Few", prompts: bad }]
    })
    assert.lengthOf(more, 0)
    assert.deepEqual(kept?.prompts, good)
  })
})

describe("a prompt's text", () => {
  const problem = (text: string) => Result.isFailure(promptText(text))

  it("is NFC, with its whitespace folded", () => {
    assert.deepEqual(
      promptText("  Quelle\u00a0app pour le cafe\u0301 ?\n"),
      Result.succeed("Quelle app pour le café ?")
    )
  })

  it("has 15 to 220 code points", () => {
    assert.isTrue(problem("Fourteen chars") && !problem("Fifteen charact"))
    assert.isTrue(!problem("語".repeat(220)) && problem("語".repeat(221)))
    assert.isTrue(!problem(`${"😀".repeat(14)}a`) && problem("😀".repeat(14)))
  })

  it("has letters, numbers, punctuation and symbols of any script, and nothing else", () => {
    for (const text of [
      "ما هو أفضل تطبيق؟ قل لي",
      "おすすめの日記アプリは何ですか？",
      "Best app for $5/month — or less? 👍🏽",
      "می‌خواهم یک برنامه خوب"
    ]) {
      assert.isFalse(problem(text), text)
    }
    for (const wrong of ["\u0000", "\u001b", "\ue000", "\ud83d", "\u202e", "\u200b", "\u{10ffff}"]) {
      assert.isTrue(problem(`Which app is${wrong} the best one?`), JSON.stringify(wrong))
    }
  })

  it("isn't an address alone", () => {
    for (const text of [
      "https://example.com/path?q=1",
      "www.example.com/and/so/on",
      "somebody@example.com",
      "averylongdomainname.example.com/x"
    ]) {
      assert.isTrue(problem(text), text)
    }
    assert.isFalse(problem("Is https://example.com a good app?"))
  })

  it.prop("is kept as it is once it's kept", [Schema.String], ([text]) => {
    const once = promptText(`Which app ${text} is best?`)
    if (Result.isSuccess(once)) assert.deepEqual(promptText(once.success), once)
  })
})

describe("a fingerprint", () => {
  const asked = {
    text: "Which app is best?",
    slug: "model_a",
    country: "us",
    language: "en",
    day: "2026-11-23"
  } as const
  const of = (more: object = {}) => Effect.runPromise(fingerprintOf({ ...asked, ...more }))

  it("is of text, assistant, country, language and day", async () => {
    const first = await of()
    assert.match(first, /^[0-9a-f]{64}$/)
    assert.strictEqual(await of(), first)
    const others = [
      { text: "Which app is better?" },
      { slug: "model_b" },
      { country: "de" },
      { language: "de" },
      { day: "2026-11-24" }
    ]
    assert.strictEqual(new Set([first, ...(await Promise.all(others.map(of)))]).size, 6)
  })

  it("goes with a text's key: case and the last mark don't make another prompt", () => {
    assert.strictEqual(promptKey("Which app is best?"), promptKey(" which app  is best "))
    assert.notStrictEqual(promptKey("Which app is best?"), promptKey("Which apps are best?"))
  })
})
