import { ACTIONS, CODES } from './bundle-codes.ts';

/** Text in English, then Kiswahili. */
export type Words = readonly [en: string, sw: string];
type Table = Readonly<Record<string, Words>>;

const PAGE: Table = {
  title: ['All that is held about {names}', 'Yote yaliyohifadhiwa kuhusu {names}'],
  made: ['Made on {date} by {school}.', 'Imetengenezwa {date} na {school}.'],
  kept: [
    'Of a PIN only that there is one is shown here, of fingerprints only which fingers: they are kept as sealed patterns, never as pictures. Amounts are in KES.',
    'Hapa inaonyeshwa tu kama kuna PIN, na ni vidole vipi vilivyosajiliwa: alama huhifadhiwa kama mchoro uliofungwa kwa ufunguo, si kama picha. Kiasi kiko katika KES.',
  ],
  nothing: ['Nothing is held.', 'Hakuna kilichohifadhiwa.'],
  yes: ['yes', 'ndiyo'],
  no: ['no', 'hapana'],
  none: ['nothing', 'hakuna'],
  changed: ['changed', 'imebadilishwa'],
};

const PARTS: Table = {
  student: ['The student', 'Mwanafunzi'],
  guardians: ['Guardians', 'Walezi'],
  locks: [
    'Wrong PINs and fingers in a row, and how long that locks',
    'PIN na vidole visivyo sahihi mfululizo, na muda wa kufungwa',
  ],
  tries: ['PINs and fingers that were tried', 'PIN na vidole vilivyojaribiwa'],
  looks: ['Who has opened the record, by day', 'Waliofungua rekodi, kwa siku'],
  holds: ['Changes after which cash waits', 'Mabadiliko ambayo baadaye taslimu husubiri'],
  consents: ['Consents', 'Idhini'],
  withdrawals: ['Consents withdrawn', 'Idhini zilizoondolewa'],
  consentCodes: ['Codes sent to a guardian to ask for consent', 'Misimbo iliyotumwa kwa mlezi kuomba idhini'],
  fingers: ['Fingers enrolled', 'Vidole vilivyosajiliwa'],
  replacedFingers: [
    'Sealed scans of fingers that newer ones took the place of, kept for 90 days',
    'Alama za vidole, zilizofungwa kwa ufunguo, ambazo nafasi yake imechukuliwa na mpya, huhifadhiwa siku 90',
  ],
  sketches: [
    'Sealed marks of finger scans, by which a copy is refused',
    'Alama za vidole vilivyosomwa, zilizofungwa kwa ufunguo, za kukataa nakala',
  ],
  wallet: ['Balance of the pocket money', 'Salio la pesa za matumizi'],
  money: ['Every movement of pocket money', 'Kila muamala wa pesa za matumizi'],
  reversals: ['Payments that were proposed to be taken back', 'Malipo yaliyopendekezwa kubatilishwa'],
  heldCashOuts: ['Cash paid out on the word of two people', 'Taslimu zilizotolewa kwa idhini ya watu wawili'],
  payments: ['Payments by M-Pesa', 'Malipo ya M-Pesa'],
  requests: ['Requests to pay by M-Pesa', 'Maombi ya kulipa kwa M-Pesa'],
  statementRows: ['Rows of M-Pesa statements', 'Mistari ya taarifa za M-Pesa'],
  suspense: ['Payments of which it was not known whose they are', 'Malipo yasiyojulikana'],
  payers: [
    'Phones that have paid for the student before (kept unreadably)',
    'Simu zilizowahi kumlipia mwanafunzi (hazisomeki)',
  ],
  refunds: ['Balances paid to a guardian', 'Salio lililorudishwa kwa mlezi'],
  reminders: ['Reminders of a low balance', 'Vikumbusho vya salio dogo'],
  limits: ['Limits and wishes', 'Vikomo na matakwa'],
  approvals: ['Cash that a second person decided on', 'Taslimu iliyoamuliwa na mtu wa pili'],
  mealSubsidy: ['Who pays for the meals', 'Anayelipia milo'],
  classes: ['Classes', 'Madarasa'],
  mealSubsidyProposals: ['Proposals of who pays for the meals', 'Mapendekezo ya anayelipia milo'],
  meals: ['Meals', 'Milo'],
  items: ['Items', 'Bidhaa'],
  itemEvents: ['Items handed out and given back', 'Bidhaa zilizotolewa na zilizorudishwa'],
  collectors: ['Who may collect the student, and who must not', 'Anayeruhusiwa kumchukua mwanafunzi, na asiyeruhusiwa'],
  collectorPhotos: [
    'Photos of those who may collect the student, with whom they agreed',
    'Picha za wanaoruhusiwa kumchukua mwanafunzi, na aliyeomba idhini',
  ],
  leavesAlone: ['May leave alone', 'Anaweza kuondoka peke yake'],
  collectorCodes: ['Codes sent to a guardian at the gate', 'Misimbo iliyotumwa kwa mlezi langoni'],
  releases: ['With whom the student went', 'Mwanafunzi aliondoka na nani'],
  exeats: ['Passes to go out', 'Ruhusa za kutoka'],
  passages: ['At the gate', 'Langoni'],
  exceptions: ['Passages that did not fit', 'Kupita kusikoendana'],
  rides: ['On the bus', 'Kwenye basi'],
  excuses: ['Excused absences', 'Kutokuwepo kulikoruhusiwa'],
  attendanceNotices: ['What guardians were told of attendance', 'Walezi walivyoarifiwa kuhusu mahudhurio'],
  rollCalls: ['Roll calls of an evacuation', 'Mahesabu ya watu wakati wa dharura'],
  stops: ['Stops of the bus', 'Vituo vya basi'],
  expectedTrips: ['Bus trips on which the student was expected', 'Safari za basi ambazo mwanafunzi alitarajiwa'],
  messages: ['Text messages about the student', 'Ujumbe mfupi kuhusu mwanafunzi'],
  notices: ['Notifications to the staff', 'Arifa kwa wafanyakazi'],
  lists: ['Lists that were imported', 'Orodha zilizoingizwa'],
  erasures: ['Proposals to erase this data', 'Mapendekezo ya kufuta data hii'],
  trail: ['Who changed what, and who looked', 'Nani alibadilisha nini, na nani alitazama'],
};

