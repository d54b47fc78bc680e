import type { Duty, Endpoint, Role } from '@mfuko/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORM_SCHOOL } from '../src/platform/database/database.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';

/**
 * Roles of each call, written down a second time on purpose: a call that is missing here, or whose roles were
 * widened by a slip, fails. `A` Admin, `S` SchoolAdmin, `G`, `K`, `B`, `C` CheckAgents put to the gate, the kitchen, the
 * bus, the cash desk.
 */
const TABLE: Record<string, string> = {
  'auth/config': 'open',
  'auth/token': 'client',
  'auth/validateOTP': 'client',
  'auth/enrolDevice': 'client',
  'auth/me': 'ASGKBC',
  'profile/getDeskPin': 'ASGKBC',
  'profile/setDeskPin': 'ASGKBC',
  'auth/beginDesk': 'ASGKBC',
  'auth/unlock': 'client',
  'auth/logout': 'ASGKBC',
  'session/list': 'ASGKBC',
  'session/end': 'ASGKBC',
  'session/endOthers': 'ASGKBC',
  'profile/dismissSmsRisk': 'ASGKBC',
  'auth/getProfile': 'ASGKBC',
  'auth/getNextNumber': 'ASGKBC',
  'auth/refuseNumber': 'ASGKBC',
  'auth/updateProfile': 'ASGKBC',
  'auth/requestProfileCode': 'ASGKBC',
  'auth/getBackupCodes': 'ASGKBC',
  'auth/makeBackupCodes': 'ASGKBC',
  'auth/confirmProfileChange': 'ASGKBC',
  'auth/stepUp': 'ASGKBC',
  'profile/getSecondFactor': 'ASGKBC',
  'profile/startTotp': 'ASGKBC',
  'profile/confirmTotp': 'ASGKBC',
  'profile/makeRecoveryCodes': 'ASGKBC',
  'profile/removeTotp': 'ASGKBC',
  'profile/getPasskeys': 'ASGKBC',
  'profile/startPasskey': 'ASGKBC',
  'profile/confirmPasskey': 'ASGKBC',
  'profile/removePasskey': 'ASGKBC',
  'auth/askPasskey': 'ASGKBC',
  'auth/forgotPassword': 'client',
  'auth/resetPassword': 'client',
  'program/createKey': 'AS',
  'program/getKeys': 'AS',
  'program/getKey': 'AS',
  'program/updateKey': 'AS',
  'program/renewKey': 'AS',
  'program/revokeKey': 'AS',
  'program/getDescription': 'AS',
  'program/getBalances': 'program',
  'program/getAttendance': 'program',
  'program/deposit': 'program',
  'school/getCounties': 'ASGKBC',
  'school/createSchool': 'A',
  'school/schoolConfig': 'A',
  'school/getSchoolConfig': 'A',
  'school/getSchools': 'A',
  'school/viewSchools': 'A',
  'school/getSchool': 'AS',
  'school/getPaperHead': 'ASGBC',
  'school/updateSchool': 'A',
  'school/deleteSchool': 'A',
  'school/restoreSchool': 'A',
  'school/getSchoolSettings': 'AS',
  'school/updateSchoolSettings': 'A',
  'school/createClass': 'AS',
  'school/getClasses': 'AS',
  'school/getClass': 'AS',
  'school/updateClass': 'AS',
  'school/deleteClass': 'AS',
  'school/restoreClass': 'AS',
  'school/createCheckAgent': 'AS',
  'school/createUser': 'AS',
  'school/getProfiles': 'AS',
  'school/getUser': 'AS',
  'school/updateUser': 'AS',
  'school/proposeFactorRemoval': 'AS',
  'school/approveFactorRemoval': 'AS',
  'school/rejectFactorRemoval': 'AS',
  'school/settleFactor': 'AS',
  'school/deleteUser': 'AS',
  'school/restoreUser': 'AS',
  'school/addDevice': 'A',
  'school/getDevices': 'AS',
  'school/getDevice': 'AS',
  'school/updateDevice': 'A',
  'school/deleteDevice': 'AS',
  'school/createDeviceCode': 'AS',
  'check/openRollCall': 'ASG',
  'check/tick': 'ASG',
  'check/tickTouch': 'ASG',
  'check/undoTickTouch': 'ASG',
  'check/takeBackMeal': 'ASK',
  'check/takeBackSale': 'ASK',
  'school/getMealSubsidy': 'AS',
  'school/setMealSubsidy': 'AS',
  'reports/mealSubsidies': 'AS',
  'reports/mealsToday': 'ASK',
  'reports/notYetEaten': 'AS',
  'reports/platesForecast': 'ASK',
  'check/sellMenuFingerprint': 'ASK',
  'check/sellMenuPin': 'ASK',
  'check/getRollCall': 'ASG',
  'check/getGateRules': 'ASG',
  'check/inTouch': 'ASG',
  'check/undoTouch': 'ASG',
  'check/stopOut': 'ASG',
  'check/closeRollCall': 'AS',
  'school/restoreDevice': 'AS',
  'school/pairReader': 'AS',
  'device/getCaptureChallenge': 'ASGKBC',
  'messages/getMessages': 'AS',
  'messages/getMessage': 'AS',
  'messages/sendAgain': 'AS',
  'messages/previewSendAgain': 'AS',
  'messages/sendAllAgain': 'AS',
  'messages/getMonth': 'AS',
  'messages/getSettings': 'AS',
  'messages/updateSettings': 'A',
  'messages/getTemplates': 'AS',
  'messages/countAudience': 'AS',
  'messages/announce': 'AS',
  'messages/approveAnnouncement': 'AS',
  'messages/rejectAnnouncement': 'AS',
  'reminders/preview': 'AS',
  'reminders/send': 'AS',
  'reminders/getReminders': 'AS',
  'reminders/getStudents': 'AS',
  'messages/getAnnouncements': 'AS',
  'messages/getGateway': 'A',
  'student/createStudent': 'AS',
  'student/getStudents': 'AS',
  'student/getStudent': 'AS',
  'student/updateStudent': 'AS',
  'student/makePins': 'AS',
  'student/deleteStudent': 'AS',
  'student/restoreStudent': 'AS',
  'student/addContact': 'AS',
  'student/getContacts': 'AS',
  'student/getContact': 'AS',
  'student/updateContact': 'AS',
  'student/deleteContact': 'AS',
  'student/restoreContact': 'AS',
  'student/getGuardian': 'AS',
  'student/updateGuardian': 'AS',
  'student/deleteGuardian': 'AS',
  'student/restoreGuardian': 'AS',
  'student/addCollector': 'AS',
  'student/getCollectors': 'AS',
  'student/removeCollector': 'AS',
  'student/setCollectorPhoto': 'AS',
  'student/removeCollectorPhoto': 'AS',
  'student/getCollectorPhotos': 'AS',
  'student/setLeavesAlone': 'AS',
  'student/getReleases': 'AS',
  'student/getCustody': 'AS',
  'student/getReleaseRule': 'AS',
  'student/grantExeat': 'AS',
  'student/cancelExeat': 'AS',
  'student/getExeats': 'AS',
  'check/getAttendance': 'AS',
  'check/attendanceFigures': 'AS',
  'check/attendanceRegister': 'AS',
  'check/excuseAbsence': 'AS',
  'check/excuseClass': 'AS',
  'check/withdrawExcuse': 'AS',
  'check/tellAbsent': 'AS',
  'check/getDaysOff': 'AS',
  'check/setDaysOff': 'AS',
  'check/removeDayOff': 'AS',
  'check/getCollectors': 'ASG',
  'check/getCollectorPhotos': 'ASG',
  'check/getDeviceCollectors': 'ASG',
  'check/getDeviceFaces': 'ASG',
  'check/sendCollectorCode': 'ASG',
  'student/getFingerprints': 'AS',
  'reports/reenrolment': 'AS',
  'student/getReplacedImpressions': 'AS',
  'student/putImpressionBack': 'AS',
  'student/enrolAnew': 'AS',
  'student/choosePin': 'ASC',
  'check/renewFingerprint': 'ASG',
  'student/getConsents': 'AS',
  'student/recordConsent': 'AS',
  'student/withdrawConsent': 'AS',
  'student/sendConsentCode': 'AS',
  'check/getStudent': 'ASGKBC',
  'notifications/getNotifications': 'AS',
  'notifications/read': 'AS',
  'notifications/clearAll': 'AS',
  'notifications/stream': 'AS',
  'student/uploadStudentFingerprint': 'AS',
  'student/uploadStudentFingerprintAdm': 'AS',
  'check/identifyFingerprint': 'ASG',
  'check/inFingerprint': 'ASG',
  'check/outFingerprint': 'ASG',
  'check/inPin': 'ASG',
  'check/outPin': 'ASG',
  'check/onCampus': 'ASG',
  'check/hours': 'ASG',
  'check/getOddities': 'AS',
  'check/settleOddity': 'AS',
  'check/offlineBatch': 'ASGB',
  'school/createBus': 'AS',
  'school/updateBus': 'AS',
  'school/deleteBus': 'AS',
  'school/restoreBus': 'AS',
  'school/getBus': 'AS',
  'school/getBuses': 'ASB',
  'school/getBusCard': 'AS',
  'school/renewRearCode': 'AS',
  'school/permitBus': 'AS',
  'school/approveMealSubsidy': 'AS',
  'school/rejectMealSubsidy': 'AS',
  'school/createRoute': 'AS',
  'school/updateRoute': 'AS',
  'school/deleteRoute': 'AS',
  'school/restoreRoute': 'AS',
  'school/getRoute': 'AS',
  'school/getRoutes': 'ASB',
  'school/getRouteStudents': 'AS',
  'student/assignStop': 'AS',
  'student/removeStop': 'AS',
  'student/getStops': 'AS',
  'check/openTrip': 'ASB',
  'check/getTrip': 'ASB',
  'check/getRiders': 'ASB',
  'check/closeTrip': 'ASB',
  'check/tellPosition': 'ASB',
  'check/onBusFingerprint': 'ASB',
  'check/offBusFingerprint': 'ASB',
  'check/onBusPin': 'ASB',
  'check/offBusPin': 'ASB',
  'check/onBusKids': 'ASB',
  'check/offBusKids': 'ASB',
  'reports/books': 'AS',
  'reports/bookDays': 'AS',
  'reports/bookDay': 'AS',
  'reports/bookPostings': 'AS',
  'reports/explainDifference': 'AS',
  'reports/bookDayDifference': 'AS',
  'reports/proposeAmendment': 'AS',
  'reports/decideAmendment': 'AS',
  'clock/status': 'ASGKBC',
  'clock/stateRight': 'AS',
  'clock/decideStatement': 'AS',
  'reports/busLatest': 'AS',
  'reports/busTrips': 'AS',
  'reports/runningTrips': 'AS',
  'school/uploadStudents': 'AS',
  'wallet/uploadDeposits': 'AS',
  'school/readSheet': 'AS',
  'school/markSheet': 'AS',
  'student/template': 'AS',
  'wallet/template': 'AS',
  'school/getImportProgress': 'AS',
  'school/getImports': 'AS',
  'school/getLeftOutRows': 'AS',
  'school/undoImport': 'AS',
  'wallet/deposit': 'ASC',
  'wallet/cashFingerprint': 'ASC',
  'wallet/cashOutPin': 'ASC',
  'wallet/closeAttempt': 'ASGKBC',
  'auth/closeAttempt': 'A',
  'wallet/getStatement': 'AS',
  'wallet/printStatements': 'AS',
  'wallet/getOwnPayments': 'ASC',
  'wallet/getDepositRoom': 'ASC',
  'wallet/getWallet': 'ASC',
  'wallet/getBalances': 'AS',
  'wallet/reverse': 'AS',
  'student/unlock': 'AS',
  'school/unlockUser': 'AS',
  'school/endSessions': 'AS',
  'school/confirmUser': 'AS',
  'school/cancelNumber': 'AS',
  'school/beginVisit': 'A',
  'school/getVisits': 'AS',
  'student/getLooks': 'AS',
  'wallet/proposeReversal': 'AS',
  'wallet/rejectReversal': 'AS',
  'wallet/takeBack': 'ASC',
  'wallet/proposeBankTransfer': 'AS',
  'wallet/approveBankTransfer': 'AS',
  'wallet/rejectBankTransfer': 'AS',
  'wallet/getBankTransfers': 'AS',
  'wallet/getSuspense': 'AS',
  'wallet/getSuspenseItem': 'AS',
  'wallet/proposeSettlement': 'AS',
  'wallet/proposeReturn': 'AS',
  'wallet/approveSettlement': 'AS',
  'wallet/rejectSettlement': 'AS',
  'student/erase': 'AS',
  'student/approveErase': 'AS',
  'student/rejectErase': 'AS',
  'student/getBundle': 'AS',
  'student/getErasures': 'AS',
  'wallet/refund': 'AS',
  'wallet/approveRefund': 'AS',
  'wallet/rejectRefund': 'AS',
  'wallet/getRefunds': 'AS',
  'wallet/findPayment': 'AS',
  'wallet/validateToken': 'ASC',
  'wallet/requestPayment': 'AS',
  'wallet/getPayment': 'AS',
  'wallet/getPayments': 'AS',
  'wallet/reconcilePayments': 'AS',
  'wallet/previewMpesaStatement': 'AS',
  'wallet/uploadMpesaStatement': 'AS',
  'wallet/getMpesaStatements': 'AS',
  'wallet/getMpesaStatement': 'AS',
  'wallet/approveMpesaStatement': 'AS',
  'wallet/rejectMpesaStatement': 'AS',
  'wallet/getPaymentStanding': 'AS',
  'school/registerPayments': 'A',
  'payment/checkConfig': 'A',
  'payment/getConfigCheck': 'A',
  'wallet/openTill': 'ASC',
  'wallet/moveTillCash': 'ASC',
  'wallet/countTill': 'ASC',
  'wallet/closeTill': 'ASC',
  'wallet/countersignTill': 'AS',
  'wallet/getTill': 'ASC',
  'wallet/getTillReport': 'ASC',
  'wallet/getTills': 'AS',
  'wallet/getTillMovements': 'ASC',
  'wallet/updateTillRules': 'A',
  'wallet/getLimits': 'AS',
  'wallet/setLimits': 'AS',
  'wallet/getStudentLimits': 'AS',
  'wallet/requestApproval': 'AS',
  'wallet/approve': 'AS',
  'wallet/refuseApproval': 'AS',
  'wallet/getApproval': 'AS',
  'wallet/getApprovals': 'AS',
  'school/createMenu': 'AS',
  'school/getMenu': 'ASK',
  'school/updateMenu': 'AS',
  'school/deleteMenu': 'AS',
  'school/restoreMenu': 'AS',
  'school/getMenuItem': 'ASK',
  'school/updateMenuItem': 'AS',
  'school/deleteMenuItem': 'AS',
  'school/restoreMenuItem': 'AS',
  'check/consumeMenuFingerprint': 'ASK',
  'check/consumeMenuPin': 'ASK',
  'school/getMealWindows': 'ASK',
  'school/getMealPlan': 'ASK',
  'school/updateMealWindows': 'AS',
  'reports/menuTracking': 'AS',
  'student/createItem': 'AS',
  'student/createItemFingerprint': 'AS',
  'student/createItemPin': 'AS',
  'student/getItem': 'AS',
  'student/updateItem': 'AS',
  'student/deleteItem': 'AS',
  'student/restoreItem': 'AS',
  'student/handOutItem': 'AS',
  'student/handOutItemFingerprint': 'AS',
  'student/handOutItemPin': 'AS',
  'student/returnItem': 'AS',
  'student/getItemEvents': 'AS',
  'student/getItemNames': 'AS',
  'reports/studentItems': 'AS',
  'search/find': 'ASGKBC',
  'school/dashboard': 'AS',
  'reports/checks': 'AS',
  'reports/todo': 'AS',
  'reports/today': 'AS',
  'reports/unusualCashOuts': 'AS',
  'reports/lookedAtUnusual': 'AS',
  'reports/dismissSetup': 'AS',
  'reports/platform': 'A',
  'reports/platformSchools': 'A',
  'reports/failedMessages': 'A',
  'reports/getHistory': 'AS',
  'docs/openapi.json': 'A',
};

