import { type ClientConfig, setConfig } from './config.ts';

/** A server's configuration as it stands without any setting, but for what a test says otherwise. */
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
