import { checkInPin } from '@mfuko/contract/gate';
import { getSchoolSettings, type SchoolSettings, updateSchoolSettings } from '@mfuko/contract/schools';
import { createStudent, updateStudent } from '@mfuko/contract/students';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { amina, office, openOffice, roll, school, server, upload, xlsx } from './imports.testkit.ts';

let admin: Person;

openOffice();
beforeEach(async () => {
  admin = await server.aPerson('Admin');
});

const demand = (pinLength: unknown) => admin.ask<SchoolSettings>(updateSchoolSettings, { sysid: school, pinLength });
const withPin = (pin: string) => [...amina.slice(0, 4), pin, '', '', ''];
const weak = { status: 422, problem: 'student.weak-pin' };

describe('PIN length', () => {
  it("a new PIN must have the school's length, by form, update and list; existing ones keep working", async () => {
    const classSYSID = await server.aClass(school, 'Form 3');
    const add = (admissionNumber: string, checkPin: string) =>
      office.ask<{ sysid: string }>(createStudent, { admissionNumber, names: 'Juma Ali', classSYSID, checkPin });
    await upload(await xlsx([amina]));
    const [there] = await roll();
    await demand(6);

    expect(await add('71', '58204')).toMatchObject(weak);
    const { status, body } = await add('71', '582046');
    expect(status).toBe(200);
    expect(await office.ask(updateStudent, { sysid: body.sysid, checkPin: '61937' })).toMatchObject(weak);
    expect((await office.ask(updateStudent, { sysid: body.sysid, checkPin: '619374' })).status).toBe(200);
    const listed = await upload(await xlsx([['0044', ...withPin('6194').slice(1)]]));
    expect(listed.status).toBe(422);
    expect(listed.body.detail.errors).toMatchObject([
      { column: 'Check PIN', why: 'pin-weak', fieldCode: 'pin-too-short', params: { least: 6 } },
    ]);
    expect((await upload(await xlsx([['0044', ...withPin('619482').slice(1)]]))).body.created).toBe(1);

    // Existing PINs still work, and a list that contains them changes nothing.
    expect((await office.ask(checkInPin, { admissionNumber: there?.admissionNumber, pin: '4827' })).status).toBe(200);
    expect((await upload(await xlsx([amina]))).body).toMatchObject({ updated: 0, skipped: 1 });
  });

  it('an update that waited while the school raised the length is refused', async () => {
    const student = { admissionNumber: '73', names: 'Juma Ali', classSYSID: await server.aClass(school, 'Form 3') };
    const { body } = await office.ask<{ sysid: string }>(createStudent, student);
    const given = await server.context.db.inSchool(school, async (tx) => {
      await tx.row('SELECT 1 FROM students WHERE school_id = $1 AND id = $2 FOR UPDATE', [school, body.sysid]);
      const asked = office.ask(updateStudent, { sysid: body.sysid, checkPin: '5820' });
      expect(await isBlocked(server, asked)).toBe(true);
      await tx.row('UPDATE schools SET pin_length = 6 WHERE id = $1', [school]);
      return { asked };
    });
    expect(await given.asked).toMatchObject(weak);
  });

  it('the length is four digits by default and six at most', async () => {
    const classSYSID = await server.aClass(school, 'Form 3');
    const read = () => office.ask<SchoolSettings>(getSchoolSettings, { sysid: school });
    expect((await read()).body.pinLength).toBe(4);
    const student = { admissionNumber: '72', names: 'Juma Ali', classSYSID, checkPin: '5820' };
    expect((await office.ask(createStudent, student)).status).toBe(200);
    for (const pinLength of [3, 7, 0, 'four', '']) expect((await demand(pinLength)).status).toBe(400);
    expect((await demand('5')).body.pinLength).toBe(5);
  });
});
