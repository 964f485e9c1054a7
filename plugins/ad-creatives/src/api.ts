import { Endpoint, group, Param } from "@storeglass/plugin-api"
import { HttpApi } from "effect/http-api"
import { dashboard } from "./dashboard/api.ts"
import * as E from "./errors.ts"
import * as S from "./schema.ts"

const base = "/v1/app-ad-creatives"

const generate = Endpoint.post("generate", `${base}/generate`, {
  headers: {
    "x-imageprovider-key": Param.optional(
      Param.header({
        description:
          "Your own key at the image provider of this gateway, 20 to 200 characters. The job then costs 1 general credit. It's kept sealed until the job ends.",
        secret: true,
        min: 20,
        max: 200
      })
    )
  },
  payload: S.Generate,
  answer: S.Accepted,
  status: 202,
  errors: E.generateErrors,
  price: "quoted",
  summary: "Make an ad from a store listing",
  description:
    "Takes a job that makes ad copy and a square picture from an app's listing, with its real screenshots and no claim that the listing or your keyPoints don't make. 1 general credit with mode analyze, generateImage false or your own X-ImageProvider-Key; else low 1, medium 2, high 5 creative credits, held now and charged when it's completed. Poll the job until it's completed or failed.",
  tool: {
    destructive: false,
    words: ["make an ad, ad creative, ad image, ad copy from an app store listing"]
  }
})

const job = Endpoint.get("job", `${base}/jobs/:jobId`, {
  params: { jobId: Param.text({ max: 64, description: "The jobId of generate." }) },
  answer: S.Job,
  errors: E.jobErrors,
  summary: "Read an ad's job",
  description:
    "How a job stands: queued, processing, completed with its result, or failed with the reason, which costs nothing. It's kept for 30 days. Ask every 3 to 5 seconds.",
  tool: { words: ["is my ad ready, finished ad creative"], picture: "result.ad.imageUrl" }
})

export class AdCreativesApi extends HttpApi.make("ad-creatives").add(group("adCreatives", generate, job), dashboard) {}
