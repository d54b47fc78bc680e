import type { AnswerOf } from '@mfuko/contract/endpoint';
import {
  getRemindedStudents,
  getReminders,
  previewReminder,
  type RemindedStudent,
  type Reminder,
  sendReminder,
} from '@mfuko/contract/reminders';
import { addContact, createStudent } from '@mfuko/contract/students';
import { deposit, type Moved } from '@mfuko/contract/wallet';
import { expect } from 'vitest';
import { aNumber, type Person } from '../../../tests/kit.ts';

export interface Reminded {
  readonly sysid: string;
  readonly admissionNumber: string;
  readonly phone: string;
}

export const aPhone = () => `25471${String(1_000_000 + aNumber())}`;

/** Returns functions that send reminders as one bursar, for students of one class. */
export function remindersBy(bursar: Person, classSYSID: string) {
  const pay = async (admissionNumber: string, amount: number) => {
    const paid = await bursar.ask<Moved>(deposit, { admissionNumber, amount });
    expect(paid.status).toBe(200);
    return paid.body.receipt.sysid;
  };
  return {
    pay,
    /** Creates a student with that balance, and a guardian unless `phone` is null. */
    async aStudent(balance = 0, phone: string | null = aPhone(), language: 'en' | 'sw' = 'en'): Promise<Reminded> {
      const admissionNumber = String(90_000 + aNumber());
      const made = await bursar.ask<{ sysid: string }>(createStudent, {
        admissionNumber,
        names: 'Achieng Mary Odhiambo',
        classSYSID,
      });
      const { sysid } = made.body;
      if (phone !== null) {
        const guardian = { name: 'Mama Achieng', mobileNumber: phone, language, studentSYSID: sysid };
        expect((await bursar.ask(addContact, guardian)).status).toBe(200);
      }
      if (balance > 0) await pay(admissionNumber, balance);
      return { sysid, admissionNumber, phone: phone ?? '' };
    },
    preview: async (students: readonly Reminded[], more: object = {}) =>
      (
        await bursar.ask<AnswerOf<typeof previewReminder>>(previewReminder, {
          sysids: students.map(({ sysid }) => sysid),
          way: 'sms',
          below: 100,
          ...more,
        })
      ).body,
    send: (students: readonly Reminded[], more: object = {}, key?: string, by = bursar) =>
      by.ask<Reminder>(
        sendReminder,
        {
          sysids: students.map(({ sysid }) => sysid),
          way: 'sms',
          below: 100,
          recipients: students.length,
          ...more,
        },
        key === undefined ? {} : { key },
      ),
    list: async (by = bursar) => (await by.ask<Reminder[]>(getReminders)).body,
    students: async (reminderSYSID: string, by = bursar, more: object = {}) =>
      (await by.ask<RemindedStudent[]>(getRemindedStudents, { reminderSYSID, ...more })).body,
  };
}
