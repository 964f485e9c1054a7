import type { Panel } from "@storeglass/plugin-api"

export const panels: ReadonlyArray<Panel> = [
  {
    id: "growth",
    slot: "app",
    title: "Growth",
    order: 70,
    blocks: [
      {
        kind: "text",
        text: "Public threads where an answer of yours would help. Nothing is posted for you: you answer, and mark what you answered."
      },
      { kind: "view", operation: "growth_projects", title: "Projects", params: { appId: { page: "app" } } },
      { kind: "view", operation: "growth_opportunities", title: "Threads" },
      { kind: "view", operation: "growth_channels", title: "Places" }
    ]
  },
  {
    id: "growth-change",
    slot: "app",
    title: "Change growth",
    role: "member",
    order: 71,
    blocks: [
      { kind: "form", operation: "growth_bootstrap", title: "Make a project" },
      { kind: "form", operation: "growth_addProject", title: "Make or change a project" },
      { kind: "form", operation: "growth_scan", title: "Scan now" },
      { kind: "form", operation: "growth_review", title: "Decide on a thread" },
      { kind: "form", operation: "growth_markReplied", title: "Mark a thread as answered" }
    ]
  }
]
