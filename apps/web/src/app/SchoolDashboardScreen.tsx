import { BooksChip } from '../features/books/BooksChip.tsx';
import { SchoolDashboardPage } from '../features/reports/SchoolDashboardPage.tsx';

/** The school at a glance, its books beside the name. */
export function SchoolDashboardScreen() {
  return <SchoolDashboardPage books={<BooksChip />} />;
}
