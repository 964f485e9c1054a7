import { answers, declare, group, Param } from "@storeglass/plugin-api"
import { appErrors, storefront } from "@storeglass/stores/contract"
import { HttpApi, HttpApiEndpoint } from "effect/http-api"
import { Rating } from "./schema.ts"

const rating = declare(
  HttpApiEndpoint.get("rating", "/v1/my-plugin/:id/rating", {
    params: { id: Param.appId },
    query: storefront,
    ...answers(Rating, appErrors)
  }),
  {
    price: 1,
    summary: "Rating of an app",
    description: "An app's average rating in one country, and the number of ratings behind it."
  }
)

const ratings = group("myPlugin", rating)

export class MyPluginApi extends HttpApi.make("my-plugin").add(ratings) {}
