/** Other platforms and marketplaces, by store. */
const split = (text: string) => text.split(",").map((each) => each.trim())

const both =
  "windows phone, blackberry, huawei appgallery, appgallery, galaxy store, samsung galaxy store, amazon appstore, nintendo switch, playstation, xbox, steam deck, harmonyos, kindle fire, xiaomi getapps, f-droid, aptoide, rustore, epic games store, microsoft store"

export const otherPlatforms = {
  storea: [
    ...split(both),
    ...split(
      "android, google play, google play store, play store, playstore, wear os, chromecast, chromebook, android tv, android auto, apk, samsung galaxy, google pixel, андроид, андроида, гугл плей, андроїд, アンドロイド, グーグルプレイ, 안드로이드, 구글 플레이, 安卓, أندرويد, اندرويد, جوجل بلاي, אנדרואיד, एंड्रॉइड, แอนดรอยด์"
    )
  ],
  storeb: [
    ...split(both),
    ...split(
      "iphone, iphones, ipad, ipads, ios, app store, apple app store, apple watch, watchos, apple tv, testflight, carplay, айфон, айпад, アップストア, アイフォン, 아이폰, 앱스토어, 苹果手机, 苹果商店, آيفون, ايفون, آيباد, אייפון, आईफोन, ไอโฟน"
    )
  ]
} as const

/** Devices of storea's vendor. */
export const devices = split(
  "iphone, iphones, ipad, ipads, ipad pro, apple watch, apple tv, apple vision pro, vision pro, airpods, imac, macbook, ipod, ipod touch, homepod, apple pencil, carplay, 苹果手机, 苹果手表, アイフォン, アイフォーン, 아이폰, 아이패드, айфон, айпад, آيفون, ايفون, آيباد, אייפון, ไอโฟน"
)
