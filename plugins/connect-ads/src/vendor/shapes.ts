/** The vendor's answers, read leniently: what may be missing is optional, unknown members are left, and new words pass. */
import { Schema, SchemaGetter } from "effect"

const maybe = <A, I>(schema: Schema.Codec<A, I>) => Schema.optionalKey(Schema.NullOr(schema))

/** Ids are numbers of up to 64 bits, and text in places. */
export const Id = Schema.Union([
  Schema.String.check(Schema.isPattern(/^\d{1,20}$/)),
  Schema.Int.pipe(
    Schema.decodeTo(Schema.String, { decode: SchemaGetter.transform(String), encode: SchemaGetter.transform(Number) })
  )
])
/** Decimal numbers are text, and numbers in places. */
const Decimal = Schema.Union([
  Schema.String.check(Schema.isPattern(/^-?\d{1,20}(\.\d{1,20})?$/)),
  Schema.Finite.pipe(
    Schema.decodeTo(Schema.String, { decode: SchemaGetter.transform(String), encode: SchemaGetter.transform(Number) })
  )
])
export const Money = Schema.Struct({ amount: Decimal, currency: Schema.String })

export const Token = Schema.Struct({ access_token: Schema.String, expires_in: Schema.Finite })
export const TokenRefusal = Schema.Struct({ error: maybe(Schema.String), error_description: maybe(Schema.String) })

const Detail = Schema.Struct({ code: maybe(Schema.String), message: maybe(Schema.String), info: maybe(Schema.Unknown) })
/** The envelope of the reference, and the one of its page about updates. */
export const Refusal = Schema.Struct({
  error: Schema.Struct({
    code: maybe(Schema.String),
    message: maybe(Schema.String),
    details: maybe(Schema.Array(Detail)),
    errors: maybe(Schema.Array(Detail))
  })
})

export const Me = Schema.Struct({ result: Schema.Struct({ orgId: Id }) })
const AclAccount = Schema.Struct({
  id: Id,
  name: maybe(Schema.String),
  orgId: maybe(Id),
  currency: maybe(Schema.String),
  timeZone: maybe(Schema.String)
})
export const Acls = Schema.Struct({
  result: Schema.Struct({
    acls: Schema.Array(Schema.Struct({ adAccount: AclAccount, roles: maybe(Schema.Array(Schema.String)) }))
  })
})
export type AclAccount = typeof AclAccount.Type
export const AdAccount = Schema.Struct({
  result: Schema.Struct({ currency: maybe(Schema.String), timezone: maybe(Schema.String) })
})

const Values = Schema.Struct({ include: maybe(Schema.Array(Schema.Union([Schema.String, Schema.Finite]))) })
const BidStrategy = Schema.Struct({
  bidStrategyType: Schema.String,
  bidStrategyGoal: maybe(Schema.String),
  bid: maybe(Money)
})
const thing = {
  id: Id,
  name: Schema.String,
  status: Schema.String,
  systemStatus: maybe(Schema.String),
  systemStatusReasons: maybe(Schema.Array(Schema.String)),
  systemStatusLimitingReasons: maybe(Schema.Array(Schema.String)),
  displayStatus: maybe(Schema.String),
  bidStrategy: maybe(BidStrategy),
  startTime: maybe(Schema.String),
  endTime: maybe(Schema.String),
  creationTime: maybe(Schema.String),
  modificationTime: maybe(Schema.String),
  deleted: maybe(Schema.Boolean)
}
export const Campaign = Schema.Struct({
  ...thing,
  promotedObjectType: maybe(Schema.String),
  promotedObjectId: maybe(Id),
  dailyBudget: maybe(Schema.Struct({ value: Money })),
  targeting: maybe(Schema.Struct({ countryOrRegion: maybe(Values) }))
})
export const AdGroup = Schema.Struct({
  ...thing,
  campaignId: Id,
  automatedKeywordsOptIn: maybe(Schema.Boolean),
  targeting: maybe(
    Schema.Struct({
      deviceClass: maybe(Values),
      minAge: maybe(Values),
      maxAge: maybe(Values),
      gender: maybe(Values),
      country: maybe(Values),
      countryCode: maybe(Values),
      adminArea: maybe(Values),
      locality: maybe(Values)
    })
  )
})
export type VendorCampaign = typeof Campaign.Type
export type VendorAdGroup = typeof AdGroup.Type
export const One = <A, I>(of: Schema.Codec<A, I>) => Schema.Struct({ result: of })
export const Page = <A, I>(of: Schema.Codec<A, I>) =>
  Schema.Struct({ result: Schema.Array(of), pagination: maybe(Schema.Struct({ totalCount: maybe(Schema.Int) })) })

