/** What members may want to know the author of. Neither addresses nor secrets stand in it. */
export const audits = {
  "cofounder.webhook-saved": "The webhook of daily reports was saved or changed.",
  "cofounder.webhook-removed": "The webhook of daily reports was deleted.",
  "cofounder.event-replayed": "Something that was posted before was posted once more.",
  "cofounder.preferences-changed": "Daily reports were switched on or off."
} as const
