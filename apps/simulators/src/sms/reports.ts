import type { Simulation } from './simulation.ts';
import { type Account, networkOf, type Phone, type SentMessage } from './world.ts';

interface Report {
  readonly status: string;
  readonly reason?: string;
  /** Delay in milliseconds. */
  readonly after: number;
  readonly arrives?: true;
}

/** Returns the delivery reports of a message to such a phone, with their times. */
function reportsOf({ script, seconds }: Phone): Report[] {
  const end = seconds * 1000;
  const left: Report = { status: 'Submitted', after: Math.min(100, end / 2) };
  switch (script) {
    case 'deliver':
      return [left, { status: 'Success', after: end, arrives: true }];
    case 'absent':
      return [left, { status: 'AbsentSubscriber', after: end }];
    case 'blacklist':
    case 'blacklist-later':
      return [{ status: 'Rejected', reason: 'UserInBlackList', after: end }];
    case 'buffered':
      return [left, { status: 'Buffered', after: end }];
    case 'expired':
      return [left, { status: 'Buffered', after: end / 2 }, { status: 'Expired', after: end }];
    case 'failed':
      return [left, { status: 'Failed', reason: 'DeliveryFailure', after: end }];
    case 'never':
      return [];
  }
}

/** Schedules the delivery reports of a message. */
export function tellStory(simulation: Simulation, account: Account, message: SentMessage, phone: Phone): void {
  for (const report of reportsOf(phone)) tell(simulation, account, message, report);
}

/** Delivers the waiting messages of a phone that is reachable again. */
export function reachAgain(simulation: Simulation, phone: Phone): void {
  for (const message of simulation.world.messages) {
    const account = simulation.world.accounts[message.username];
    if (message.number !== phone.number || message.status !== 'Buffered' || !account) continue;
    tell(simulation, account, message, { status: 'Success', after: phone.seconds * 1000, arrives: true });
  }
}

function tell(simulation: Simulation, account: Account, message: SentMessage, report: Report): void {
  const { agenda, chances } = simulation;
  const { knobs } = account;
  // The message reaches its state even if the report is lost.
  agenda.send(report.after, () => {
    message.status = report.status;
    if (report.arrives) message.arrived = true;
    simulation.changed();
  });
  const copies = chances.happens(knobs.duplicatePercent) ? 2 : 1;
  for (let copy = 0; copy < copies; copy++) {
    if (chances.happens(knobs.dropPercent)) continue;
    const late = knobs.reorder ? chances.between(0, 2_000) : 0;
    agenda.send(report.after + late, async () => {
      const form = new URLSearchParams({
        id: message.id,
        status: report.status,
        phoneNumber: `+${message.number}`,
        networkCode: networkOf(message.number),
        ...(report.reason ? { failureReason: report.reason } : {}),
      });
      await post(account.deliveryUrl, form);
    });
  }
}

/** Opts the owner of a phone out of this sender's messages. */
export async function optOut({ world }: Simulation, phone: Phone): Promise<void> {
  phone.script = 'blacklist';
  for (const { optOutUrl } of Object.values(world.accounts)) {
    await post(optOutUrl, new URLSearchParams({ senderId: 'MFUKO', phoneNumber: `+${phone.number}` }));
  }
}

async function post(url: string | null, body: URLSearchParams): Promise<void> {
  if (url === null) return;
  await fetch(url, { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(10_000) }).then(
    (response) => response.body?.cancel(),
    // A report that cannot be delivered is lost, as with the real provider.
    () => undefined,
  );
}
