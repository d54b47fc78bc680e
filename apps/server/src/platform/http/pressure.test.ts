import { expect, it } from 'vitest';
import { refuseUnderPressure } from './server.ts';

it('turns calls away while the server is busy, and sends the files of the console', () => {
  for (const url of ['/api/auth/me', '/api/health/ready?x=1', '/hooks/c2b/abc/c'])
    expect(() => refuseUnderPressure(url)).toThrow('The server is busy');
  for (const url of ['/', '/auth', '/app/gate', '/assets/base-Bi.js', '/assets/api/x.css'])
    expect(() => refuseUnderPressure(url)).not.toThrow();
});
