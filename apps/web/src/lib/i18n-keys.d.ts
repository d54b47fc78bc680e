import 'i18next';
import type books from '../locales/en/books.json';
import type bus from '../locales/en/bus.json';
import type campus from '../locales/en/campus.json';
import type canteen from '../locales/en/canteen.json';
import type clock from '../locales/en/clock.json';
import type devices from '../locales/en/devices.json';
import type docs from '../locales/en/docs.json';
import type fingerprints from '../locales/en/fingerprints.json';
import type gate from '../locales/en/gate.json';
import type history from '../locales/en/history.json';
import type imports from '../locales/en/imports.json';
import type items from '../locales/en/items.json';
import type limits from '../locales/en/limits.json';
import type messages from '../locales/en/messages.json';
import type notices from '../locales/en/notices.json';
import type payments from '../locales/en/payments.json';
import type platform from '../locales/en/platform.json';
import type problems from '../locales/en/problems.json';
import type profile from '../locales/en/profile.json';
import type reports from '../locales/en/reports.json';
import type school from '../locales/en/school.json';
import type schools from '../locales/en/schools.json';
import type session from '../locales/en/session.json';
import type shell from '../locales/en/shell.json';
import type staff from '../locales/en/staff.json';
import type students from '../locales/en/students.json';
import type suspense from '../locales/en/suspense.json';
import type tills from '../locales/en/tills.json';
import type today from '../locales/en/today.json';
import type ui from '../locales/en/ui.json';
import type wallet from '../locales/en/wallet.json';

// A key that is in no file does not compile. A new feature adds its file here.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: {
      books: typeof books;
      bus: typeof bus;
      campus: typeof campus;
      messages: typeof messages;
      notices: typeof notices;
      payments: typeof payments;
      platform: typeof platform;
      problems: typeof problems;
      profile: typeof profile;
      canteen: typeof canteen;
      clock: typeof clock;
      devices: typeof devices;
      docs: typeof docs;
      fingerprints: typeof fingerprints;
      gate: typeof gate;
      imports: typeof imports;
      items: typeof items;
      limits: typeof limits;
      history: typeof history;
      school: typeof school;
      schools: typeof schools;
      session: typeof session;
      shell: typeof shell;
      staff: typeof staff;
      students: typeof students;
      reports: typeof reports;
      suspense: typeof suspense;
      tills: typeof tills;
      today: typeof today;
      ui: typeof ui;
      wallet: typeof wallet;
    };
  }
}
