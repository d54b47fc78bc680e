import type { BundleLanguage } from '@mfuko/contract/erasure';
import type { HistoryRow } from '@mfuko/contract/reports';
import type { BundleRow } from '../../platform/records/bundle.ts';
import { clockOf } from '../../platform/records/clock-of.ts';
import type { Bundle } from './bundle.ts';
import { CODED, type Words, wordsOfCode, wordsOfField, wordsOfPage, wordsOfPart } from './bundle-words.ts';

/** Content security policy under which the page loads nothing and runs nothing, even if a name contained unescaped markup. */
const POLICY = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'`;
const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;padding:0 1rem;max-width:80rem;color:#111;background:#fff}
h2{margin:2rem 0 .5rem;font-size:1.2rem}table{border-collapse:collapse;display:block;overflow-x:auto}
img{max-width:12rem}th,td{border:1px solid #767676;padding:.25rem .5rem;text-align:left;vertical-align:top}th{background:#eee}
td.amount{text-align:right;font-variant-numeric:tabular-nums}fieldset{border:1px solid #767676;display:inline-block}
body:has(#en:checked) [lang=sw],body:has(#sw:checked) [lang=en]{display:none}
@page{size:A4 landscape;margin:12mm 12mm 15mm;@bottom-right{content:counter(page) " / " counter(pages);font:9pt sans-serif}}
@media print{fieldset{display:none}h2{break-after:avoid}body{margin:0;padding:0;max-width:none;font-size:9pt}
table{display:table;width:100%;font-size:8pt}td{overflow-wrap:anywhere;min-width:11mm}td.date{overflow-wrap:normal}td.amount{white-space:nowrap}tr{break-inside:avoid}img{max-width:6rem}}`;

/** Renders a bundle as a page for any browser or printer, in both languages; yields one piece per row. */
export function* pageOf({ made, school, timeZone, parts }: Bundle, language: BundleLanguage): Generator<string> {
  const names = String(parts.get('student')?.[0]?.names ?? '');
  const moment = momentsOf(timeZone);
  const title = wordsOfPage('title', { names });
  yield `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title[language === 'sw' ? 1 : 0])}</title>
<style>${STYLE}</style></head>
<body><main><fieldset><legend>Language · Lugha</legend>${choice('en', 'English', language)} ${choice('sw', 'Kiswahili', language)}</fieldset>
<h1>${both(title)}</h1>
<p>${both(wordsOfPage('made', { date: moment(made), school }))}</p>
<p>${both(wordsOfPage('kept', {}))}</p>
`;
  for (const [part, rows] of parts) {
    yield `<section><h2>${both(wordsOfPart(part))}</h2>\n`;
    if (rows.length === 0) yield `<p>${both(wordsOfPage('nothing', {}))}</p>`;
    else yield* tableOf(rows, moment);
    yield '</section>\n';
  }
  yield '</main></body></html>\n';
}

type Moment = (date: Date) => string;

function* tableOf(rows: readonly BundleRow[], moment: Moment): Generator<string> {
  const filled = new Set(rows.flatMap((row) => Object.keys(row).filter((column) => !isEmpty(row[column]))));
  const columns = Object.keys(rows[0] ?? {}).filter((column) => filled.has(column));
  const head = columns.map((column) => `<th scope="col">${both(wordsOfField(column))}</th>`).join('');
  yield `<table><thead><tr>${head}</tr></thead><tbody>\n`;
  for (const row of rows) yield `<tr>${columns.map((column) => cellOf(column, row[column], moment)).join('')}</tr>\n`;
  yield '</tbody></table>';
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) return Object.keys(value).length === 0;
  return value === null || value === undefined;
}

function cellOf(column: string, value: unknown, moment: Moment): string {
  if (typeof value === 'bigint') return `<td class="amount">${kesOf(value)}</td>`;
  return `<td${value instanceof Date ? ' class="date"' : ''}>${shown(column, value, moment)}</td>`;
}

function shown(column: string, value: unknown, moment: Moment): string {
  if (isEmpty(value)) return '';
  if (value instanceof Date) return moment(value);
  if (column === 'picture') return `<img alt="" src="data:image/jpeg;base64,${escapeHtml(String(value))}">`;
  if (typeof value === 'boolean') return both(wordsOfPage(value ? 'yes' : 'no', {}));
  if (column === 'changes') return (value as HistoryRow['changes']).map(changed).join('<br>');
  if (Array.isArray(value)) return value.map((each) => shown(column, each, moment)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value as BundleRow)
      .map(([field, each]) => `${both(wordsOfField(field))}: ${shown(field, each, moment)}`)
      .join('<br>');
  return CODED.has(column) ? both(wordsOfCode(column, String(value))) : escapeHtml(String(value));
}

function changed({ field, from, to, secret }: HistoryRow['changes'][number]): string {
  const name = both(wordsOfField(field));
  if (secret) return `${name}: ${both(wordsOfPage('changed', {}))}`;
  const side = (value: unknown) =>
    isEmpty(value) || value === '' ? both(wordsOfPage('none', {})) : shown(field, value, String);
  return `${name}: ${side(from)} → ${side(to)}`;
}

function choice(code: BundleLanguage, name: string, chosen: BundleLanguage): string {
  const checked = code === chosen ? ' checked' : '';
  return `<label><input type="radio" name="language" id="${code}"${checked}> ${name}</label>`;
}

/** Renders both languages, of which the page shows one; a text that is equal in both is rendered once. */
function both([en, sw]: Words): string {
  if (en === sw) return escapeHtml(en);
  return `<span lang="en">${escapeHtml(en)}</span><span lang="sw">${escapeHtml(sw)}</span>`;
}

function momentsOf(timeZone: string): Moment {
  const clock = clockOf(timeZone);
  return (date) => {
    const { day, time } = clock(date);
    return `${day.split('-').reverse().join('/')}, ${time}`;
  };
}

/** Formats cents as KES: `-1,234.50`. */
function kesOf(cents: bigint): string {
  const [sign, size] = cents < 0n ? ['-', -cents] : ['', cents];
  return `${sign}${(size / 100n).toLocaleString('en-KE')}.${String(size % 100n).padStart(2, '0')}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