const FIELDS: Table = {
  fingerAlone: ['Most by a finger alone (KES)', 'Kikomo cha kidole pekee (KES)'],
  given: ['Given by the school (KES)', 'Iliyotolewa na shule (KES)'],
  pays: ['The student pays (KES)', 'Mwanafunzi hulipa (KES)'],
  percent: ['The school gives (%)', 'Shule hutoa (%)'],
  seen: ['Seen at', 'Alionekana'],
  account: ['Account as typed', 'Akaunti iliyoandikwa'],
  action: ['What was done', 'Kilichofanyika'],
  admissionNumber: ['Admission number', 'Nambari ya usajili'],
  allergens: ['Allergens', 'Vizio'],
  birthMonth: ['Month of birth', 'Mwezi wa kuzaliwa'],
  amount: ['Amount (KES)', 'Kiasi (KES)'],
  approvalAbove: ['Second person above (KES)', 'Mtu wa pili kuanzia juu ya (KES)'],
  balance: ['Balance (KES)', 'Salio (KES)'],
  arrivalTold: ['Told that the child has come', 'Aliarifiwa kuwa mtoto amefika'],
  attendance: ['What', 'Hali'],
  balanceAfter: ['Balance afterwards (KES)', 'Salio baadaye (KES)'],
  blockedItems: ['Meals the family does not want', 'Milo ambayo familia haitaki'],
  busNumberPlate: ['Bus', 'Basi'],
  by: ['By', 'Aliyefanya'],
  byTouch: ['Found by the finger alone', 'Alitambuliwa kwa kidole pekee'],
  cameBack: ['Came back', 'Alirudi'],
  cancelReason: ['Why it was cancelled', 'Sababu ya kufutwa'],
  cancelled: ['Cancelled on', 'Ilifutwa'],
  cancelledBy: ['Cancelled by', 'Aliyefuta'],
  cashDay: ['Most cash a day (KES)', 'Kikomo cha taslimu kwa siku (KES)'],
  cashOut: ['Most cash at once (KES)', 'Kikomo cha kutoa mara moja (KES)'],
  cashOutsDay: ['Cash-outs a day', 'Mara za kutoa pesa kwa siku'],
  cashWeek: ['Most cash a week (KES)', 'Kikomo cha taslimu kwa wiki (KES)'],
  change: ['Change of the balance (KES)', 'Badiliko la salio (KES)'],
  changes: ['Changes', 'Mabadiliko'],
  checkPin: ['Check PIN', 'PIN ya mwanafunzi'],
  class: ['Class', 'Darasa'],
  className: ['Class', 'Darasa'],
  closed: ['Closed', 'Umefungwa'],
  consentMethod: ['How it was given', 'Jinsi ilivyotolewa'],
  date: ['Date', 'Tarehe'],
  decided: ['Decided on', 'Iliamuliwa'],
  decidedBy: ['Decided by', 'Aliyeamua'],
  decision: ['Decision', 'Uamuzi'],
  detail: ['Details', 'Maelezo'],
  direction: ['Direction', 'Mwelekeo'],
  email: ['Email', 'Barua pepe'],
  enrolled: ['At enrolment', 'Wakati wa kusajili'],
  exception: ['What did not fit', 'Kisichoendana'],
  fee: ['Fee (KES)', 'Ada (KES)'],
  fileName: ['File', 'Faili'],
  finger: ['Finger', 'Kidole'],
  fingerFailures: ['Wrong fingers in a row', 'Vidole visivyo sahihi mfululizo'],
  fingerHeldUntil: ['Finger locked until', 'Kidole kimezuiwa hadi'],
  formerNumber: ['Former phone number', 'Nambari ya simu ya awali'],
  goesWith: ['Goes with', 'Anaenda na'],
  givenBy: ['Given by', 'Imetolewa na'],
  handedOut: ['Handed out', 'Zilizotolewa'],
  hasPin: ['Has a PIN', 'Ana PIN'],
  hidden: ['Deleted on', 'Ilifutwa'],
  impressions: ['Impressions', 'Idadi ya alama'],
  item: ['Item', 'Bidhaa'],
  itemEvent: ['What', 'Tukio'],
  language: ['Language', 'Lugha'],
  latitude: ['Latitude', 'Latitudo'],
  left: ['Left on', 'Aliondoka'],
  leavesFrom: ['Leaves from', 'Kuondoka kuanzia'],
  leftOver: ['Left in the wallet (KES)', 'Kilichobaki (KES)'],
  longitude: ['Longitude', 'Longitudo'],
  mealWindow: ['Meal', 'Mlo'],
  means: ['What was changed', 'Kilichobadilishwa'],
  dateEnrolled: ['Enrolled on', 'Kilisajiliwa'],
  day: ['Day', 'Siku'],
  excuse: ['Reason', 'Sababu'],
  messageKind: ['What for', 'Kusudi'],
  messageState: ['State', 'Hali'],
  method: ['Shown by', 'Uthibitisho'],
  mobileNumber: ['Phone number', 'Nambari ya simu'],
  movement: ['What', 'Aina'],
  name: ['Name', 'Jina'],
  names: ['Names', 'Majina'],
  noCash: ['No cash', 'Bila pesa taslimu'],
  note: ['Note', 'Maelezo'],
  notice: ['What about', 'Kuhusu nini'],
  notify: ['Hears by SMS of', 'Huarifiwa kwa SMS'],
  onCampus: ['Only while checked in', 'Akiwa ameingia shuleni pekee'],
  outcome: ['Outcome', 'Matokeo'],
  passage: ['What', 'Tukio'],
  paymentState: ['State', 'Hali'],
  pinChosen: ['PIN chosen by the student on', 'Mwanafunzi alichagua PIN tarehe'],
  pinElsewhere: [
    'PIN of the installation that the school came from is kept',
    'PIN ya mfumo ambako shule ilitoka imehifadhiwa',
  ],
  pinSet: ['PIN set on', 'PIN iliwekwa tarehe'],
  pinSetBy: ['PIN set by', 'Aliyeweka PIN'],
  picture: ['Photo', 'Picha'],
  photo: ['Photo', 'Picha'],
  pinFailures: ['Wrong PINs in a row', 'PIN zisizo sahihi mfululizo'],
  pinLockedUntil: ['PIN locked until', 'PIN imefungwa hadi'],
  portions: ['Portions', 'Sahani'],
  price: ['Price (KES)', 'Bei (KES)'],
  proof: ['What was tried', 'Kilichojaribiwa'],
  proposed: ['Proposed on', 'Ilipendekezwa'],
  purpose: ['Purpose', 'Kusudi'],
  quantity: ['Quantity', 'Idadi'],
  readBy: ['Read by', 'Waliosoma'],
  reader: ['Reader', 'Kisomaji'],
  phones: ['Phones', 'Simu'],
  reason: ['Reason', 'Sababu'],
  receipt: ['Receipt', 'Risiti'],
  received: ['Received on', 'Ilipokelewa'],
  reference: ['Reference', 'Nambari ya rejea'],
  releaseWay: ['How', 'Jinsi'],
  removedBy: ['Taken off by', 'Aliyemwondoa'],
  refundState: ['State', 'Hali'],
  relation: ['Relation', 'Uhusiano'],
  reminderWay: ['How', 'Jinsi'],
  requestState: ['State', 'Hali'],
  returnBy: ['Back by', 'Kurudi kabla ya'],
  returned: ['Given back', 'Zilizorudishwa'],
  ride: ['What', 'Tukio'],
  row: ['Row', 'Mstari'],
  route: ['Route', 'Njia'],
  scope: ['Set by', 'Imewekwa na'],
  sent: ['Sent on', 'Ulitumwa'],
  settled: ['Settled on', 'Ilishughulikiwa'],
  settledBy: ['Settled by', 'Aliyeshughulikia'],
  skipped: ['Left out because', 'Ameachwa kwa sababu'],
  spendingDay: ['Most spent a day (KES)', 'Kikomo cha matumizi kwa siku (KES)'],
  status: ['Status', 'Hali'],
  stop: ['Stop', 'Kituo'],
  subsidyKind: ['Meals', 'Milo'],
  suspenseState: ['State', 'Hali'],
  takenBack: ['Taken back', 'Imetenduliwa'],
  takesBack: ['Takes an earlier one back', 'Inabatilisha ya awali'],
  text: ['Text', 'Maandishi'],
  times: ['Times', 'Mara'],
  until: ['Until', 'Hadi'],
  validUntil: ['Valid until', 'Hadi tarehe'],
  verified: ['Verified', 'Imethibitishwa'],
  way: ['Proposed way', 'Njia iliyopendekezwa'],
  wentOut: ['Went out', 'Alitoka'],
  why: ['Why', 'Sababu'],
  wishedBy: ['Wished by', 'Aliyetaka'],
  wishedHow: ['How the wish came', 'Jinsi matakwa yalivyofika'],
  wishedOn: ['Day of the wish', 'Siku ya matakwa'],
  wrong: ['Wrong', 'Si sahihi'],
};