/** Addresses that are no calls of the contract: files, health, the daily picture, the API's page, what providers call. */
const OUTSIDE =
  /^\/api\/(auth\/(bingDaily|dailyImage)|health\/(live|ready)|docs)$|^\/(auth|login|forgot\.password|metrics|app(\/\*)?|\*)$|^\/hooks\/(sms|c2b|stk|pull|result)\/:secret(\/|$)/;

let server: TestServer;
let school: string;
let other: string;
const people: Record<string, Person> = {};
/** School of each answered call, as the server chose it. */
const madeIn: (string | null | undefined)[] = [];

beforeAll(async () => {
  server = await openTestServer();
  server.app.addHook('onSend', async ({ schoolId }) => void madeIn.push(schoolId));
  school = await server.aSchool();
  other = await server.aSchool();
  const roles: [string, Role, Duty?][] = [
    ['A', 'Admin'],
    ['S', 'SchoolAdmin'],
    ['G', 'CheckAgent', 'gate'],
    ['K', 'CheckAgent', 'canteen'],
    ['B', 'CheckAgent', 'bus'],
    ['C', 'CheckAgent', 'cashier'],
  ];
  for (const [letter, role, duty] of roles) {
    people[letter] = await server.aPerson(role, role === 'Admin' ? undefined : school, duty ? [duty] : []);
  }
});
afterAll(() => server.close());

