import type { AppContext } from '../platform/process/app-context.ts';
import { newId } from '../platform/records/id.ts';
import type { DemoSchool } from './people.ts';

/** Menu of a Kenyan school kitchen; prices in cents. Each lunch of the demo wallets costs one of these prices. */
const MENU: readonly { name: string; description: string; perPerson: number; price: number }[] = [
  { name: 'Chai na mandazi', description: 'Milk tea with two mandazi', perPerson: 2, price: 3000 },
  { name: 'Githeri', description: 'Maize and beans with cabbage and carrots', perPerson: 1, price: 3500 },
  { name: 'Chapati na ndengu', description: 'One chapati with green gram stew', perPerson: 2, price: 4000 },
  { name: 'Ugali na sukuma wiki', description: 'Ugali with kale and beans', perPerson: 1, price: 4500 },
  { name: 'Wali na maharagwe', description: 'Rice with beans in coconut', perPerson: 1, price: 5000 },
  { name: 'Pilau ya nyama', description: 'Spiced rice with beef and kachumbari', perPerson: 1, price: 5500 },
];

/** Seeds the menu, and a meal for each lunch that the wallets paid. Must run after `seedWallet`. */
export async function seedCanteen(context: AppContext, demo: DemoSchool): Promise<void> {
  await context.db.inSchool(demo.schoolId, async (tx) => {
    await tx.row(`SET LOCAL statement_timeout = '60s'`);
    for (const { name, description, perPerson, price } of MENU) {
      await tx.row(
        `INSERT INTO menu_items (school_id, id, name, description, quantity_per_person, price, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, now() - interval '92 days')`,
        [tx.schoolId, newId(), name, description, perPerson, price],
      );
    }
    await tx.row(
      `INSERT INTO meals (school_id, id, item_id, item_name, student_id, day, remaining, amount, balance, entry_id,
                          method, by_user, at)
       SELECT m.school_id, m.id, i.id, i.name, m.student_id, (m.at AT TIME ZONE s.time_zone)::date,
              i.quantity_per_person - 1, m.amount, p.balance_after, m.id, m.method, m.by_user, m.at
       FROM journal_entries m
       JOIN schools s ON s.id = m.school_id
       JOIN postings p ON p.school_id = m.school_id AND p.entry_id = m.id AND p.leg = 1
       JOIN menu_items i ON i.school_id = m.school_id AND i.price = m.amount
       WHERE m.school_id = $1 AND m.kind = 'canteen'`,
      [tx.schoolId],
    );
  });
}
