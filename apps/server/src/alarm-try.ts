import { bootstrap } from './bootstrap.ts';
import { readConfig } from './config.ts';
import { raiseAlarm } from './features/alarms/index.ts';
import { runTool } from './tool.ts';

/** Raises a test alarm; the running server delivers it like any other alarm. */
async function main(): Promise<number> {
  const config = readConfig();
  const { phones, emails } = config.alarms;
  if (phones.length === 0 && emails.length === 0) {
    process.stderr.write('Alarms reach nobody: set ALARM_PHONES, or ALARM_EMAILS with SMTP_URL and MAIL_FROM.\n');
    return 1;
  }
  const open = await bootstrap(config, () => undefined);
  try {
    // The time makes each test alarm unique; a second one would otherwise count as a duplicate.
    const at = new Date().toISOString().slice(0, 19);
    await open.context.db.inPlatform((tx) => raiseAlarm(tx, 'trial', at));
  } finally {
    await open.close();
  }
  process.stdout.write(
    `A trial is on its way to ${phones.length} phones and ${emails.length} mailboxes, as soon as the server runs and ten minutes after the last alarm.\n`,
  );
  return 0;
}

await runTool(main);
