import * as contract from '@mfuko/contract/schools';
import type { House } from '../../platform/house.ts';
import type { Desk } from '../../platform/http/serve.ts';
import { readPage } from '../../platform/lists.ts';
import { createClass, listClasses } from './classes.ts';
import { schoolNotFound } from './errors.ts';
import { setPaymentConfig, showPaymentConfig } from './payment-config.ts';
import { createSchool } from './register.ts';
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
  desk.serve(contract.getSchool, async ({ actor }, { sysid }) => {
    const schoolId = actor.schoolId ?? sysid;
    const school = schoolId === sysid ? await house.db.inSchool(sysid, (tx) => findSchool(tx, sysid)) : undefined;
    if (!school) throw schoolNotFound();
    return school;
  });
  desk.serve(contract.createClass, (call, { className }) => createClass(call, className));
  desk.serve(contract.getClasses, (call, query) => call.read((tx) => listClasses(tx, query)));
}
