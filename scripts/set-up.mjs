// `npm run set-up`: installs the packages and builds the console, and starts nothing.
import { orExplain, setUp } from './setup.mjs';

await orExplain(setUp);
