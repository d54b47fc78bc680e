import { viewSchools } from '@mfuko/contract/schools';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { describe } from '../../lib/problems.ts';
import { call } from '../../lib/request.ts';
import { type PickedSchool, pickSchool } from '../../lib/school.ts';
import classes from './Dialogs.module.css';
import page from './Gate.module.css';

/** Lets an Admin pick the school whose gate is opened. */
export function PickSchool() {
  const { t } = useTranslation('gate');
  const [schools, setSchools] = useState<readonly PickedSchool[] | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    call(viewSchools, {}).then(
      ({ rows }) => setSchools(rows),
      (error: unknown) => setFailed(describe(error).message),
    );
  }, []);
  return (
    <main className={page.alone}>
      <h1 className={classes.title}>{t('school.first')}</h1>
      <label className={classes.label} htmlFor="school">
        {t('school.label')}
      </label>
      <select
        id="school"
        className={classes.input}
        defaultValue=""
        onChange={(event) => {
          const picked = schools?.find(({ sysid }) => sysid === event.target.value);
          if (picked) pickSchool(picked);
        }}
      >
        <option value="" disabled>
          {t('school.placeholder')}
        </option>
        {schools?.map(({ sysid, shortName }) => (
          <option key={sysid} value={sysid}>
            {shortName}
          </option>
        ))}
      </select>
      {schools?.length === 0 && (
        <p>
          {t('school.none')} <a href="/app/school.add">{t('school.add')}</a>
        </p>
      )}
      {failed && (
        <p className={classes.missing} role="alert">
          {failed}
        </p>
      )}
    </main>
  );
}
