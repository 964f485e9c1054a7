import type {
  FieldValues,
  FileForm,
  FormShown,
  FormStart,
  LiveForm,
  Marks,
  PageValue,
  PanelParam,
  RowAction,
  ViewDeclaration
} from "./draw.ts"
import type { platforms } from "./Param.ts"

/** Where panels stand in the pages of an account, and what each place knows. */
export const panelSlots = {
  /** One card of the first page. */
  overview: [],
  /** A tab of an app's page. */
  app: ["app", "platform", "country", "from", "to"],
  /** A card, and the page behind it. */
  connections: ["from", "to"],
  alerts: [],
  settings: [],
  admin: []
} as const satisfies Readonly<Record<string, ReadonlyArray<PageValue>>>

export type PanelSlot = keyof typeof panelSlots

/** The least role that sees a panel; each sees what those before it see. */
export const panelRoles = ["viewer", "member", "admin", "owner", "operator"] as const
export type PanelRole = (typeof panelRoles)[number]

interface Asks {
  /** The id of an operation of the same plugin. */
  readonly operation: string
  readonly title?: string
  /** Parameters of path and query, by name. */
  readonly params?: Readonly<Record<string, PanelParam>>
  /** Stores for whose apps it has an answer: on pages of other apps it isn't shown. Only in the slot `app`; default: all. */
  readonly platforms?: ReadonlyArray<(typeof platforms)[number]>
}

/** A piece of a panel. What it shows, does and costs is what its operation declares. */
export type PanelBlock =
  | { readonly kind: "text"; readonly text: string }
  /**
   * The answer of an operation that reads, drawn by `view` or by the operation's own. One that is free is asked when the
   * panel is opened; one with a price, when its button is pressed, which says the price.
   */
  | (Asks & {
      readonly kind: "view"
      readonly view?: ViewDeclaration
      /** In views of the kinds list, table and gallery. */
      readonly actions?: ReadonlyArray<RowAction>
      /** In place of `view` and `actions`: several drawings of one answer, so that it's asked and paid once. What is empty is left out. */
      readonly shows?: ReadonlyArray<FormShown>
    })
  /** Asks for the operation's other parameters and its body, then sends it. Here `params` may be fields of the body too. */
  | (Asks & {
      readonly kind: "form"
      /** What it asks for, in this order. Default: all that `params` doesn't have. */
      readonly fields?: ReadonlyArray<string>
      /** What fields offer, by the field's name. */
      readonly values?: Readonly<Record<string, FieldValues>>
      readonly start?: FormStart
      /** Only of an operation that reads and is free. It's shown at once, without a button. */
      readonly live?: LiveForm
      /**
       * The form stands in the panel, and these of its answer below it; those without rows are left out. One that reads and
       * is free is asked as soon as it has all that it needs.
       */
      readonly shows?: ReadonlyArray<FormShown>
      /** Only of a form that `shows` something. */
      readonly file?: FileForm
    })
  /** A button that saves the answer of an operation that reads as a JSON file of this name. */
  | (Asks & { readonly kind: "download"; readonly title: string; readonly saveAs: string })
  /**
   * Moments that every chart over time of an app's page marks, whichever plugin's it is: releases, say. Of an operation that
   * reads and is free; `title` stands before what each row is called. Only in the slot `app`.
   */
  | (Asks & { readonly kind: "marks"; readonly title: string; readonly marks: Marks })
  /** A button that sends the operation as it is. */
  | (Asks & { readonly kind: "action"; readonly title: string })

/** What a plugin shows in the pages of an account. Data alone: none of its code runs in a page. */
export interface Panel {
  /** Kebab-case, one of its plugin's own. */
  readonly id: string
  readonly slot: PanelSlot
  readonly title: string
  /** Default `viewer`. */
  readonly role?: PanelRole
  /** The feature that the account's plan must have. */
  readonly requires?: string
  /** Among the panels of its slot, the lowest first. Default 100. */
  readonly order?: number
  readonly blocks: ReadonlyArray<PanelBlock>
}

/** The languages that pages speak beside English. */
export type PanelLanguage = "de"

/**
 * What a plugin's panels show, in other languages, by its English: titles, texts, names of columns and buttons, and the values
 * that the answers' schemas list. What is missing stays English.
 */
export type PanelTexts = Readonly<Partial<Record<PanelLanguage, Readonly<Record<string, string>>>>>
