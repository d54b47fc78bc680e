import { formatCount } from './format.ts';

/** Numbers that count nothing: their digits stand together. */
const NO_COUNT = /^(code|page|status|year)$/;

/** Fills the blanks of a text in. A blank that nothing is given for stays to be seen; numbers have their thousands grouped. */
export function fillIn(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (blank, name) => (name in values ? wordOf(name, values[name]) : blank));
}

function wordOf(name: string, value: unknown): string {
  return Number.isInteger(value) && !NO_COUNT.test(name) ? formatCount(value as number) : String(value ?? '');
}
