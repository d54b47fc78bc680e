import { expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { judgeAddress, reachOf } from './address.ts';

it.each([
  [{ PAYMENTS_PROVIDER: 'simulator' }, 'here'],
  [{ PAYMENTS_PROVIDER: 'daraja' }, 'sandbox'],
  [{ PAYMENTS_PROVIDER: 'daraja', DARAJA_BASE_URL: 'https://api.safaricom.co.ke' }, 'production'],
  [{ PAYMENTS_PROVIDER: 'daraja', DARAJA_BASE_URL: 'http://127.0.0.1:4010' }, 'here'],
  [{ PAYMENTS_PROVIDER: 'daraja', DARAJA_BASE_URL: 'http://[::1]:4010' }, 'here'],
  // Any production host must be able to reach the server.
  [{ PAYMENTS_PROVIDER: 'daraja', DARAJA_BASE_URL: 'https://daraja.county.go.ke' }, 'production'],
])('with %j M-Pesa is reached as %s', (env, reach) => {
  expect(reachOf(readConfig(env).payments)).toBe(reach);
});

it.each([
  ['https://fedha.example.co.ke', 'production', null],
  ['http://fedha.example.co.ke', 'production', 'address.not-https'],
  ['http://fedha.example.co.ke', 'sandbox', null],
  ['https://192.168.1.10', 'sandbox', 'address.not-public'],
  ['https://mfuko.lan', 'production', 'address.not-public'],
  ['https://shule', 'production', 'address.not-public'],
  ['https://[fd00::1]', 'production', 'address.not-public'],
  ['http://127.0.0.1:4000', 'here', null],
  ['http://127.0.0.1:4000/mpesa', 'here', 'address.forbidden-word'],
  ['https://shule-M-Pesa.example.co.ke', 'production', 'address.forbidden-word'],
  ['https://safaricom.example.co.ke', 'production', 'address.forbidden-word'],
  ['https://executive.example.co.ke', 'production', 'address.forbidden-word'],
  ['https://mysql.example.co.ke', 'sandbox', 'address.forbidden-word'],
  ['https://shule.ngrok.app', 'sandbox', 'address.forbidden-word'],
] as const)('judgeAddress of %s for %s', (address, reach, code) => {
  expect(judgeAddress(address, reach).code).toBe(code);
});
