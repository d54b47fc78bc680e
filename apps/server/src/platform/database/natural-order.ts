/**
 * Returns an SQL expression that sorts a text as people do: runs of digits by their value and letters without case, so that `Form 2`
 * comes before `Form 10`. The database itself sorts by bytes.
 */
export function naturalOrder(column: string): string {
  const padded = `regexp_replace(lower(${column}), '\\d+', '000000000\\&', 'g')`;
  return `regexp_replace(${padded}, '\\d*(\\d{9})', '\\1', 'g')`;
}
