import { Endpoint, group, Param, View } from "@storeglass/plugin-api"
import { appErrors, storefront } from "@storeglass/stores/contract"
import { HttpApi } from "effect/http-api"
import { Rating } from "./schema.ts"

const rating = Endpoint.get("rating", "/v1/my-plugin/:id/rating", {
  params: { id: Param.appId },
  query: storefront,
  answer: Rating,
  errors: appErrors,
  price: 1,
  summary: "Rating of an app",
  description: "An app's average rating in one country, and the number of ratings behind it.",
  view: View.stat({ title: "name", value: "averageRating" })
})

const ratings = group("myPlugin", rating)

export class MyPluginApi extends HttpApi.make("my-plugin").add(ratings) {}
