import { type ClientConfig, setConfig } from './config.ts';

/** Sets the configuration of a server without any settings, except for the values that the test overrides. */
export function pretendConfig(otherwise: Partial<ClientConfig> = {}): void {
  setConfig({
    platformName: 'Mfuko',
    wireKey: 'abcdefghijklmnop',
    wireKeyId: 1,
    otpDigits: 6,
    posMode: false,
    scannerUrl: 'ws://127.0.0.1:8080',
    readerOrigins: [],
    timeZone: 'Africa/Nairobi',
    offlineKey: '',
    bodyEncodings: [],
    map: { provider: 'none', key: null, tileUrl: null, routingUrl: null },
    ...otherwise,
  });
}
