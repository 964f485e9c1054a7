import { type Panel, View } from "@storeglass/plugin-api"
import { threadList } from "./dashboard/api.ts"
import { feedView } from "./digests/api.ts"
import { byKeyword } from "./dryRuns/api.ts"

const app = { appId: { page: "app" }, platform: { page: "platform" } } as const
const thread = { id: { row: "id" } } as const
const since = { ...app, from: { page: "from" } } as const

const project = {
  id: {
    operation: "growthDashboard_projects",
    params: { appId: { page: "app" } },
    rows: "items",
    value: "id",
    title: "name"
  }
} as const

const channel = {
  operation: "growthDashboard_channels",
  rows: "channels",
  value: "id",
  title: "name",
  note: "reason",
  only: true
} as const

const savedView = {
  operation: "growthDashboard_searches",
  rows: "searches",
  value: "name",
  note: "query",
  only: true
} as const

export const panels: ReadonlyArray<Panel> = [
  {
    id: "growth",
    slot: "app",
    title: "Growth",
    order: 70,
    blocks: [
      { kind: "view", operation: "growthDashboard_stats", title: "What came of it", params: since },
      {
        kind: "text",
        text: "Public threads where an answer of yours would help. Nothing is posted for you: you answer, and mark what you answered."
      },
      {
        kind: "view",
        operation: "growthDashboard_inbox",
        title: "Inbox",
        params: app,
        actions: [
          { operation: "growth_review", title: "Approve", params: { ...thread, decision: "approve" } },
          {
            operation: "growth_review",
            title: "Not relevant",
            params: { ...thread, decision: "dismiss", reason: "not_relevant" }
          },
          { operation: "growth_review", title: "Dismiss", params: { ...thread, decision: "dismiss" } },
          { operation: "growth_markReplied", title: "I answered", params: thread }
        ]
      },
      {
        kind: "form",
        operation: "growthDashboard_searched",
        title: "Saved view",
        params: app,
        fields: ["name"],
        values: { name: savedView },
        shows: [{ title: "Threads of a saved view", view: threadList }]
      },
      {
        kind: "view",
        operation: "growthDashboard_inbox",
        title: "Approved, to answer",
        params: { ...app, status: "approved" },
        actions: [
          { operation: "growth_markReplied", title: "I answered", params: thread },
          { operation: "growth_review", title: "Back to the inbox", params: { ...thread, decision: "reopen" } }
        ]
      },
      {
        kind: "view",
        operation: "growthDashboard_stats",
        title: "Found and answered",
        params: since,
        view: View.series({ lines: "lines", name: "name", rows: "days", x: "date", y: "value" })
      },
      {
        kind: "view",
        operation: "growthDashboard_projects",
        title: "Projects",
        params: { appId: { page: "app" } }
      }
    ]
  },
  {
    id: "growth-insight",
    slot: "app",
    title: "What people ask for",
    order: 71,
    blocks: [
      {
        kind: "text",
        text: "What the threads that were found have in common. Topics are words that at least two people wrote; dismissed threads don't count."
      },
      {
        kind: "view",
        operation: "growthDashboard_insight",
        title: "Threads",
        params: since,
        view: View.stat({ rows: "figures", title: "name", value: "value" })
      },
      { kind: "view", operation: "growthDashboard_insight", title: "Topics", params: since },
      {
        kind: "view",
        operation: "growthDashboard_insight",
        title: "What they write",
        params: since,
        view: View.list({ rows: "quotes", title: "quote", link: "url", note: "topic", text: "text" })
      },
      {
        kind: "view",
        operation: "growthDashboard_insight",
        title: "Complaints about competitors",
        params: since,
        view: View.list({ rows: "complaints", title: "name", link: "url", note: "threads", text: "text" })
      }
    ]
  },
  {
    id: "growth-outcomes",
    slot: "app",
    title: "Around your answers",
    order: 72,
    blocks: [
      {
        kind: "text",
        text: "The 7 days before and after each answer, side by side. This is no claim of cause: whatever else happened in these days is in the figures too."
      },
      { kind: "view", operation: "growthDashboard_outcomes", title: "Visits, downloads and ranks", params: app }
    ]
  },
  {
    id: "growth-change",
    slot: "app",
    title: "Change growth",
    role: "member",
    order: 73,
    blocks: [
      { kind: "form", operation: "growth_bootstrap", title: "Make a project" },
      {
        kind: "form",
        operation: "growth_dryRun",
        title: "Try keywords",
        params: app,
        fields: ["channel", "keywords", "exclude", "competitors", "languages", "filters"],
        values: { channel },
        shows: [
          { title: "By keyword", view: byKeyword },
          {
            title: "Examples",
            view: View.list({ rows: "examples", title: "title", link: "url", note: "urgency", text: "excerpt" })
          }
        ]
      },
      { kind: "form", operation: "growth_addProject", title: "Make or change a project", values: { channel } },
      { kind: "form", operation: "growthDashboard_saveSearch", title: "Save a view" },
      {
        kind: "form",
        operation: "growthDashboard_removeSearch",
        title: "Remove a saved view",
        values: { name: savedView }
      },
      { kind: "form", operation: "growth_scan", title: "Scan now", values: project },
      { kind: "form", operation: "growth_stats", title: "What a project brought", values: project },
      {
        kind: "form",
        operation: "growth_learned",
        title: "What a project learned from you",
        values: project
      },
      { kind: "form", operation: "growth_insight", title: "Keep what people ask for", values: project }
    ]
  },
  {
    id: "growth-digest",
    slot: "settings",
    title: "Growth",
    role: "admin",
    order: 65,
    blocks: [
      {
        kind: "text",
        text: "How the account is told of threads that its projects found. A thread that must be answered is also told at once where your alerts go, unless that kind is turned off there."
      },
      { kind: "view", operation: "growthDashboard_digest", title: "How you're told" },
      { kind: "form", operation: "growthDashboard_saveDigest", title: "Change how you're told" },
      {
        kind: "form",
        operation: "growthDashboard_makeFeed",
        title: "Make the feed's address",
        shows: [{ title: "Shown once: whoever has it reads the feed", view: feedView }]
      },
      { kind: "action", operation: "growthDashboard_removeFeed", title: "End the feed" }
    ]
  },
  {
    id: "growth-places",
    slot: "app",
    title: "Places to look in",
    order: 74,
    blocks: [{ kind: "view", operation: "growthDashboard_channels" }]
  }
]
