// `npm run advisories`: which packages of the lock have known faults. Ends with 0 where there are none, 1 where there are, 2 where nobody knows.
import { askAdvisories } from './ask-advisories.ts';
import { ROOT } from './sources.ts';

const advice = await askAdvisories(ROOT);
if (advice.state === 'fine') console.log(`No fault is known in ${advice.packages} packages.`);
if (advice.state === 'unknown') {
  console.error(`Nobody knows: ${advice.why}. Ask again where the registry of npm answers.`);
  process.exitCode = 2;
}
if (advice.state === 'found') {
  for (const { name, severity, titles } of advice.advisories)
    console.error(`${severity} ${name}: ${titles.join('; ')}`);
  process.exitCode = 1;
}
