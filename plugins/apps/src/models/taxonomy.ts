/** What reviews of apps talk about, and the phrases by which it shows. Phrases are compared word by word, stemmed. */
import { stem, words } from "./tokens.ts"

export interface Theme {
  readonly name: string
  /** The polarity it can stand for: "never crashes" is no praise of crashes. */
  readonly leans: "positive" | "negative" | "either"
  readonly phrases: ReadonlyArray<Phrase>
}

export interface Phrase {
  readonly label: string
  /** Stemmed. */
  readonly tokens: ReadonlyArray<string>
}

const theme = (name: string, leans: Theme["leans"], phrases: string): Theme => ({
  name,
  leans,
  // Forms of one word stem alike; the first stands for all.
  phrases: [
    ...new Map(
      phrases
        .split(",")
        .map((label) => ({ label, tokens: words(label).map(stem) }))
        .reverse()
        .map((phrase) => [phrase.tokens.join(" "), phrase] as const)
    ).values()
  ].reverse()
})

export const taxonomy: ReadonlyArray<Theme> = [
  theme(
    "crashes and bugs",
    "negative",
    "crash,bug,buggy,glitch,glitchy,freeze,froze,frozen,error,broken,black screen,white screen,blank screen,won't open,wont open,will not open,doesn't open,can't open,cannot open,won't load,doesn't load,not loading,doesn't work,doesnt work,does not work,not working,not work,stopped working,won't work,keeps closing,shuts down,fix this,please fix,unusable,something went wrong"
  ),
  theme(
    "login and account",
    "negative",
    "log in,login,logged out,log out,logs me out,logging in,sign in,signin,signing in,password,verification code,verification,verify,locked out,two factor,my account,account disabled,account suspended,account deleted,account banned,disabled my account,suspended my account,deleted my account,hacked,banned"
  ),
  theme(
    "performance",
    "either",
    "slow,slower,lag,laggy,lagging,loading time,takes forever,battery,drains battery,overheat,storage,speed,fast,faster,smooth,responsive,stable,unresponsive"
  ),
  theme("ads", "negative", "ad,ads,advert,adverts,advertisement,advertising,commercial,pop up,popup,pop ups,sponsored"),
  theme(
    "pricing and subscription",
    "either",
    "price,pricing,expensive,overpriced,subscription,subscribe,paywall,pay wall,free trial,trial,refund,charge,charged,paid,paying,pay,fee,fees,cost,money,cancel,premium,too much money,in app purchase,affordable,worth the money,worth every penny,for free,free version,money grab,cash grab"
  ),
  theme(
    "ease of use",
    "either",
    "easy to use,easy to navigate,easy,easily,simple,simple to use,user friendly,intuitive,straightforward,convenient,convenience,confusing,complicated,hard to use,hard to find,difficult to use,not intuitive,clunky,cumbersome,navigate,user experience"
  ),
  theme("features", "either", "feature,functionality,options,tools,widget,dark mode,customize,customizable"),
  theme(
    "missing features",
    "negative",
    "wish,would be nice,would be great,please add,needs to add,should add,add option,missing feature,no option,no way to,option to,hope you add,lacks,lacking"
  ),
  theme(
    "recent updates",
    "negative",
    "update,new update,latest update,last update,recent update,new version,old version,bring back,go back,redesign"
  ),
  theme(
    "content",
    "either",
    "content,videos,video,lessons,lesson,levels,level,story,stories,posts,post,recommendations,variety,selection,music,songs,reels,feed,algorithm,filters,photos,pictures,questions,vocabulary,words"
  ),
  theme(
    "support",
    "either",
    "support,customer service,customer support,help center,support team,contact,no response,no reply,no help,respond,response,reply,representative,chat bot,developer,developers"
  ),
  theme(
    "sync and connection",
    "negative",
    "sync,syncing,synced,connection,connect,connected,connecting,disconnect,bluetooth,wifi,wi fi,internet,server,servers,offline,backup,icloud,notifications,notification"
  ),
  theme(
    "privacy and safety",
    "negative",
    "privacy,personal information,personal info,my data,tracking,permission,spy,spam,scam,scammers,fraud,stole,stolen,bots,security,identity,unsafe"
  ),
  theme(
    "design",
    "positive",
    "design,beautiful,beautifully,gorgeous,interface,layout,clean,aesthetic,graphics,looks great,look and feel,sleek,ui"
  ),
  theme(
    "usefulness",
    "positive",
    "useful,helpful,helps,helped,help me,saves time,save time,time saver,life saver,lifesaver,must have,game changer,recommend,highly recommend,works great,works well,works perfectly,convenient,handy,life easier,every day,everyday,daily"
  ),
  theme(
    "enjoyment",
    "positive",
    "fun,addictive,enjoy,enjoyable,entertaining,entertainment,relaxing,favorite app,favourite app,love this,love it,love the"
  ),
  theme(
    "value of the service",
    "positive",
    "worth it,worth every,great value,good value,reliable,trust,secure,accurate,quick,quickly,instant,instantly"
  )
]