function person(letter: string): Person {
  const found = people[letter];
  if (!found) throw new Error(`nobody is called ${letter}`);
  return found;
}

/** Input that no schema takes, so that an allowed call ends at 400 and changes nothing. */
const NONSENSE = { admissionNumber: 'x', sort: 'x', sysid: 'x', studentSYSID: 'x', schoolSYSID: 'x' };

describe('the route table', () => {
  it('lists exactly the calls that are served', () => {
    expect(server.registry.served.map((endpoint) => endpoint.path).toSorted()).toEqual(Object.keys(TABLE).toSorted());
  });

  it('covers every address but files, health, metrics, the daily picture and provider callbacks', () => {
    const calls = new Set(server.registry.served.map((endpoint) => `/api/${endpoint.path}`));
    const strangers = server.addresses().filter((url) => !calls.has(url) && !OUTSIDE.test(url));
    expect(strangers).toEqual([]);
  });

  it('answers 401 without a session, before client and input are checked', async () => {
    for (const endpoint of guarded()) {
      const answer = await server.nobody().ask(endpoint, NONSENSE, { headers: { 'special-key': 'none' } });
      expect([endpoint.path, answer.status]).toEqual([endpoint.path, 401]);
    }
  });

  it('rejects a session from an unrecognised client', async () => {
    for (const endpoint of guarded()) {
      const answer = await person('A').ask(endpoint, NONSENSE, { school, headers: { 'special-key': 'none' } });
      expect([endpoint.path, answer.problem]).toEqual([endpoint.path, 'client.unrecognised']);
    }
  });

  it.each([...'ASGKBC'])('admits exactly the roles listed for each call: %s', async (letter) => {
    for (const endpoint of guarded()) {
      const answer = await person(letter).ask(endpoint, NONSENSE, { ...(letter === 'A' ? { school } : {}) });
      const refused = answer.problem === 'session.role';
      expect([endpoint.path, letter, refused, answer.status < 500]).toEqual([
        endpoint.path,
        letter,
        !TABLE[endpoint.path]?.includes(letter),
        true,
      ]);
      if (endpoint.path === 'auth/logout') await signInAgain();
    }
  });

  it('rejects another school in the calls of everyone but an Admin', async () => {
    for (const endpoint of guarded()) {
      for (const letter of 'SGKBC') {
        if (!TABLE[endpoint.path]?.includes(letter)) continue;
        const answer = await person(letter).ask(endpoint, NONSENSE, { school: other });
        expect([endpoint.path, letter, answer.problem]).toEqual([endpoint.path, letter, 'session.school']);
      }
    }
  });

  it('calls about no school are made outside all of them, whatever school an Admin names', async () => {
    const without = guarded().filter((endpoint) => endpoint.school === 'none' && TABLE[endpoint.path]?.includes('A'));
    expect(without.length).toBeGreaterThan(40);
    for (const endpoint of without) {
      for (const named of [school, PLATFORM_SCHOOL, 'none']) {
        madeIn.length = 0;
        await person('A').ask(endpoint, NONSENSE, { school: named });
        expect([endpoint.path, named, madeIn]).toEqual([endpoint.path, named, [PLATFORM_SCHOOL]]);
        if (endpoint.path === 'auth/logout') await signInAgain();
      }
    }
  });

  it('requires a school of an Admin in calls about one', async () => {
    for (const endpoint of guarded()) {
      if (endpoint.school !== 'required') continue;
      const none = await person('A').ask(endpoint, NONSENSE);
      expect([endpoint.path, none.status]).toEqual([endpoint.path, 400]);
      const unknown = await person('A').ask(endpoint, NONSENSE, { school: '01890000-0000-7000-8000-000000000000' });
      // Malformed input is refused before a school that does not exist.
      expect([endpoint.path, [400, 404].includes(unknown.status)]).toEqual([endpoint.path, true]);
    }
  });

  it('answers school.not-found to an unknown school', async () => {
    const unknown = { school: '01890000-0000-7000-8000-000000000000' };
    for (const path of ['school/getClasses', 'student/getStudents', 'school/dashboard', 'check/onCampus']) {
      const endpoint = server.registry.served.find((each) => each.path === path);
      if (!endpoint) throw new Error(`${path} is not served`);
      expect([path, (await person('A').ask(endpoint, {}, unknown)).problem]).toEqual([path, 'school.not-found']);
    }
  });

  it('answers 404 to GET on a recording call', async () => {
    for (const endpoint of server.registry.served) {
      if (endpoint.kind !== 'record') continue;
      const answer = await person('A').ask(endpoint, {}, { method: 'GET', school });
      expect([endpoint.path, answer.status]).toEqual([endpoint.path, 404]);
    }
  });
});

describe('the calls of programs', () => {
  it('require an API key, and reject a signed-in session', async () => {
    const calls = server.registry.served.filter(({ access }) => access === 'program');
    expect(calls.map(({ path }) => path).toSorted()).toEqual(
      Object.keys(TABLE)
        .filter((path) => TABLE[path] === 'program')
        .toSorted(),
    );
    for (const endpoint of calls)
      for (const letter of 'AS')
        expect([endpoint.path, (await person(letter).ask(endpoint, NONSENSE)).problem]).toEqual([
          endpoint.path,
          'program.key',
        ]);
  });
});

function guarded(): Endpoint[] {
  return server.registry.served.filter((endpoint) => typeof endpoint.access === 'object');
}

async function signInAgain(): Promise<void> {
  await server.context.db.inPlatform((tx) => tx.row('UPDATE sessions SET ended_at = NULL'));
}
