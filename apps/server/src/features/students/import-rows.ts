import { fieldMessage, readFieldError } from '@mfuko/contract/field-errors';
import { wordsOf, wordsOfMessage } from '@mfuko/contract/field-words';
import { emailOrNone, words } from '@mfuko/contract/ids';
import type { STUDENT_FIELDS } from '@mfuko/contract/imports';
import { birthMonthOrNone } from '@mfuko/contract/students';
import { type Findings, requireColumns, ruleOf } from '../../platform/spreadsheets/findings.ts';
import type { Field, Table, TableRow } from '../../platform/spreadsheets/table.ts';
import { LOST, readMonth, readPhone, unshortened, withoutTextMark } from '../../platform/spreadsheets/typed.ts';
import { weaknessOf } from './rules.ts';

export type StudentField = (typeof STUDENT_FIELDS)[number];

const ADMISSION = [
  'admissionno',
  'admno',
  'adm',
  'admnumber',
  'admission',
  'admn',
  'studentnumber',
  'studentno',
  'pupilno',
];
ADMISSION.push('regno', 'registrationnumber', 'registrationno', 'admissionnumberadm');

/**
 * Columns of a list of students, the template's first. `names` and `stream` are alternatives to the template's columns; `birthMonth` is
 * optional.
 */
export const STUDENT_COLUMNS: readonly Field<StudentField>[] = [
  { name: 'admissionNumber', title: 'Admission Number', alsoCalled: ADMISSION },
  { name: 'firstName', title: 'First Name', alsoCalled: ['first', 'firstnames', 'givenname', 'forename'] },
  {
    name: 'lastName',
    title: 'Last Name',
    alsoCalled: ['last', 'lastnames', 'surname', 'othernames', 'familyname', 'secondname'],
  },
  {
    name: 'className',
    title: 'Class',
    alsoCalled: ['form', 'grade', 'classname', 'gradeclass', 'formclass', 'level', 'classstream'],
  },
  { name: 'checkPin', title: 'Check PIN', alsoCalled: ['pin', 'pincode', 'studentpin', 'checkinpin'], secret: true },
  {
    name: 'guardianName',
    title: 'Guardian Name',
    alsoCalled: [
      'guardian',
      'parent',
      'parentname',
      'parentguardian',
      'parentguardianname',
      'guardianparent',
      'nextofkin',
      'guardiannames',
      'parentnames',
    ],
  },
  {
    name: 'guardianPhone',
    title: 'Guardian Phone',
    alsoCalled: [
      'parentphone',
      'parentphonenumber',
      'parentphoneno',
      'guardianphonenumber',
      'guardianphoneno',
      'guardianmobile',
      'parentmobile',
      'phone',
      'phoneno',
      'phonenumber',
      'mobile',
      'mobileno',
      'mobilenumber',
      'tel',
      'telephone',
      'contact',
      'parentcontact',
      'guardiancontact',
      'cell',
      'parenttel',
      'motherphone',
      'motherphoneno',
      'fatherphone',
      'fatherphoneno',
      'simuyamzazi',
      'simuyamlezi',
    ],
  },
  {
    name: 'guardianEmail',
    title: 'Guardian Email',
    alsoCalled: ['email', 'emailaddress', 'parentemail', 'guardianemailaddress'],
  },
  {
    name: 'names',
    title: 'Names',
    alsoCalled: [
      'name',
      'fullname',
      'fullnames',
      'studentname',
      'studentnames',
      'pupilname',
      'nameofstudent',
      'student',
      'learner',
      'learnername',
    ],
  },
  { name: 'stream', title: 'Stream', alsoCalled: [] },
  {
    name: 'birthMonth',
    title: 'Month of Birth',
    alsoCalled: ['birthmonth', 'dateofbirth', 'birthdate', 'dob', 'born', 'birthday', 'birth'],
  },
];
export const TEMPLATE_COLUMNS = 8;

export interface RowGuardian {
  readonly name: string;
  /**
   * False where the list has no column of guardians' names: the guardian is named after the student for now, and the number gets no codes
   * at first.
   */
  readonly named: boolean;
  readonly mobileNumber: string;
  readonly email: string | null;
}