/** Columns whose values are codes, not texts that people typed. */
export const CODED: ReadonlySet<string> = new Set([...Object.keys(CODES), 'action']);

/** Returns a text of the page with its placeholders filled in. */
export function wordsOfPage(word: string, blanks: Readonly<Record<string, string>>): Words {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_blank, name: string) => blanks[name] ?? '');
  const [en, sw] = wordsIn(PAGE, word);
  return [fill(en), fill(sw)];
}

/** Returns the heading of a part. */
export function wordsOfPart(part: string): Words {
  return wordsIn(PARTS, part);
}

/** Returns the name of a field; an unknown one is made readable. */
export function wordsOfField(field: string): Words {
  return wordsIn(FIELDS, field);
}

/** Returns the text of a code; an unknown one is made readable. */
export function wordsOfCode(column: string, code: string): Words {
  if (column === 'action') return wordsIn(ACTIONS, Object.hasOwn(ACTIONS, code) ? code : code.replace(/^[^.]+\./, ''));
  return wordsIn(CODES[column] ?? {}, code);
}

/** Tells whether a key has texts in both languages. */
export function isWorded(kind: 'part' | 'field' | 'code', word: string, column = ''): boolean {
  if (kind === 'code') return Object.hasOwn(CODES[column] ?? {}, word);
  return Object.hasOwn(kind === 'part' ? PARTS : FIELDS, word);
}

function wordsIn(table: Table, word: string): Words {
  const found = Object.hasOwn(table, word) ? table[word] : undefined;
  if (found) return found;
  const spaced = word
    .replace(/[._-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_both, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  const readable = spaced.charAt(0).toUpperCase() + spaced.slice(1);
  return [readable, readable];
}
