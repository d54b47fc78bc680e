import type { Log } from './bootstrap.ts';
import type { Config } from './config.ts';
import { openTokenStore } from './features/payments/index.ts';
import { bingDailyImage } from './gateways/dailyimage/bing.ts';
import { noDailyImage } from './gateways/dailyimage/port.ts';
import { type MailGateway, smtpMail } from './gateways/mail/index.ts';
import {
  darajaPayments,
  otherHostOf,
  type PaymentsGateway,
  simulatorNear,
  withBreaker,
} from './gateways/payments/index.ts';
import {
  africasTalkingSms,
  outboxSms,
  partnerSms,
  type SmsGateway,
  smsSimulatorNear,
  tellSmsSimulator,
} from './gateways/sms/index.ts';
import { sntpTime, type TimeSource } from './gateways/time/index.ts';
import type { AppContext } from './platform/process/app-context.ts';
import { systemClock } from './platform/process/clock.ts';
import { faultLine } from './platform/process/fault.ts';

export interface Messaging {
  readonly gateway: SmsGateway;
  /** Tells the simulator the server's address, and the paths of the callbacks for delivery reports and opt-outs. */
  listening(address: string, hooks: { readonly deliveryReports: string; readonly optOut: string }): Promise<void>;
  /** Stops the simulator, if this process started it. */
  close(): Promise<void>;
}

/**
 * Opens the SMS gateway. With the outbox, each message is first written to a file; the provider's client then sends it to the
 * simulator, so that a message behaves as with the real provider.
 */
export async function openMessaging({ config, keys }: AppContext, print: Log): Promise<Messaging> {
  if (config.smsProvider === 'africastalking') {
    const nothing = async () => undefined;
    const second = config.smsSecond ? { second: partnerSms(config.smsSecond) } : {};
    return { gateway: { ...africasTalkingSms(config.africasTalking), ...second }, listening: nothing, close: nothing };
  }
  const { port, file } = config.smsSimulator;
  const { url, close } = await smsSimulatorNear({ port, file }, print);
  print(`Text messages are simulated. The guardians’ phones: ${url}/simulator/handset`);
  // Account of this installation only, since another one may use the same simulator.
  const account = {
    username: `mfuko-${keys.digest('sms-simulator', 'name').toString('hex').slice(0, 8)}`,
    apiKey: keys.digest('sms-simulator', 'key').toString('hex'),
  };
  return {
    gateway: outboxSms(config.smsOutbox, print, africasTalkingSms({ ...account, senderId: null, baseUrl: url })),
    listening: (address, hooks) =>
      tellSmsSimulator(url, {
        ...account,
        deliveryUrl: address + hooks.deliveryReports,
        optOutUrl: address + hooks.optOut,
      }).catch((error: unknown) =>
        print(`The SMS simulator did not listen (${faultLine(error)}): no delivery reports will come from it.`),
      ),
    close,
  };
}

export interface Payments {
  readonly gateway: PaymentsGateway;
  /** Stops the simulator, if this process started it. */
  close(): Promise<void>;
}

/** Opens the gateway to M-Pesa; starts the simulator first if it is configured. */
export async function openPayments(context: AppContext, print: Log): Promise<Payments> {
  const { provider, baseUrl, simulatorPort: port, simulatorFile: file } = context.config.payments;
  if (provider === 'daraja') {
    return { gateway: reached(context, baseUrl, otherHostOf(baseUrl)), close: async () => undefined };
  }
  const simulator = await simulatorNear({ port, file }, print);
  print(
    `M-Pesa is simulated. The customers’ phones: ${simulator.url}/simulator/handset\n` +
      'A simulated paybill holds what these phones have paid in. A refund needs as much, or M-Pesa declines it.',
  );
  return { gateway: reached(context, simulator.url, null), close: simulator.close };
}

function reached(context: AppContext, baseUrl: string, elsewhere: string | null): PaymentsGateway {
  const tokenStore = openTokenStore(context);
  return withBreaker(darajaPayments({ baseUrl, elsewhere, clock: systemClock, tokenStore }), systemClock);
}

export function dailyImageOf(config: Config) {
  return config.dailyImageUrl ? bingDailyImage(config.dailyImageUrl, systemClock.now) : noDailyImage;
}

/** Returns the gateway for e-mails; null where no mail server is configured. */
export function mailOf({ alarms: { smtpUrl, mailFrom } }: Config): MailGateway | null {
  return smtpUrl === null ? null : smtpMail(smtpUrl, mailFrom);
}

/** Returns the source of network time; null where no server is configured. */
export function timeSourceOf(config: Config): TimeSource | null {
  return config.timeServer === null ? null : sntpTime(config.timeServer);
}
