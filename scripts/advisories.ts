// `npm run advisories`: checks the packages of the lock file for known vulnerabilities. Exits with 0 for none, 1 for some, 2 if unknown.
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
