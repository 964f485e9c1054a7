/** What the pages on the way to a grant have beyond that of mail links. */
export const pageStyle = `main { width: min(100%, 460px) }
h1 { overflow-wrap: anywhere }
h2, section > label { font-size: 14px; font-weight: 600; margin: 0 0 4px }
form { margin: 0 }
input:not([type=checkbox]), select { margin-bottom: 12px }
select { box-sizing: border-box; width: 100%; padding: 10px 12px; font: inherit; border: 1px solid #8a8f98; border-radius: 8px; background: Canvas; color: CanvasText }
section { margin-bottom: 16px }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px }
li, li label { font-weight: 400 }
li label { display: grid; grid-template-columns: auto 1fr; gap: 2px 8px; align-items: start; margin: 0 }
section li:not(:has(label)) { display: grid; grid-template-columns: 16px 1fr; gap: 8px }
section li:not(:has(label))::before { content: "✓"; color: #2f8f4e; font-weight: 700 }
details li label { font-size: 14px }
details li b { font-weight: 600 }
details li label { display: block; padding-left: 26px; text-indent: -26px }
details li input { margin: 0 8px 0 2px; vertical-align: -3px }
li input { width: 16px; height: 16px; margin: 4px 0 0; accent-color: #1f5fd6 }
.value { margin: 0; padding: 10px 12px; border: 1px solid #8a8f9866; border-radius: 8px; overflow-wrap: anywhere }
.vouched { margin: 0 0 8px }
.vouched + form { margin-top: 20px }
.unverified { padding: 1px 8px; border-radius: 6px; background: #b354001f; color: #9a4600 }
.note { font-size: 14px; opacity: 0.8 }
details { margin-bottom: 16px }
summary { cursor: pointer; font-size: 14px; font-weight: 600; margin-bottom: 8px }
.choice { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
.choice button { margin: 0 }
.or { display: grid; grid-template-columns: 1fr auto 1fr; gap: 12px; align-items: center; margin: 12px 0; font-size: 14px; opacity: 0.8 }
.or::before, .or::after { content: ""; border-top: 1px solid #8a8f9866 }
button.second { background: transparent; color: inherit; border: 1px solid #8a8f98 }
form + form { margin-top: 12px }
.ways { margin-top: 20px; text-align: center; font-size: 14px }
.who { display: flex; flex-wrap: wrap; gap: 4px 8px; justify-content: center; margin-top: 20px; font-size: 14px }
button.link { width: auto; padding: 0; background: none; color: inherit; font-weight: 400; text-decoration: underline }
.why { padding: 10px 12px; border-radius: 8px; background: #8a8f981f; overflow-wrap: anywhere }
select:focus-visible, summary:focus-visible { outline: 3px solid #1f5fd6; outline-offset: 2px }
@media (prefers-color-scheme: dark) { .unverified { background: #ffb36b26; color: #ffb36b } }
`
