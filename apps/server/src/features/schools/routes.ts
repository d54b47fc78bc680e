import * as contract from '@mfuko/contract/schools';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Actor } from '../../platform/http/call.ts';
import type { EndpointRegistry } from '../../platform/http/registry.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { changeClass, createClass, deleteClass, listClasses, restoreClass, showClass } from './classes.ts';
import { schoolNotFound } from './errors.ts';
import { changeSchool, deleteSchool, restoreSchool } from './lifecycle.ts';
import { setPaymentConfig, showPaymentConfig } from './payment-config.ts';
import { createSchool, type Later } from './register.ts';
import { changeSettings, readSettings } from './settings.ts';
import { findPaperHead, findSchool, listSchools } from './store.ts';

export function registerSchools(registry: EndpointRegistry, context: AppContext, later: Later): void {
  registry.register(contract.getCounties, (_call, query) =>
    context.db.readPlatform((tx) =>
      readPage(tx, query, {
        sql: 'SELECT id AS sysid, name FROM counties',
        values: [],
        searched: ['name'],
        sort: 'name',
        tie: 'sysid',
      }),
    ),
  );
  registry.register(contract.createSchool, (call, input) => createSchool(context, later, call, input));
  registry.register(contract.schoolConfig, (call, input) => setPaymentConfig(context, call, input));
  registry.register(contract.getSchoolConfig, (_call, { schoolSYSID }) => showPaymentConfig(context, schoolSYSID));
  registry.register(contract.getSchools, (_call, query) => context.db.readPlatform((tx) => listSchools(tx, query)));
  registry.register(contract.viewSchools, (_call, query) =>
    context.db.readPlatform((tx) =>
      readPage(tx, query, {
        sql: 'SELECT id AS sysid, short_name AS "shortName" FROM schools WHERE deleted_at IS NULL',
        values: [],
        searched: ['shortName'],
        sort: 'shortName',
        tie: 'sysid',
      }),
    ),
  );
  registry.register(contract.getSchool, ({ actor }, { sysid }) =>
    inOwnSchool(context, actor, sysid, async (tx) => {
      const school = await findSchool(tx, sysid);
      if (!school || school.status === 'deleted') throw schoolNotFound();
      return school;
    }),
  );
  registry.register(contract.getPaperHead, (call) =>
    call.read(async (tx) => {
      const head = await findPaperHead(tx);
      if (!head) throw schoolNotFound();
      return head;
    }),
  );
  registry.register(contract.updateSchool, changeSchool);
  registry.register(contract.deleteSchool, (call, { sysid }) => deleteSchool(call, sysid));
  registry.register(contract.restoreSchool, (call, { sysid }) => restoreSchool(call, sysid));
  registry.register(contract.getSchoolSettings, ({ actor }, { sysid }) =>
    inOwnSchool(context, actor, sysid, readSettings),
  );
  registry.register(contract.updateSchoolSettings, changeSettings);
  registry.register(contract.createClass, (call, { className }) => createClass(call, className));
  registry.register(contract.getClasses, (call, query) => call.read((tx) => listClasses(tx, query)));
  registry.register(contract.getClass, (call, { sysid }) =>
    call.read((tx) => showClass(tx, sysid, { alsoDeleted: false })),
  );
  registry.register(contract.updateClass, changeClass);
  registry.register(contract.deleteClass, (call, { sysid }) => deleteClass(call, sysid));
  registry.register(contract.restoreClass, (call, { sysid }) => restoreClass(call, sysid));
}

/** Reads in the school that the input names: any school for an Admin, only their own for other users. */
function inOwnSchool<T>(context: AppContext, actor: Actor, id: string, work: (tx: ReadTx) => Promise<T>): Promise<T> {
  if (actor.schoolId !== null && actor.schoolId !== id) throw schoolNotFound();
  return context.db.readSchool(id, work);
}
