import { randomBytes } from 'node:crypto';
import { createStudent } from '@mfuko/contract/students';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { type Keys, openKeys } from '../../platform/crypto/keys.ts';
import { type OwnerTx, ownerTx } from '../../platform/database/database.ts';
import { renewPins } from './index.ts';

const [FIRST, SECOND, FILE] = [aRing(), aRing(), aRing()];

let server: TestServer;
let school: string;
let head: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
});
afterAll(() => server.close());

function aRing(digestRoot?: Buffer): Keys {
  return openKeys(randomBytes(32), digestRoot);
}

async function aChild(checkPin?: string): Promise<string> {
  const classSYSID = await server.aClass(school);
  const input = { admissionNumber: String(9000 + aNumber()), names: 'Amina Njeri Noor', classSYSID, checkPin };
  return (await head.ask<{ sysid: string }>(createStudent, input)).body.sysid;
}

/** Runs `work` in the owner's transaction, which is rolled back. */
async function asOwner(work: (tx: OwnerTx) => Promise<void>): Promise<void> {
  const client = new pg.Client(server.ownerUrl);
  await client.connect();
  try {
    await client.query(`BEGIN; SET LOCAL app.school_id = '${school}'`);
    await work(ownerTx(client, school));
  } finally {
    await client.end();
  }
}

/** Moves the school as an export and an import do. */
async function move(tx: OwnerTx, from: Keys, to: Keys): Promise<void> {
  await renewPins(tx, from, FILE);
  await renewPins(tx, FILE, to);
}

const hashOf = async (tx: OwnerTx, id: string) =>
  (
    await tx.row<{ hash: string | null }>('SELECT pin_hash AS hash FROM students WHERE school_id = $1 AND id = $2', [
      school,
      id,
    ])
  )?.hash;

it('renewPins sets a PIN aside under other keys, and puts it back where the school returns by a third installation', async () => {
  const [one, none] = [await aChild('274951'), await aChild()];
  await asOwner(async (tx) => {
    const hash = await hashOf(tx, one);
    expect(hash).toContain('argon2');
    await move(tx, FIRST, SECOND);
    expect(await hashOf(tx, one)).toBeNull();
    await move(tx, SECOND, aRing());
    expect(await hashOf(tx, one)).toBeNull();
    await move(tx, aRing(), FIRST);
    expect(await hashOf(tx, one)).toBe(hash);
    expect(await hashOf(tx, none)).toBeNull();
  });
});

it('renewPins puts no PIN back where another was set meanwhile, which is set aside in its turn', async () => {
  const id = await aChild('274951');
  await asOwner(async (tx) => {
    await move(tx, FIRST, SECOND);
    await tx.query(`UPDATE students SET pin_hash = 'newer' WHERE school_id = $1 AND id = $2`, [school, id]);
    await move(tx, SECOND, FIRST);
    expect(await hashOf(tx, id)).toBeNull();
    await move(tx, FIRST, SECOND);
    expect(await hashOf(tx, id)).toBe('newer');
  });
});

it('renewPins puts PINs back after the installation rotated its master key', async () => {
  const id = await aChild('274951');
  const root = randomBytes(32);
  await asOwner(async (tx) => {
    const hash = await hashOf(tx, id);
    await move(tx, aRing(root), SECOND);
    await move(tx, SECOND, aRing(root));
    expect(await hashOf(tx, id)).toBe(hash);
  });
});

it('a PIN in force and one set aside exclude each other, and an erased student has neither', async () => {
  const id = await aChild('274951');
  const set = (to: string) =>
    asOwner((tx) => tx.query(`UPDATE students SET ${to} WHERE school_id = $1 AND id = $2`, [school, id]));
  const aside = `pin_hash_elsewhere = 'x', pin_pepper_elsewhere = 'y'`;
  await expect(set(aside)).rejects.toMatchObject({ constraint: 'students_pin_elsewhere' });
  await expect(set(`pin_hash = NULL, deleted_at = now(), erased_at = now(), ${aside}`)).rejects.toMatchObject({
    constraint: 'students_erased',
  });
});
