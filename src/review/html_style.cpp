// The look of the review's HTML page: paper and ink by day, slate and chalk by night, black on white in print.
#include "review/html.hpp"

namespace touchline::review::html {

std::string_view style() {
    return R"(:root{--paper:#f6f1e4;--card:#fdfaf2;--ink:#22252a;--soft:#5d5b54;--rule:#cfc7b3;--home:#b4342b;--away:#24508f;--turf:#3f6b45;--flag:#e0a420;
--cond:"Barlow Condensed","Roboto Condensed","Arial Narrow","Liberation Sans Narrow",sans-serif;color-scheme:light}
@media(prefers-color-scheme:dark){:root{--paper:#16191d;--card:#1f2329;--ink:#e9e4d6;--soft:#a8a498;--rule:#3d4148;--home:#e2695f;--away:#7ba3e0;--turf:#5d8a63;color-scheme:dark}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.5 "Source Sans 3","Segoe UI","Noto Sans","Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:64rem;margin:0 auto;padding:1.6rem 1.2rem 3rem}
h1,h2,h3,.figure{font-family:var(--cond);line-height:1.15;margin:0}
h1{font-size:clamp(1.7rem,6vw,3rem);display:flex;flex-wrap:wrap;gap:.1em .5em;align-items:baseline}
h1 .side{display:inline-flex;gap:.35em;align-items:baseline;overflow-wrap:anywhere}
h1 .home b{color:var(--home)}h1 .away b{color:var(--away)}
h2{font-size:1.5rem;border-bottom:2px solid var(--ink);padding-bottom:.15rem;margin:2.4rem 0 .8rem;break-after:avoid}
h3{font-size:1.12rem}
p{margin:.4rem 0}.soft,.facts,figcaption{color:var(--soft)}.facts{font-size:.95rem;margin:.2rem 0 0}
.verdict{font-size:1.3rem;line-height:1.35;border-left:5px solid var(--flag);padding:.1rem 0 .1rem .8rem;margin:1rem 0 1.4rem;max-width:46rem}
figure{margin:0}svg{display:block;width:100%;height:auto;overflow:visible}svg text{fill:var(--ink);font-size:13px}
.grid{stroke:var(--rule);fill:none}.mid{stroke:var(--soft);fill:none;stroke-dasharray:2 4}.drive{stroke:var(--rule)}.period{stroke:var(--soft);stroke-width:1.5}
.above{fill:var(--home);opacity:.13}.below{fill:var(--away);opacity:.13}.line{stroke:var(--ink);stroke-width:2.2;fill:none;stroke-linejoin:round}
svg .t-home{fill:var(--home);font-weight:700}svg .t-away{fill:var(--away);font-weight:700}svg .t-soft{fill:var(--soft);font-size:12px}
.dot{fill:var(--flag);stroke:#22252a;stroke-width:1.5}svg text.n{fill:#22252a;font-weight:700;text-anchor:middle}
svg .label{font-weight:600;paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}
.phone{display:none}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
.panel{background:var(--card);border:1.5px solid var(--rule);border-radius:6px;padding:.8rem 1rem;break-inside:avoid}
.edge-home{border-left:7px solid var(--home)}.edge-away{border-left:7px double var(--away)}
.big{display:flex;gap:1.4rem;flex-wrap:wrap;margin-top:.4rem}.big div{min-width:4.5rem}.big b{display:block;font:600 1.7rem/1.1 var(--cond)}.big span{color:var(--soft);font-size:.88rem}
table{border-collapse:collapse;width:100%}th,td{padding:.22rem .5rem;text-align:left;vertical-align:middle;border-bottom:1px solid var(--rule)}
thead th{color:var(--soft);font-weight:600;font-size:.88rem;border-bottom:1.5px solid var(--soft)}
.num{text-align:right;white-space:nowrap}tbody th{font-weight:400}tr.sum>*{font-weight:700;border-top:2px solid var(--ink);border-bottom:0}
.account td.bar{width:38%;padding:.1rem .4rem}.account svg{height:1.15rem}
.b-luck{fill:var(--flag)}.b-home{fill:var(--home)}.b-away{fill:url(#hatch)}.b-plain{fill:var(--soft)}.b-edge{fill:none;stroke:var(--ink);stroke-width:1;vector-effect:non-scaling-stroke}
.zero{stroke:var(--rule);vector-effect:non-scaling-stroke}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:1rem}
.card{display:flex;flex-direction:column;gap:.45rem}.card .top{display:flex;justify-content:space-between;gap:.8rem;align-items:baseline}
.card .figure{font-size:1.5rem;font-weight:700;white-space:nowrap}.card p{margin:0}.card .soft{font-size:.92rem}
.missed{outline:3px solid var(--flag);outline-offset:-1.5px}
.badge{display:inline-grid;place-items:center;min-width:1.5em;height:1.5em;border-radius:50%;background:var(--flag);color:#22252a;border:1.5px solid #22252a;font:700 1rem/1 var(--cond)}
dl{margin:0;display:grid;grid-template-columns:auto 1fr auto;gap:.1rem .7rem}dt{color:var(--soft)}dd{margin:0;font-weight:600}dd+dd{text-align:right;font-weight:400}
.turf{fill:var(--turf)}.zone{fill:var(--turf);opacity:.6}.yard{stroke:#f6f1e4;opacity:.55}.gain{stroke:var(--flag);stroke-width:3}.ball{fill:#7a4a22;stroke:#f6f1e4;stroke-width:1.5}
svg .on-turf{fill:#f6f1e4;font-size:13px}.chips{display:flex;flex-wrap:wrap;gap:.25rem .35rem;margin-top:.35rem;font-size:.85rem}.chips span{border:1px solid var(--rule);border-radius:3px;padding:0 .4rem}
.scroll{overflow-x:auto}.scroll table{min-width:34rem}.scroll td{white-space:nowrap}.d-home{fill:var(--home)}.d-away{fill:url(#hatch)}.way{width:9rem}.way svg{height:.9rem}
details{border:1.5px solid var(--rule);border-radius:6px;padding:.3rem .9rem;margin:.4rem 0;background:var(--card)}summary{cursor:pointer;font-weight:600;padding:.3rem 0}summary::first-letter{text-transform:uppercase}
details ol{list-style:none;margin:.2rem 0 .6rem;padding:0}details li{display:grid;grid-template-columns:1fr auto;gap:1rem;padding:.25rem 0;border-top:1px dotted var(--rule)}details li.erred{border-left:4px solid var(--flag);padding-left:.6rem}
footer{margin-top:2.4rem;color:var(--soft);font-size:.9rem;border-top:1px solid var(--rule);padding-top:.6rem}
@media(max-width:640px){body{font-size:16px}main{padding:1rem .9rem 2rem}.wide{display:none}.phone{display:block}.pair{grid-template-columns:1fr}.verdict{font-size:1.15rem}
.account tr{display:grid;grid-template-columns:1fr auto auto}.account tr>*{border:0}.account td.bar{grid-column:1/-1;width:auto}.account tbody tr{border-bottom:1px solid var(--rule)}.account .num{min-width:4.2rem}}
@media print{:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--rule:#999;color-scheme:light;--home:#555;--away:#555;--turf:#777;--flag:#ddd}
body{font-size:10.5pt;print-color-adjust:exact;-webkit-print-color-adjust:exact}main{max-width:none;padding:0}h2{margin-top:1.4rem}.phone{display:none}.wide{display:block}.pair{grid-template-columns:1fr 1fr}
tr,li,.panel{break-inside:avoid}summary{list-style:none}.plays details:not([open]),.plays:not(:has(details[open])){display:none}})";
}

} // namespace touchline::review::html
