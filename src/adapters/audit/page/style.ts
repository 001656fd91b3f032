/** The style of the page, on screens and on paper. */
import { Html } from "./html.js";

/** Contains no value. */
export const STYLE: Html = /* @__PURE__ */ new Html(`
:root{color-scheme:light;--line:#c9ced6;--soft:#f4f6f8;--text:#1b2330;--small:#566072;
--good:#0b6b3a;--warn:#8a5300;--bad:#a3161f;--plain:#41506a}
*{box-sizing:border-box;print-color-adjust:exact;-webkit-print-color-adjust:exact}
body{margin:0;background:#fff;color:var(--text);font:15px/1.45 system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:1080px;margin:0 auto;padding:24px 20px 48px}
h1{font-size:26px;line-height:1.25;margin:0 0 10px;overflow-wrap:anywhere}
h2{font-size:17px;margin:30px 0 8px;padding-bottom:4px;border-bottom:2px solid var(--text);break-after:avoid}
p{margin:8px 0}
.small,.none{color:var(--small)}
.small{font-size:.88em}
.mono{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.88em}
.badge{display:inline-block;padding:0 8px;border:1.5px solid;border-radius:4px;font-weight:600;white-space:nowrap}
.good{color:var(--good)}.warn{color:var(--warn)}.bad{color:var(--bad)}.plain{color:var(--plain)}
.verdict{display:flex;flex-wrap:wrap;gap:8px 28px;font-size:18px;margin:0 0 14px}
.notice{border:2px solid var(--warn);border-radius:4px;padding:8px 12px;margin:12px 0;break-inside:avoid}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(225px,1fr));gap:8px 20px;margin:0}
dt{color:var(--small);font-size:.85em}dd{margin:0;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;table-layout:fixed;font-size:13.5px}
th,td{border:1px solid var(--line);padding:5px 7px;text-align:start;vertical-align:top;overflow-wrap:anywhere}
thead{display:table-header-group}
thead th,tbody th{background:var(--soft);font-weight:600}
td>div+div{margin-top:4px}
svg{display:block;width:100%;max-width:820px;height:auto;break-inside:avoid}
svg text{font-size:14px;fill:var(--text)}svg .at{font-size:13px;fill:var(--small);text-anchor:end}
svg .line{stroke:var(--line);stroke-width:2;fill:none}svg circle{fill:currentColor;stroke:#fff;stroke-width:2}
@page{size:A4;margin:14mm 12mm}
@media print{body{font-size:10.5pt}main{max-width:none;padding:0 1px}h1{font-size:18pt}h2{font-size:12.5pt;margin-top:16pt}
table{font-size:8.5pt}th,td{padding:3pt 4pt}.badge{padding:0 4pt}tr{break-inside:avoid}svg{max-width:100%}}
`);
