import { formatCount } from './format.ts';

/** Names of numbers that are not counts: their digits are not grouped. */
const NO_COUNT = /^(code|page|status|year)$/;

/** Replaces the `{{name}}` placeholders of a text. A placeholder without a value is left as it is; the thousands of numbers are grouped. */
export function fillIn(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (blank, name) => (name in values ? wordOf(name, values[name]) : blank));
}

function wordOf(name: string, value: unknown): string {
  return Number.isInteger(value) && !NO_COUNT.test(name) ? formatCount(value as number) : String(value ?? '');
}
