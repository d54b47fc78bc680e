import * as contract from '@mfuko/contract/schools';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Actor } from '../../platform/http/call.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { readPage } from '../../platform/lists.ts';
import { changeClass, createClass, deleteClass, listClasses, restoreClass, showClass } from './classes.ts';
import { schoolNotFound } from './errors.ts';
import { changeSchool, deleteSchool, restoreSchool } from './keep.ts';
import { setPaymentConfig, showPaymentConfig } from './payment-config.ts';
import { createSchool } from './register.ts';
import { changeSettings, readSettings } from './settings.ts';
import { findSchool, listSchools } from './store.ts';

export function serveSchools(desk: Desk, house: House): void {
  desk.serve(contract.getCounties, (_call, query) =>
    house.db.inPlatform((tx) =>
      readPage(tx, query, {
        sql: 'SELECT id AS sysid, name FROM counties',
        values: [],
        searched: ['name'],
        sort: 'name',
        tie: 'sysid',
      }),
    ),
  );
  desk.serve(contract.createSchool, (call, input) => createSchool(house, call, input));
  desk.serve(contract.schoolConfig, (call, input) => setPaymentConfig(house, call, input));
  desk.serve(contract.getSchoolConfig, (_call, { schoolSYSID }) => showPaymentConfig(house, schoolSYSID));
  desk.serve(contract.getSchools, (_call, query) => house.db.inPlatform((tx) => listSchools(tx, query)));
  desk.serve(contract.viewSchools, (_call, query) =>
    house.db.inPlatform((tx) =>
      readPage(tx, query, {
        sql: 'SELECT id AS sysid, short_name AS "shortName" FROM schools WHERE deleted_at IS NULL',
        values: [],
        searched: ['shortName'],
        sort: 'shortName',
        tie: 'sysid',
      }),
    ),
  );
  desk.serve(contract.getSchool, ({ actor }, { sysid }) =>
    inOwnSchool(house, actor, sysid, async (tx) => {
      const school = await findSchool(tx, sysid);
      if (!school || school.status === 'deleted') throw schoolNotFound();
      return school;
    }),
  );
  desk.serve(contract.updateSchool, changeSchool);
  desk.serve(contract.deleteSchool, (call, { sysid }) => deleteSchool(call, sysid));
  desk.serve(contract.restoreSchool, (call, { sysid }) => restoreSchool(call, sysid));
  desk.serve(contract.getSchoolSettings, ({ actor }, { sysid }) => inOwnSchool(house, actor, sysid, readSettings));
  desk.serve(contract.updateSchoolSettings, changeSettings);
  desk.serve(contract.createClass, (call, { className }) => createClass(call, className));
  desk.serve(contract.getClasses, (call, query) => call.read((tx) => listClasses(tx, query)));
  desk.serve(contract.getClass, (call, { sysid }) => call.read((tx) => showClass(tx, sysid, { alsoDeleted: false })));
  desk.serve(contract.updateClass, (call, { sysid, className }) => changeClass(call, sysid, className));
  desk.serve(contract.deleteClass, (call, { sysid }) => deleteClass(call, sysid));
  desk.serve(contract.restoreClass, (call, { sysid }) => restoreClass(call, sysid));
}

/** Reads in the school that the input names: any for an Admin, the own one for everybody else. */
function inOwnSchool<T>(house: House, actor: Actor, id: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (actor.schoolId !== null && actor.schoolId !== id) throw schoolNotFound();
  return house.db.inSchool(id, work);
}
