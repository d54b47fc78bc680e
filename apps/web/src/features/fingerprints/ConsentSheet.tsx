import type { StudentRow } from '@mfuko/contract/students';
import { useTranslation } from '../../lib/i18n.ts';
import { PaperHead, usePaperName } from '../../school/PaperHead.tsx';
import classes from './ConsentSheet.module.css';

const COLUMNS = ['number', 'student', 'answer', 'guardian', 'relation', 'signature'] as const;

interface ConsentSheetProps {
  readonly className: string;
  readonly students: readonly Pick<StudentRow, 'sysid' | 'names' | 'admissionNumber'>[];
}

/** Printable sheet for the guardians' signatures: one line for each child of a class, since each child needs a consent. */
export function ConsentSheet({ className, students }: ConsentSheetProps) {
  const { t } = useTranslation('enrolment');
  const title = t('paper.title', { className });
  const school = usePaperName();
  return (
    <article className={classes.sheet} data-numbered>
      <PaperHead />
      <h2>{title}</h2>
      {(['what', 'why', 'choice', 'withdraw'] as const).map((part) => (
        <p key={part}>{t(`paper.${part}`)}</p>
      ))}
      <table>
        <colgroup>
          {COLUMNS.map((column) => (
            <col key={column} />
          ))}
        </colgroup>
        <thead>
          {/* Repeated with the headings, so that each printed page names the class, the school and the purpose of the signatures. */}
          <tr className={classes.whose}>
            <th colSpan={COLUMNS.length}>{[school, title].filter(Boolean).join(' · ')}</th>
          </tr>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`paper.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {students.map(({ sysid, names, admissionNumber }) => (
            <tr key={sysid}>
              <td>{admissionNumber}</td>
              <th scope="row">{names}</th>
              <td className={classes.answer}>
                <span className={classes.box} aria-hidden /> {t('paper.yes')}
                <br />
                <span className={classes.box} aria-hidden /> {t('paper.no')}
              </td>
              <td />
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.recorded}>{t('paper.recorded')}</p>
    </article>
  );
}
