import { describe, expect, it } from 'vitest';
import { instant } from './ids.ts';

describe('a moment in a request', () => {
  it.each([
    ['2026-11-21T15:00:00Z', '2026-11-21T15:00:00Z'],
    ['2026-11-21T18:00:00+03:00', '2026-11-21T15:00:00.000Z'],
    ['2026-11-21T18:00:00.25+03:00', '2026-11-21T15:00:00.250Z'],
  ])('may carry any zone: %s', (sent, read) => {
    expect(instant.parse(sent)).toBe(read);
  });

  it.each([
    '2026-11-21T15:00:00',
    '2026-11-21',
    'yesterday',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+03:00',
    '9999-12-31T23:59:59-03:00',
    '2026-02-30T00:00:00+03:00',
  ])('is refused: %s', (sent) => {
    expect(instant.safeParse(sent).success).toBe(false);
  });
});