/** A row that is valid in itself; `planStudents` compares it with the school. */
export interface StudentLine {
  readonly row: number;
  readonly admissionNumber: string;
  /** True if the spreadsheet may have dropped leading zeros. */
  readonly wasNumber: boolean;
  readonly names: string;
  readonly className: string;
  readonly pin: string | null;
  readonly guardian: RowGuardian | null;
  /** `2017-03`; null where the row has none. */
  readonly birthMonth: string | null;
}

const NAMES = words(140);
const CLASS = words(60);
const GUARDIAN = words(120);

/** Reads the rows of a list. Rows with errors are left out and their errors are added to `findings`. */
export function readStudentLines(table: Table<StudentField>, findings: Findings<StudentField>): StudentLine[] {
  const nameFields: StudentField[] = table.column('names') ? ['names'] : ['firstName', 'lastName'];
  const classField = classFieldOf(table);
  if (!requireColumns(table, findings, ['admissionNumber', ...nameFields, classField])) return [];
  const firstOf = new Map<string, number>();
  const lines: StudentLine[] = [];
  for (const row of table.rows) {
    const admissionNumber = readNumber(row, findings);
    const names = readText(row, findings, nameFields, NAMES);
    const className = readText(
      row,
      findings,
      table.column('stream') && classField !== 'stream' ? ['className', 'stream'] : [classField],
      CLASS,
      ['stream'],
    );
    const pin = readPin(row, findings, admissionNumber);
    const guardian = readGuardian(table, row, findings, names);
    const birthMonth = readBirthMonth(row, findings);
    if (admissionNumber !== null) {
      const first = firstOf.get(admissionNumber);
      if (first === undefined) firstOf.set(admissionNumber, row.row);
      else
        findings.at(row.row, 'admissionNumber', 'duplicate-row', `is in row ${first} already`, admissionNumber, {
          params: { first },
        });
    }
    if (admissionNumber === null || names === null || className === null || findings.has(row.row)) continue;
    lines.push({
      row: row.row,
      admissionNumber,
      wasNumber: row.wasNumber('admissionNumber'),
      names,
      className,
      pin,
      guardian,
      birthMonth,
    });
  }
  return lines;
}

/** Returns the field that holds the class: `stream` where the list has no class column. */
export function classFieldOf(table: Table<StudentField>): StudentField {
  return !table.column('className') && table.column('stream') ? 'stream' : 'className';
}

/** Reads the admission number of a row, for lists of any kind. Adds errors to `findings`. */
export function readNumber<Name extends string>(
  row: TableRow<Name | 'admissionNumber'>,
  findings: Findings<Name | 'admissionNumber'>,
): string | null {
  const text = withoutTextMark(row.text('admissionNumber'));
  if (text === '') {
    findings.at(row.row, 'admissionNumber', 'required', 'is required');
    return null;
  }
  const number = unshortened(text);
  if (number === LOST) {
    findings.at(
      row.row,
      'admissionNumber',
      'lost-digits',
      'was shortened by the spreadsheet program: set the column to text and enter it again',
      text,
    );
    return null;
  }
  if (/^\d{1,12}$/.test(number)) return number;
  findings.at(row.row, 'admissionNumber', 'admission-number', 'must be 1 to 12 digits', text);
  return null;
}

function readText(
  row: TableRow<StudentField>,
  findings: Findings<StudentField>,
  fields: readonly StudentField[],
  schema: ReturnType<typeof words>,
  mayBeEmpty: readonly StudentField[] = [],
): string | null {
  const empty = fields.filter((field) => row.text(field) === '');
  for (const field of empty) {
    if (fields.length === 1 || !mayBeEmpty.includes(field)) findings.at(row.row, field, 'required', 'is required');
  }
  const text = fields
    .map((field) => row.text(field))
    .filter((part) => part !== '')
    .join(' ');
  const read = schema.safeParse(text);
  if (read.success) return read.data;
  const [field] = fields.toSorted((a, b) => row.text(b).length - row.text(a).length);
  const message = read.error.issues[0]?.message ?? fieldMessage('form');
  const why = readFieldError(message)?.code === 'too-long' ? 'too-long' : 'characters';
  if (text !== '' && field) findings.at(row.row, field, why, wordsOfMessage(message), text, ruleOf(message));
  return null;
}

