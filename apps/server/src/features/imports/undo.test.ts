import { createHash } from 'node:crypto';
import { getImports, type ImportRow, undoImport } from '@mfuko/contract/imports';
import { choosePin } from '@mfuko/contract/own-pin';
import { createClass, getClasses } from '@mfuko/contract/schools';
import { addContact, getContacts, getStudent, updateContact, updateStudent } from '@mfuko/contract/students';
import { deposit } from '@mfuko/contract/wallet';
import { describe, expect, it } from 'vitest';
import { amina, brian, office, openOffice, roll, school, server, upload, xlsx } from './imports.testkit.ts';

openOffice();

describe('undo of a student list', () => {
  it('deletes added students and classes, and the list can be imported again', async () => {
    const file = await xlsx([['1', 'A', 'B', 'Grade 9', '4827', 'Jane', '0712345678', '']]);
    const { batchSYSID } = (await upload(file, { createClasses: true })).body;
    expect((await office.ask(undoImport, { batchSYSID: batchSYSID ?? '' })).body).toMatchObject({
      deleted: 1,
      restored: 0,
      kept: [],
    });
    expect(await roll()).toEqual([]);
    expect((await office.ask<{ className: string }[]>(getClasses)).body.map(({ className }) => className)).toEqual([
      'Form 1',
    ]);
    expect((await office.ask(undoImport, { batchSYSID: batchSYSID ?? '' })).problem).toBe('import.undone-already');
    expect((await upload(file, { createClasses: true })).body).toMatchObject({ created: 1 });
    expect((await office.ask<ImportRow[]>(getImports)).body).toMatchObject([
      { undoneAt: null },
      { undoneBy: 'Wanjiru Otieno' },
    ]);
  });

  it('restores the former values of changed students', async () => {
    await upload(await xlsx([amina, brian]));
    await office.ask(createClass, { className: 'Form 2' });
    const changed = ['0012', 'Amina', 'Wanjiku', 'Form 2', '', 'Grace W', '0712345678', 'g@example.com'];
    const added = [...brian.slice(0, 5), 'Peter Otieno', '0722000111', ''];
    const { batchSYSID } = (await upload(await xlsx([changed, added]))).body;
    expect((await office.ask(undoImport, { batchSYSID: batchSYSID ?? '' })).body).toMatchObject({
      deleted: 0,
      restored: 2,
      kept: [],
    });
    const rows = await roll();
    expect(rows[0]).toMatchObject({ names: 'Amina Juma', className: 'Form 1' });
    expect((await office.ask(getContacts, { studentSYSID: rows[0]?.sysid ?? '' })).body).toMatchObject([
      { name: 'Grace Juma', email: null },
    ]);
    expect((await office.ask(getContacts, { studentSYSID: rows[1]?.sysid ?? '' })).body).toEqual([]);
  });

  it('removes a first PIN unless it was changed since', async () => {
    const bare = ['1', '2', '3'].map((number) => [number, 'A', 'B', 'Form 1', '', '', '', '']);
    await upload(await xlsx(bare));
    const { batchSYSID } = (await upload(await xlsx(bare.map((row) => [...row.slice(0, 4), '4827', '', '', ''])))).body;
    const [one, two, three] = await roll();
    await office.ask(updateStudent, { sysid: two?.sysid ?? '', checkPin: '6194' });
    const chosen = await office.ask(choosePin, { admissionNumber: '3', pin: '4827', newPin: '6194' });
    expect(chosen.status).toBe(200);
    const undone = await office.ask(undoImport, { batchSYSID: batchSYSID ?? '' });
    expect(undone.body).toMatchObject({ restored: 3, kept: [] });
    const hasPin = async (sysid = '') => (await office.ask<{ hasPin: boolean }>(getStudent, { sysid })).body.hasPin;
    const held = [await hasPin(one?.sysid), await hasPin(two?.sysid), await hasPin(three?.sysid)];
    expect(held).toEqual([false, true, true]);
  });

  it('keeps students who were changed since, and returns the reasons', async () => {
    const numbers = ['1', '2', '3', '4', '5', '6'];
    const { batchSYSID } = (
      await upload(await xlsx(numbers.map((number) => [number, 'A', 'B', 'Form 1', '4827', '', '', ''])))
    ).body;
    const ids = new Map((await roll()).map(({ admissionNumber, sysid }) => [admissionNumber, sysid]));
    const id = (number: string) => ids.get(number) ?? '';
    await office.ask(deposit, { admissionNumber: '1', amount: 10 });
    await office.ask(updateStudent, { sysid: id('2'), names: 'A C' });
    await office.ask(addContact, { studentSYSID: id('3'), name: 'Jane', mobileNumber: '254712345678' });
    await office.ask(updateStudent, { sysid: id('4'), checkPin: '6194' });
    await office.ask(updateStudent, { sysid: id('5'), status: 'left' });
    const { body } = await office.ask<{
      deleted: number;
      kept: { admissionNumber: string; row: number; reason: string }[];
    }>(undoImport, { batchSYSID: batchSYSID ?? '' });
    expect(body.deleted).toBe(1);
    expect(body.kept.map(({ admissionNumber, row, reason }) => [admissionNumber, row, reason])).toEqual([
      ['1', 2, 'has money recorded'],
      ['2', 3, 'was changed since'],
      ['3', 4, 'was changed since'],
      ['4', 5, 'was changed since'],
      ['5', 6, 'has left meanwhile'],
    ]);
    expect((await roll()).map(({ admissionNumber }) => admissionNumber)).toEqual(['1', '2', '3', '4', '5']);
  });

  it("keeps a guardian's number that was corrected since", async () => {
    await upload(await xlsx([brian]));
    const named = [...brian.slice(0, 5), 'Peter Otieno', '0722000111', ''];
    const { batchSYSID } = (await upload(await xlsx([amina, named]))).body;
    const guardians = async () => {
      const lists = (await roll()).map(({ sysid }) =>
        office.ask<{ sysid: string; mobileNumber: string }[]>(getContacts, { studentSYSID: sysid }),
      );
      return (await Promise.all(lists)).flatMap(({ body }) => body);
    };
    for (const [place, { sysid }] of (await guardians()).entries()) {
      await office.ask(updateContact, { sysid, mobileNumber: `25473300000${place}` });
    }
    expect((await office.ask(undoImport, { batchSYSID: batchSYSID ?? '' })).body).toMatchObject({
      deleted: 0,
      restored: 0,
      kept: [{ reason: 'was changed since' }, { reason: 'was changed since' }],
    });
    expect((await guardians()).map(({ mobileNumber }) => mobileNumber)).toEqual(['254733000000', '254733000001']);
  });

  it('stored rows contain neither PINs, their hashes nor phone numbers', async () => {
    // The PIN is so long that no time or id contains it by chance.
    const pin = '48271936';
    await upload(await xlsx([[...amina.slice(0, 4), pin, ...amina.slice(5)]]));
    const kept = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ text: string }>('SELECT r::text AS text FROM import_rows r WHERE school_id = $1', [school]),
    );
    expect(kept).toHaveLength(1);
    const told = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ text: string }>('SELECT detail::text AS text FROM audit_events WHERE school_id = $1', [school]),
    );
    const all = JSON.stringify([kept, told]);
    expect(all).not.toContain(pin);
    expect(all).not.toContain('argon2');
    expect(all).not.toContain('254712345678');
    expect(all).not.toContain(createHash('sha256').update(pin).digest('hex'));
  });
});
