import { ModelSlug } from "@storeglass/ai-visibility/contract"
import { Setting } from "@storeglass/plugin-api"
import { Schema } from "effect"

const { withDefault, whole, address, secret } = Setting

const perMinute = (description: string) => whole(description, 1, 100_000)
const { optionalKey } = Schema

const instances = (description: string, example: string) =>
  withDefault(
    Schema.Array(address(`Address of an instance, such as ${example}.`))
      .check(Schema.isMaxLength(20))
      .annotate({ description }),
    [example]
  )

/** Settings of the plugin. Channels that need credentials are off until they have them. */
export const GrowthConfig = Schema.Struct({
  contact: withDefault(
    Schema.NonEmptyString.check(Schema.isMaxLength(200)).annotate({
      description: "How to reach whoever operates this gateway; sent in User-Agent to sources that ask for it."
    }),
    "https://github.com/storeglass/storeglass"
  ),
  hackernews: withDefault(
    Schema.Struct({
      baseUrl: withDefault(address("The search of Hacker News."), "https://hn.algolia.com/api/v1"),
      requestsPerMinute: withDefault(perMinute("Most requests a minute. Its users tell of 10,000 an hour."), 60)
    }).annotate({ description: "Hacker News." }),
    {}
  ),
  rss: withDefault(
    Schema.Struct({
      ownFeeds: optionalKey(
        address("Feeds below this address are on your own network: they're read directly, all others as public ones.")
      ),
      feedHostsRefused: withDefault(
        Schema.Record(Schema.String, Schema.String).annotate({
          description: "Hosts whose feeds aren't read, with the channel to use instead."
        }),
        { "reddit.com": "reddit" }
      )
    }).annotate({ description: "Feeds." }),
    {}
  ),
  stackexchange: withDefault(
    Schema.Struct({
      baseUrl: withDefault(address("The API of Stack Exchange."), "https://api.stackexchange.com/2.3"),
      key: optionalKey(secret("Key of your application there: 10,000 requests a day in place of 300.")),
      requestsPerDay: optionalKey(whole("Most requests a day. Default 300, 10,000 with a key.", 1, 1_000_000)),
      sites: withDefault(
        Schema.Array(Schema.NonEmptyString)
          .check(Schema.isMaxLength(5))
          .annotate({ description: "Sites that a project asks without filters.sites." }),
        ["softwarerecs"]
      )
    }).annotate({ description: "Stack Exchange." }),
    {}
  ),
  lemmy: withDefault(
    Schema.Struct({
      instances: instances("Instances that are searched.", "https://lemmy.world"),
      requestsPerMinute: withDefault(perMinute("Most requests a minute to each instance."), 10)
    }).annotate({ description: "Lemmy." }),
    {}
  ),
  mastodon: withDefault(
    Schema.Struct({
      instances: instances("Instances whose tags are read.", "https://mastodon.social"),
      requestsPerMinute: withDefault(perMinute("Most requests a minute to each instance."), 60)
    }).annotate({ description: "Mastodon." }),
    {}
  ),
  reddit: optionalKey(
    Schema.Struct({
      baseUrl: withDefault(address("The API of Reddit."), "https://oauth.reddit.com"),
      tokenUrl: withDefault(address("Where its tokens come from."), "https://www.reddit.com/api/v1/access_token"),
      clientId: secret("Id of your approved application."),
      clientSecret: secret("Its secret."),
      requestsPerMinute: withDefault(perMinute("Most requests a minute. Reddit allows 100."), 60)
    }).annotate({ description: "Reddit, with an application of yours that it has approved. Off without it." })
  ),
  bluesky: optionalKey(
    Schema.Struct({
      baseUrl: withDefault(address("The server of your account."), "https://bsky.social"),
      identifier: Schema.NonEmptyString.annotate({ description: "Handle of the account." }),
      appPassword: secret("An app password of it."),
      requestsPerMinute: withDefault(perMinute("Most requests a minute. Its makers ask for few."), 20)
    }).annotate({ description: "Bluesky, with an app password. Off without it." })
  ),
  ownAccounts: withDefault(
    Schema.Array(Schema.NonEmptyString)
      .check(Schema.isMaxLength(500))
      .annotate({ description: "Authors whose posts are never found, as channel:author, such as hackernews:acme." }),
    []
  ),
  writer: optionalKey(
    ModelSlug.annotate({
      description:
        "The assistant of ai-visibility that suggests answers to threads that ask for one, on the operator's key. Without one there's no suggestedReply."
    })
  ),
  repliesPerDay: withDefault(whole("Most answers that are suggested to an account on a day (UTC).", 1, 1_000), 20),
  keepDays: withDefault(whole("How long opportunities are kept, in days.", 30, 3_650), 400)
})
export type GrowthConfig = typeof GrowthConfig.Type
