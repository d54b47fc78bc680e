import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultOfAddresses, fillCaddyfile, MARK } from './caddyfile.ts';

const template = (mode: string) => readFileSync(new URL(`../Caddyfile.${mode}`, import.meta.url), 'utf8');
const sites = (text: string) => [...text.matchAll(/^(\S.*) \{$/gm)].map(([, address]) => address);

describe('faultOfAddresses', () => {
  it('accepts a name, an IP address or both in a network, and a public name in the cloud', () => {
    expect(faultOfAddresses('lan', { name: 'mfuko.lan', ip: '192.168.1.10', port: '4000' })).toBeUndefined();
    expect(faultOfAddresses('lan', { name: 'mfuko', port: '4000' })).toBeUndefined();
    expect(faultOfAddresses('lan', { name: '192.168.1.10', port: '4000' })).toBeUndefined();
    expect(faultOfAddresses('cloud', { name: 'mfuko.county.go.ke', port: '4000' })).toBeUndefined();
  });

  it.each([
    ['lan', 'https://mfuko.lan', undefined, 'is no name'],
    ['lan', 'mfuko.lan{', undefined, 'is no name'],
    ['lan', '192.168.1.300', undefined, 'is no IP number'],
    ['lan', 'mfuko.lan', '192.168.1', 'IPv4'],
    ['lan', 'mfuko.lan', 'fd00::1', 'IPv4'],
    ['lan', '192.168.1.10', '192.168.1.10', 'or an IP number alone'],
    ['cloud', 'mfuko.lan', undefined, 'no public name'],
    ['cloud', '41.90.1.2', undefined, 'no public name'],
    ['cloud', 'mfuko', undefined, 'no public name'],
    ['cloud', 'mfuko.county.go.ke', '41.90.1.2', 'the name alone'],
  ] as const)('rejects %s %s %s', (mode, name, ip, words) => {
    expect(faultOfAddresses(mode, { name, ip, port: '4000' })).toContain(words);
  });
});

describe('the generated Caddyfile', () => {
  it('for a network serves the name, and the root certificate on the name and IP address', () => {
    const text = fillCaddyfile(template('lan'), { name: 'mfuko.lan', ip: '192.168.1.10', port: '4100' });
    expect(text.startsWith(MARK)).toBe(true);
    expect(sites(text)).toEqual([
      '(certificate)',
      '(authority)',
      'http://mfuko.lan, http://192.168.1.10',
      'https://mfuko.lan',
      'https://192.168.1.10',
    ]);
    expect(text.match(/reverse_proxy .*/g)).toEqual(['reverse_proxy 127.0.0.1:4100']);
    expect(text.match(/import certificate/g)).toHaveLength(2);
    expect(text).not.toMatch(/\{\{|# (begin|end):/);
  });

  it('for an IP address alone serves one address', () => {
    const text = fillCaddyfile(template('lan'), { name: '192.168.1.10', port: '4000' });
    expect(sites(text).slice(2)).toEqual(['http://192.168.1.10', 'https://192.168.1.10']);
    expect(text).not.toMatch(/\{\{|# (begin|end):/);
  });

  it("serves only the certificate from the authority's folder", () => {
    expect(template('lan')).toMatch(/handle \/ca\.crt \{\n\t\troot \* \S+\n\t\trewrite \* \/root\.crt\n/);
    expect(template('lan').match(/file_server/g)).toHaveLength(1);
  });

  it('for the cloud serves only the public name, without an internal authority', () => {
    const text = fillCaddyfile(template('cloud'), { name: 'mfuko.county.go.ke', port: '4000' });
    expect(sites(text)).toEqual(['mfuko.county.go.ke']);
    expect(text).not.toMatch(/internal|\{\{/);
  });
});