/** Reads the PIN of a row. The text of the cell never becomes part of a finding. */
function readPin(
  row: TableRow<StudentField>,
  findings: Findings<StudentField>,
  admissionNumber: string | null,
): string | null {
  const text = withoutTextMark(row.text('checkPin'));
  if (text === '') return null;
  const pin = unshortened(text);
  if (pin === LOST || !/^\d{4,8}$/.test(pin)) {
    findings.at(row.row, 'checkPin', 'pin-form', 'must be 4 to 8 digits');
    return null;
  }
  const weakness = admissionNumber === null ? null : weaknessOf(pin, admissionNumber);
  if (weakness !== null)
    findings.at(row.row, 'checkPin', 'pin-weak', `is too easy to guess: it ${wordsOf(weakness)}`, '', {
      fieldCode: weakness.code,
    });
  return pin;
}

function readBirthMonth(row: TableRow<StudentField>, findings: Findings<StudentField>): string | null {
  const text = row.text('birthMonth');
  if (text === '') return null;
  const month = readMonth(text);
  if (month !== null && birthMonthOrNone.safeParse(month).success) return month;
  findings.at(row.row, 'birthMonth', 'month', 'must be a month or a day of birth such as 2015-03 or 14/3/2015', text);
  return null;
}

/** A dash or word that people write into a cell to say that it is empty. */
const NOTHING = /^(?:[-\u2013\u2014.]+|n\s*\/\s*a|nil|none|hakuna)$/i;

/**
 * Source of the guardians' names: their own column (`own`), or the students' names where the list has no such column and the title of the
 * phone column says that the phones are guardians'. Otherwise (`unclear`) a phone may be the student's own or a teacher's.
 */
type Naming = 'own' | 'student' | 'unclear';
const SAYS_GUARDIAN = /parent|guardian|mother|father|mzazi|wazazi|mlezi|walezi/i;

function namingOf(table: Table<StudentField>): Naming {
  if (table.column('guardianName')) return 'own';
  return SAYS_GUARDIAN.test(table.column('guardianPhone')?.title ?? '') ? 'student' : 'unclear';
}

/** Reads the guardian of a row. `student` is the student's name, or null where the name has an error, which is reported already. */
function readGuardian(
  table: Table<StudentField>,
  row: TableRow<StudentField>,
  findings: Findings<StudentField>,
  student: string | null,
): RowGuardian | null {
  const naming = namingOf(table);
  const text = (field: StudentField) => row.text(field).replace(NOTHING, '');
  const [phone, email, own] = [text('guardianPhone'), text('guardianEmail'), text('guardianName')];
  if (own === '' && phone === '' && email === '') return null;
  const name = naming === 'student' && student !== null ? `Guardian of ${student}`.slice(0, 120).trim() : own;
  const mobileNumber = phone === '' ? null : readPhone(phone);
  if (phone === '') findings.at(row.row, 'guardianPhone', 'no-phone', 'is required where a guardian is named');
  else if (mobileNumber === LOST) {
    findings.at(
      row.row,
      'guardianPhone',
      'lost-digits',
      'was shortened by the spreadsheet program: set the column to text and enter it again',
      phone,
    );
  } else if (mobileNumber === null)
    findings.at(row.row, 'guardianPhone', 'phone', 'must be a Kenyan mobile number such as 254712345678', phone);
  if (naming === 'own' && name === '')
    findings.at(row.row, 'guardianName', 'no-name', 'is required where a guardian has a number');
  if (naming === 'unclear' && phone !== '')
    findings.at(
      row.row,
      'guardianName',
      'no-name',
      'is required: the list has no such column, and the title of the phones does not say that they are guardians’',
      '',
      { params: { title: table.title('guardianPhone') } },
    );
  const read = GUARDIAN.safeParse(name);
  if (name !== '' && !read.success)
    findings.at(
      row.row,
      'guardianName',
      'too-long',
      wordsOfMessage(read.error.issues[0]?.message ?? ''),
      name,
      ruleOf(read.error.issues[0]?.message ?? ''),
    );
  const address = emailOrNone.safeParse(email);
  if (!address.success) findings.at(row.row, 'guardianEmail', 'email', 'must be an e-mail address', email);
  if (!read.success || !address.success || typeof mobileNumber !== 'string') return null;
  return { name: read.data, named: naming === 'own', mobileNumber, email: address.data };
}
