/** Where the stores say what a rule stands on. */
const reviewGuidelines = "https://developer.apple.com/app-store/review/guidelines/"
const storeaHelp = "https://developer.apple.com/help/app-store-connect/reference/app-information/"
const storebHelp = "https://support.google.com/googleplay/android-developer/answer/"

export const source = {
  storea: {
    appInformation: `${storeaHelp}app-information`,
    versionInformation: `${storeaHelp}platform-version-information`,
    localizations: `${storeaHelp}app-store-localizations`,
    localizationApi: "https://developer.apple.com/documentation/appstoreconnectapi/app-store-version-localizations",
    search: "https://developer.apple.com/app-store/search/",
    productPage: "https://developer.apple.com/app-store/product-page/",
    metadata: `${reviewGuidelines}#accurate-metadata`,
    beta: `${reviewGuidelines}#beta-testing`,
    copycats: `${reviewGuidelines}#copycats`,
    payments: `${reviewGuidelines}#payments`,
    intellectualProperty: `${reviewGuidelines}#intellectual-property`,
    trademarks: "https://developer.apple.com/app-store/marketing/guidelines/"
  },
  storeb: {
    listing: `${storebHelp}9859152`,
    release: `${storebHelp}9859348`,
    metadata: `${storebHelp}9898842`,
    impersonation: `${storebHelp}9888374`,
    guidance: `${storebHelp}13393723`,
    translations: `${storebHelp}9844778`
  }
} as const
