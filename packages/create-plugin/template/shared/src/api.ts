import {
  AppNotFound,
  costs,
  Data,
  Metered,
  Param,
  PlatformUnsupported,
  StrictInput,
  upstreamErrors
} from "@storeglass/plugin-api"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Rating } from "./schema.ts"

const rating = HttpApiEndpoint.get("rating", "/v1/my-plugin/:id/rating", {
  params: { id: Param.appId },
  query: { country: Param.country, platform: Param.platform },
  success: Data(Rating),
  error: [AppNotFound.wire, PlatformUnsupported.wire, ...upstreamErrors]
})
  .annotateMerge(costs(1))
  .annotate(OpenApi.Summary, "Rating of an app")
  .annotate(OpenApi.Description, "Average rating of an app in one country, and how many ratings it is made of.")

export class MyPluginApi extends HttpApi.make("my-plugin").add(
  HttpApiGroup.make("myPlugin").add(rating).middleware(StrictInput).middleware(Metered)
) {}
