import { bootstrap } from './bootstrap.ts';
import { readConfig } from './config.ts';
import { raiseAlarm } from './features/alarms/index.ts';
import { runTool } from './tool.ts';

/** Raises an alarm that says that it is a trial; the server that runs tells it the same way as any other. */
async function main(): Promise<number> {
  const config = readConfig();
  const { phones, emails } = config.alarms;
  if (phones.length === 0 && emails.length === 0) {
    process.stderr.write('Nobody would be told: set ALARM_PHONES, or ALARM_EMAILS with SMTP_URL and MAIL_FROM.\n');
    return 1;
  }
  const open = await bootstrap(config, () => undefined);
  try {
    // Of each trial its own time, or a second one would be taken for the first.
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
