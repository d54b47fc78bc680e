import * as bus from '@mfuko/contract/bus';
import * as canteen from '@mfuko/contract/canteen';
import * as exeats from '@mfuko/contract/exeats';
import * as fingerprints from '@mfuko/contract/fingerprints';
import * as gate from '@mfuko/contract/gate';
import * as items from '@mfuko/contract/items';
import * as limits from '@mfuko/contract/limits';
import * as students from '@mfuko/contract/students';
import * as wallet from '@mfuko/contract/wallet';
import { expect } from 'vitest';
import { aNumber, type Person, type TestServer } from '../../../tests/kit.ts';
import { print } from '../fingerprints/fingers.testkit.ts';

export const PIN = '274951';

export interface Child {
  readonly sysid: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly guardian: string;
  readonly phone: string;
}

/** Creates a child whose number and names occur in no other row, and in no random text by chance. */
export async function aChild(head: Person, classSYSID: string): Promise<Child> {
  const number = aNumber();
  const admissionNumber = String(740_172_900_000 + number);
  const letters = String(10_000 + number).replace(/\d/g, (digit) => 'abdefghijk'.charAt(Number(digit)));
  const names = `Zawadi Cheptoo W${letters}u`;
  const guardian = `Philomena Jerotich W${letters}u`;
  const phone = String(254_720_000_000 + number);
  const { body } = await head.ask<{ sysid: string }>(students.createStudent, {
    admissionNumber,
    names,
    classSYSID,
    checkPin: PIN,
  });
  await head.ask(students.addContact, { studentSYSID: body.sysid, name: guardian, mobileNumber: phone });
  return { sysid: body.sysid, admissionNumber, names, guardian, phone };
}

/** Creates a child with data in every feature: money, meals, items, passages, a finger, messages, limits. */
export async function aKnownChild(server: TestServer, head: Person, classSYSID: string): Promise<Child> {
  const child = await aChild(head, classSYSID);
  const { sysid, admissionNumber } = child;
  const done = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    expect([status, status === 200 ? null : body]).toEqual([200, null]);
    return body as { sysid: string };
  };
  await done(head.ask(students.updateStudent, { sysid, names: `${child.names} Chebet` }));
  await done(head.ask(students.updateStudent, { sysid, names: child.names }, { key: `names-of-${sysid}` }));
  await done(
    head.ask(fingerprints.uploadStudentFingerprintAdm, {
      AdmissionNumber: admissionNumber,
      ConsentBy: child.guardian,
      ConsentRelation: 'Mother',
      ConsentMethod: 'paper',
      ...print(aNumber() + 900, 1),
    }),
  );
  const wish = { wishedBy: child.guardian, wishedHow: 'phone', wishedOn: '2026-01-05' };
  await done(head.ask(limits.setLimits, { scope: 'guardian', sysid, ...wish, day: 400 }));
  await done(head.ask(wallet.deposit, { admissionNumber, amount: 500 }));
  await done(head.ask(wallet.cashOutPin, { admissionNumber, pin: PIN, amount: 300, userName: head.phone }));
  const menu = await done(
    head.ask(canteen.createMenu, { name: `Ugali ${aNumber()}`, description: '', quantityPerPerson: 1, price: 100 }),
  );
  await done(head.ask(canteen.consumeMenuPin, { menuItemSYSID: menu.sysid, admissionNumber, pin: PIN }));
  const item = await done(head.ask(items.createItem, { admissionNumber, itemName: 'Jumper', quantity: 1, price: 100 }));
  await done(head.ask(items.handOutItem, { sysid: item.sysid, quantity: 1 }));
  await done(head.ask(gate.checkInPin, { admissionNumber, pin: PIN }));
  // In the future, whatever the year and the clock.
  const leave = { leavesFrom: '2999-01-01T08:00', returnBy: '2999-01-02T08:00', reason: `Home with ${child.names}` };
  await done(head.ask(exeats.grantExeat, { studentSYSID: sysid, ...leave }));
  await done(head.ask(gate.checkOutPin, { admissionNumber, pin: PIN }));
  const plate = `KDA ${100 + aNumber()}B`;
  await done(head.ask(bus.createBus, { busNumberPlate: plate, label: `Bus ${aNumber()}` }));
  for (const ride of [bus.onBusKids, bus.offBusKids])
    await done(head.ask(ride, { busNumberPlate: plate, admissionNumber, override: `${child.names} lost the card` }));
  await server.runJobs();
  return child;
}
