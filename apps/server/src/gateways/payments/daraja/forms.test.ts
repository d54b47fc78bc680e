import { describe, expect, it } from 'vitest';
import { isProviderAddress, PROVIDER_ADDRESSES } from '../index.ts';
import { checkCallbackUrl } from './addresses.ts';
import { basicHeader, eatStamp, eatText, momentOf, phoneHash, stkPassword, toShillings } from './forms.ts';

describe('Daraja wire formats', () => {
  it("match the provider's test vectors for passwords and phone hashes", () => {
    expect(basicHeader('demoKey123', 'demoSecret456')).toBe('Basic ZGVtb0tleTEyMzpkZW1vU2VjcmV0NDU2');
    const passkey = '20d6e9ba7c0649d795666ab906c8be19e9a05b3cdf6c33b438bbe69a588c2a9a';
    expect(stkPassword('512345', passkey, '20260115083015')).toBe(
      'NTEyMzQ1MjBkNmU5YmE3YzA2NDlkNzk1NjY2YWI5MDZjOGJlMTllOWEwNWIzY2RmNmMzM2I0MzhiYmU2OWE1ODhjMmE5YTIwMjYwMTE1MDgzMDE1',
    );
    expect(phoneHash('254711223344')).toBe('e123fa384577e980222cff34fc87cded5a29e9615fd7b632bf4d15f6d2e156cb');
    expect(phoneHash('254733445566')).toBe('8c6c74a858f38bc89acd86962751a0958c0bdbfcda5da4422a8be98394873b94');
  });

  it('format and parse times in East Africa Time', () => {
    expect(eatStamp(new Date('2026-01-15T05:30:15Z'))).toBe('20260115083015');
    expect(eatText(new Date('2026-12-31T22:00:00Z'))).toBe('2027-01-01 01:00:00');
    for (const text of ['20260115083015', 20260115083015, '15.01.2026 08:30:15', '2026-01-15T08:30:15Z']) {
      expect(momentOf(text)).toEqual(new Date('2026-01-15T05:30:15Z'));
    }
    for (const text of ['', null, '20261315083015', '2026', 'soon']) expect(momentOf(text)).toBeNull();
  });

  it('toShillings throws for a fraction, zero or a negative amount', () => {
    expect(toShillings(15_000n)).toBe('150');
    for (const cents of [15_050n, 1n, 0n, -100n]) expect(() => toShillings(cents)).toThrow('whole shillings');
  });

  it('checkCallbackUrl rejects URLs that the provider would not call', () => {
    expect(() => checkCallbackUrl('https://school.example.ke/hooks/c2b/k7Qp/c')).not.toThrow();
    for (const url of [
      'https://x.ke/hooks/mpesa/c',
      'https://x.ke/hooks/a9SqLk/c',
      'https://x.ngrok.io/h',
      'ftp://x.ke/',
      'x',
    ]) {
      expect(() => checkCallbackUrl(url)).toThrow();
    }
  });

  it("isProviderAddress accepts only the provider's addresses and configured ones", () => {
    for (const address of [...PROVIDER_ADDRESSES, '::ffff:196.201.214.200'])
      expect(isProviderAddress(address)).toBe(true);
    for (const address of ['196.201.214.201', '127.0.0.1', '']) expect(isProviderAddress(address)).toBe(false);
    expect(isProviderAddress('::ffff:127.0.0.1', ['127.0.0.1'])).toBe(true);
  });
});
