import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { setSettings } from './settings-file.ts';

describe('setSettings', () => {
  it('changes existing values, appends new ones, and keeps comments, keys and order', () => {
    const before = '# Keys.\nMASTER_KEY=abc=\n\nPUBLIC_URL=\n# PUBLIC_URL is set by `mfuko tls`\nPORT=4000\n';
    const after = setSettings(before, { PUBLIC_URL: 'https://mfuko.lan', TRUSTED_PROXY: '127.0.0.1' });
    expect(after).toBe(
      '# Keys.\nMASTER_KEY=abc=\n\nPUBLIC_URL=https://mfuko.lan\n# PUBLIC_URL is set by `mfuko tls`\nPORT=4000\nTRUSTED_PROXY=127.0.0.1\n',
    );
    expect(setSettings(after, { PUBLIC_URL: 'https://mfuko.lan' })).toBe(after);
  });

  it('changes every line of a repeated name, since the last would win', () => {
    const after = setSettings('PUBLIC_URL=http://a\nPUBLIC_URL=http://b\n', { PUBLIC_URL: 'https://c' });
    expect(parseEnv(after)).toEqual({ PUBLIC_URL: 'https://c' });
    expect(after).not.toContain('http://');
  });
});