const Metrics = Schema.Struct({
  impressions: maybe(Schema.Int),
  taps: maybe(Schema.Int),
  tapInstalls: maybe(Schema.Int),
  totalInstalls: maybe(Schema.Int),
  totalNewDownloads: maybe(Schema.Int),
  totalRedownloads: maybe(Schema.Int),
  localSpend: maybe(Money),
  cpt: maybe(Money),
  totalAvgCPI: maybe(Money)
})
export type VendorMetrics = typeof Metrics.Type

/** `totals` is in one place in the hand-written description, and in another in the vendor's pages. */
const report = <A, I>(row: Schema.Codec<A, I>) =>
  Schema.Struct({
    result: maybe(
      Schema.Struct({
        rows: maybe(Schema.Array(row)),
        grandTotal: maybe(Metrics),
        grandTotals: maybe(Metrics),
        summary: maybe(Schema.Struct({ grandTotal: maybe(Metrics) }))
      })
    ),
    pagination: maybe(Schema.Struct({ totalCount: maybe(Schema.Int) }))
  })
const Suggested = Schema.Struct({ suggestedBidAmount: maybe(Schema.Union([Decimal, Money])) })
const KeywordRow = Schema.Struct({
  metadata: Schema.Struct({
    id: Id,
    text: Schema.String,
    matchType: maybe(Schema.String),
    status: maybe(Schema.String),
    adGroupId: maybe(Id),
    bid: maybe(Money)
  }),
  totalMetrics: Metrics,
  insights: maybe(Schema.Struct({ bidRecommendation: maybe(Suggested) }))
})
const SearchTermRow = Schema.Struct({
  metadata: Schema.Struct({
    searchTermText: maybe(Schema.String),
    searchTermSource: maybe(Schema.String),
    adGroupId: maybe(Id),
    keyword: maybe(Schema.Struct({ id: maybe(Id), text: maybe(Schema.String), matchType: maybe(Schema.String) }))
  }),
  totalMetrics: Metrics
})
const CampaignRow = Schema.Struct({
  metadata: Schema.Struct({ id: Id }),
  totalMetrics: Metrics,
  granularMetrics: maybe(Schema.Array(Schema.Struct({ date: Schema.String, ...Metrics.fields })))
})
export type VendorCampaignRow = typeof CampaignRow.Type
export type VendorKeywordRow = typeof KeywordRow.Type
export type VendorSearchTermRow = typeof SearchTermRow.Type
export const CampaignReport = report(CampaignRow)
export const KeywordReport = report(KeywordRow)
export const SearchTermReport = report(SearchTermRow)

/** Ids of the history are text, and numbers in places. */
const AuditId = Schema.Union([Schema.String, Id])
export const History = Schema.Struct({
  result: maybe(
    Schema.Array(
      Schema.Struct({
        transactionId: maybe(AuditId),
        eventType: Schema.String,
        eventTime: Schema.String,
        entityType: Schema.String,
        metas: maybe(
          Schema.Array(
            Schema.Struct({
              detailId: maybe(Schema.String),
              meta: maybe(Schema.Struct({ name: maybe(Schema.String) }))
            })
          )
        ),
        userType: maybe(Schema.String),
        modifiedBy: maybe(AuditId)
      })
    )
  ),
  pagination: maybe(Schema.Struct({ totalCount: maybe(Schema.Int) }))
})
const AuditValues = maybe(Schema.Array(Schema.NullOr(Schema.String)))
export const HistoryDetail = Schema.Struct({
  result: maybe(
    Schema.Array(
      Schema.Struct({
        details: maybe(
          Schema.Array(
            Schema.Struct({
              changes: maybe(
                Schema.Array(Schema.Struct({ field: Schema.String, oldValues: AuditValues, newValues: AuditValues }))
              )
            })
          )
        )
      })
    )
  )
})
export type VendorHistory = typeof History.Type
export type VendorHistoryDetail = typeof HistoryDetail.Type

export const PopularityRow = Schema.Struct({
  genre: Schema.String,
  searchTerm: Schema.String,
  rankInGenre: maybe(Schema.Int),
  searchPopularityInGenre: maybe(Schema.Int),
  searchPopularity1to100: maybe(Schema.Int),
  searchPopularity1to5: maybe(Schema.Int)
})
export type VendorPopularityRow = typeof PopularityRow.Type
export const Popularity = Schema.Struct({
  result: maybe(Schema.Struct({ rows: maybe(Schema.Array(PopularityRow)) }))
})
